import TurndownService from 'turndown';
import type { DomElement } from './dom.ts';
import { addRules } from './markdown-rules.ts';

const service = new TurndownService({
  headingStyle: 'atx',
  hr: '---',
  bulletListMarker: '-',
  codeBlockStyle: 'fenced',
  emDelimiter: '*',
});
addRules(service);

/**
 * Characters that nobody sees and that make equal text differ: zero-width space, word joiner, byte order mark, soft
 * hyphen, control characters. The zero-width joiners stay: Persian, Indic scripts and emoji are spelt with them.
 */
// oxlint-disable-next-line no-control-regex
const invisible = /[\u200b\u2060\ufeff\u00ad\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

/** Text as it is stored: without invisible characters, no-break spaces as spaces, valid UTF-16, `\n` line ends. */
export const cleanText = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(invisible, '')
    .replace(/\u00a0/g, ' ')
    .trim();

/** Markdown (GitHub Flavored) of everything in `root`. Uses the tree up: turndown collapses its white space in place. */
export const markdownOf = (root: DomElement): string => {
  // Turndown works on a copy of what it is given, which costs as much as parsing; this tree is not needed again.
  Object.assign(root, { cloneNode: () => root });
  return cleanText(service.turndown(root));
};
