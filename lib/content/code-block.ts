import { isElement, isText, nextNode } from './dom-walk.ts';
import type { DomElement, DomNode } from './dom.ts';

const languageName =
  /^(?:language|lang|highlight-source|highlight|brush|code|sourceCode)[-:_]([a-z0-9+#.-]{1,20})$/i;
const notLanguages = new Set([
  'default',
  'none',
  'text',
  'plain',
  'plaintext',
  'notranslate',
  'wrapper',
  'block',
  'toolbar',
]);

const languageIn = (element: DomElement): string | null => {
  for (const name of element.className.replace(/brush:\s*/g, 'brush:').split(/\s+/)) {
    const language = languageName.exec(name)?.[1]?.toLowerCase();
    if (language !== undefined && !notLanguages.has(language)) return language;
  }
  return element.getAttribute('data-lang') ?? element.getAttribute('data-language');
};

/** Language of a `<pre>`, as highlighters write it: on itself, on the `<code>` in it, or on one of two wrappers. */
export const languageOf = (pre: DomElement): string => {
  const code = pre.getElementsByTagName('code')[0];
  const places = [pre, code, pre.parentNode, pre.parentNode?.parentNode];
  for (const place of places) {
    const language = place === undefined || place === null || !isElement(place) ? null : languageIn(place);
    if (language !== null && /^[a-z0-9+#.-]+$/i.test(language)) return language;
  }
  return '';
};

/** Text of preformatted content: as it stands, with `<br>` as the line break that it is. */
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

/** Longest run of backticks, found in one pass. */
const longestRun = (text: string): number => {
  let longest = 0;
  let run = 0;
  for (let at = 0; at < text.length; at += 1) {
    run = text.charCodeAt(at) === 96 ? run + 1 : 0;
    if (run > longest) longest = run;
  }
  return longest;
};

/** A fenced code block (CommonMark section 4.5), fenced by more backticks than stand in it. */
export const fenced = (text: string, language: string): string => {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}${language}\n${text}\n${fence}`;
};

/** A code span on one line (CommonMark section 6.1). */
export const codeSpan = (text: string): string => {
  const ticks = '`'.repeat(longestRun(text) + 1);
  const padding = /^`|`$|^ .*[^ ].* $/s.test(text) ? ' ' : '';
  return `${ticks}${padding}${text}${padding}${ticks}`;
};
