import { holderOfLines, isElement, isText, nextNode } from '../dom/dom-walk.ts';
import type { DomElement, DomNode } from '../dom/dom.ts';
import { blockNames } from './element-names.ts';

/** Elements that a browser begins on a line of their own, also in code. */
const lineNames = new Set([...blockNames, 'tr']);

/** Gathers the text of code, in time that grows with its length alone. */
class CodeText {
  readonly #parts: string[] = [];
  /** Whether there is more than white space in the last line. */
  #hasInk = false;
  #isDue = false;

  /** From here on the text stands on another line. */
  endLine(): void {
    this.#isDue = true;
  }

  add(text: string): void {
    if (text === '') return;
    // Behind an indentation a box in the line is likelier than a line of its own.
    const breaks = this.#isDue && this.#hasInk && !/^[\n\r]/.test(text);
    this.#isDue = false;
    this.#parts.push(breaks ? `\n${text}` : text);
    const lineStart = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1;
    const hasInk = text.slice(lineStart).trim() !== '';
    this.#hasInk = hasInk || (lineStart === 0 && !breaks && this.#hasInk);
  }

  toString(): string {
    return this.#parts.join('');
  }
}

/** A class that is called a line, also within longer names: `line`, `highlight-line`, `Code_line__x1Y`. */
const lineClass = /(?:^|[-_])line(?:$|[-_])/i;

/**
 * Returns the text of elements that a style sheet shows as lines, with nothing between them; null if there are none
 * such. All share a class that is called a line.
 */
const styledLines = (pre: DomElement): string | null => {
  const holder = holderOfLines(pre);
  const lines = holder.children;
  const [first] = lines;
  if (first === undefined || lines.length < 2) return null;
  const name = first.className.split(/\s+/).find((one) => lineClass.test(one));
  if (name === undefined || !lines.every(({ className }) => className.split(/\s+/).includes(name)))
    return null;
  for (let node = holder.firstChild; node !== null; node = node.nextSibling)
    if (isText(node) && node.data.trim() !== '') return null;
  return lines.map(({ textContent }) => textContent).join('\n');
};

/**
 * Returns the text of a preformatted element unchanged, with a line break for each `<br>`, and between elements that a
 * browser shows as lines of their own.
 */
export const preformattedText = (pre: DomElement): string => {
  const text = new CodeText();
  let node: DomNode | null = pre.firstChild;
  while (node !== null) {
    if (isText(node)) text.add(node.data);
    else if (isElement(node) && node.localName === 'br') text.add('\n');
    else if (isElement(node) && lineNames.has(node.localName)) text.endLine();
    const next: DomNode | null = nextNode(node, pre);
    // The elements that end here.
    for (
      let at: DomNode | null = node;
      at !== null && at !== pre && at !== next?.parentNode;
      at = at.parentNode
    )
      if (isElement(at) && lineNames.has(at.localName)) text.endLine();
    node = next;
  }
  // The parser of the HTML standard drops a newline right after `<pre>`.
  const whole = text.toString().replace(/\r\n?/g, '\n').replace(/^\n/, '').trimEnd();
  return whole.includes('\n') ? whole : (styledLines(pre)?.trimEnd() ?? whole);
};

/** Returns the length of the longest run of backticks, in one pass. */
const longestRun = (text: string): number => {
  let longest = 0;
  let run = 0;
  for (let at = 0; at < text.length; at += 1) {
    run = text.charCodeAt(at) === 96 ? run + 1 : 0;
    if (run > longest) longest = run;
  }
  return longest;
};

/**
 * Returns a fenced code block (CommonMark section 4.5), with more backticks in its fence than its text has in a row.
 */
export const fenced = (text: string, language: string): string => {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}${language}\n${text}\n${fence}`;
};

/** Returns a code span on one line (CommonMark section 6.1). */
export const codeSpan = (text: string): string => {
  const ticks = '`'.repeat(longestRun(text) + 1);
  const padding = /^`|`$|^ .*[^ ].* $/s.test(text) ? ' ' : '';
  return `${ticks}${padding}${text}${padding}${ticks}`;
};
