import { isElement, isText, nextNode } from '../dom/dom-walk.ts';
import type { DomElement, DomNode } from '../dom/dom.ts';

/** Returns the text of a preformatted element unchanged, with `<br>` as a line break. */
export const preformattedText = (pre: DomElement): string => {
  const parts: string[] = [];
  let node: DomNode | null = pre;
  while (node !== null) {
    if (isText(node)) parts.push(node.textContent);
    else if (isElement(node) && node.localName === 'br') parts.push('\n');
    node = nextNode(node, pre);
  }
  // The parser of the HTML standard drops a newline right after `<pre>`.
  return parts.join('').replace(/\r\n?/g, '\n').replace(/^\n/, '').trimEnd();
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
