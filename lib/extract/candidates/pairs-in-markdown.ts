import { limits } from '../../limits/limits.ts';
import type { LabelledPair } from '../../content/labelled-pair.ts';

/** A label of few words, a colon, and a short value: prose has neither. */
const line =
  /^(?:[-*+]\s+)?(?:\*\*|__)?([\p{L}\p{N}][^:：|\n*_]{0,49}?)(?:(?::(?:\*\*|__)|(?:\*\*|__)?\s?:)\s+|(?:\*\*|__)?：(?:\*\*|__)?\s*)(\S.{0,299})$/u;
const labelWordsMax = 5;

/** Marks between several pairs of one line: `Servings: 4 · Level: easy`, `SKU: 7 Category: Socks`. */
const between = /\s+[·•|]\s+|\s(?=\p{Lu}[\p{L}-]{2,20}:\s)/u;

/** A line as the pairs that it is made of, where all of its parts are pairs; else the line. */
const partsOf = (text: string): readonly string[] => {
  const parts = text.split(between);
  return parts.length > 1 && parts.every((part) => line.test(part)) ? parts : [text];
};

const link = /!?\[((?:[^\]\\]|\\.)*)\]\((<[^>]*>|[^)\s]*)(?:\s+"[^"]*")?\)/g;

/** Text of a line of Markdown without its marks. */
const plain = (markdown: string): string =>
  markdown
    .replace(link, '$1')
    .replace(/\\([\\`*_{}[\]()#+.!|<>~-])/g, '$1')
    .replace(/(?:\*\*|__|`)/g, '')
    .replace(/<br>/g, '; ')
    .trim();

const urlsIn = (markdown: string): string[] => [
  ...new Set([...markdown.matchAll(link)].map((match) => (match[2] ?? '').replace(/^<|>$/g, ''))),
];

const isFence = (text: string): boolean => /^\s{0,3}(?:```|~~~)/.test(text);

/**
 * Lines `Label: value` of a page's Markdown, such as those of a PDF, whose tree nobody has. Not in code, not in
 * quotations. At most
 * `limits.pairsPerPageMax`.
 */
export const pairsInMarkdown = (markdown: string): LabelledPair[] => {
  const found: LabelledPair[] = [];
  let isCode = false;
  for (const text of markdown.split('\n')) {
    if (isFence(text)) isCode = !isCode;
    if (isCode || found.length >= limits.pairsPerPageMax || text.length > 500) continue;
    for (const part of partsOf(text.trim())) {
      const [, label, value] = line.exec(part) ?? [];
      if (label === undefined || value === undefined || label.split(/\s+/).length > labelWordsMax) continue;
      if (/[.!?]$/.test(label) || /^(?:https?|mailto)$/i.test(label)) continue;
      found.push({
        label: plain(label),
        value: plain(value),
        urls: urlsIn(value),
        kind: 'key-value',
        where: 'markdown',
      });
    }
  }
  return found;
};
