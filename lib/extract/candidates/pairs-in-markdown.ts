import { limits } from '../../limits/limits.ts';
import { ownPart } from '../../content/besides-heading.ts';
import { endsInBreak, isFence } from './markdown-lines.ts';
import { namesFormer, type LabelledPair } from '../../content/labelled-pair.ts';

/** A label of few words, a colon, and a short value; prose has no such lines. */
const line =
  /^(?:[-*+]\s+)?(?:\*\*|__)?([\p{L}\p{N}][^:：|\n*_]{0,49}?)(?:(?::(?:\*\*|__)|(?:\*\*|__)?\s?:)\s+|(?:\*\*|__)?：(?:\*\*|__)?\s*)(\S.{0,299})$/u;
const labelWordsMax = 5;

/** Marks between several pairs on one line: `Servings: 4 · Level: easy`, `SKU: 7 Category: Socks`. */
const between = /\s+[·•|]\s+|\s(?=\p{Lu}[\p{L}-]{2,20}:\s)/u;

/** Splits a line into its pairs if each part is a pair; else returns the line. */
const partsOf = (text: string): readonly string[] => {
  const parts = text.split(between);
  return parts.length > 1 && parts.every((part) => line.test(part)) ? parts : [text];
};

const link = /!?\[((?:[^\]\\]|\\.)*)\]\((<[^>]*>|[^)\s]*)(?:\s+"[^"]*")?\)/g;

const struck = /~~([^~\n]{1,200})~~/g;

/** Returns the text of a line of Markdown without its marks, and without what is struck. */
const plain = (markdown: string): string =>
  markdown
    .replace(struck, '')
    .replace(link, '$1')
    .replace(/\\([\\`*_{}[\]()#+.!|<>~-])/g, '$1')
    .replace(/(?:\*\*|__|`)/g, '')
    .replace(/<br>/g, '; ')
    .trim();

/** Returns the value behind a label: the text that holds, or what is struck if the label asks for what held before. */
const plainValue = (label: string, markdown: string): string => {
  const former = namesFormer(label) ? [...markdown.matchAll(struck)].map(([, text = '']) => plain(text)) : [];
  return former.length === 0 ? plain(markdown) : former.join('; ');
};

const urlsIn = (markdown: string): string[] => [
  ...new Set([...markdown.matchAll(link)].map((match) => (match[2] ?? '').replace(/^<|>$/g, ''))),
];

/** A line that is only a label, whose value is below it. */
const labelAlone = /^(?:[-*+]\s+)?[\p{L}\p{N}*_][^:：|\n]{0,49}[:：](?:\*\*|__)?$/u;

/**
 * Says whether the value of a line goes on in the next one: an address, opening hours. Then its first line alone is not
 * what its label says.
 */
const goesOn = (text: string, next: string | undefined): boolean => {
  const below = next?.trim() ?? '';
  return (
    endsInBreak(text) &&
    below !== '' &&
    !partsOf(below).some((part) => line.test(part)) &&
    !labelAlone.test(below)
  );
};

/**
 * Returns lines `Label: value` of a page's Markdown, which every document has, also one without a tree such as a PDF.
 * Skips code, quotations, and values of several lines. Returns at most `limits.pairsPerPageMax`.
 */
export const pairsInMarkdown = (whole: string): LabelledPair[] => {
  const markdown = ownPart(whole);
  const found: LabelledPair[] = [];
  let isCode = false;
  const lines = markdown.split('\n');
  for (const [at, text] of lines.entries()) {
    if (isFence(text)) isCode = !isCode;
    if (isCode || found.length >= limits.pairsPerPageMax || text.length > 500) continue;
    const parts = partsOf(text.trim());
    for (const part of goesOn(text, lines[at + 1]) ? parts.slice(0, -1) : parts) {
      const [, outer, rest = ''] = line.exec(part) ?? [];
      // `Helpline: Phone: 0800 …` is a telephone number: the last label says what kind of value it is.
      const inner = line.exec(rest);
      const [label, value] = inner === null ? [outer, rest] : [inner[1], inner[2]];
      if (label === undefined || value === undefined || label.split(/\s+/).length > labelWordsMax) continue;
      if (
        /[.!?]$/.test(label.replace(/^(?:\p{L}{1,5}[.-]-?){1,2}$/u, '')) ||
        /^(?:https?|mailto)$/i.test(label)
      )
        continue;
      found.push({
        label: plain(label),
        value: plainValue(label, value),
        urls: urlsIn(value),
        kind: 'key-value',
        where: 'markdown',
      });
    }
  }
  return [...found, ...listsInMarkdown(markdown), ...headedInMarkdown(markdown)];
};

const itemsMax = 200;
const item = /^(?:[-*+]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?(\S.*)$/;

/** Returns lists right under a heading, with the heading as their label: `### Ingredients`. */
const listsInMarkdown = (markdown: string): LabelledPair[] => {
  const found: LabelledPair[] = [];
  const blocks = markdown.split('\n').filter((text) => text.trim() !== '');
  for (const [at, text] of blocks.entries()) {
    const heading = /^(?:#{2,6}\s+(.+?)|\*\*([^*]+)\*\*)\s*$/.exec(text);
    const label = plain(heading?.[1] ?? heading?.[2] ?? '').replace(/\s*[:：]$/, '');
    if (label === '' || label.split(/\s+/).length > labelWordsMax || found.length >= listsMax) continue;
    const below = blocks.slice(at + 1, at + 1 + itemsMax);
    const end = below.findIndex((text) => !item.test(text));
    const cells = below
      .slice(0, end < 0 ? below.length : end)
      .map((text) => plain(item.exec(text)?.[1] ?? ''));
    // An entry of several lines, or with entries of its own, is no single value.
    if (cells.length < 2 || /^\s/.test(below[end] ?? '')) continue;
    found.push({
      label,
      value: cells.join('; '),
      urls: [],
      cells,
      kind: 'key-value',
      where: `markdown ${label}`,
    });
  }
  return found;
};

const listsMax = 50;

/** Returns headings over a single short line that is no sentence, such as `### Opening hours`, as labels. */
const headedInMarkdown = (markdown: string): LabelledPair[] => {
  const blocks = markdown.split('\n').filter((text) => text.trim() !== '');
  return blocks
    .flatMap((text, at): LabelledPair[] => {
      const label = plain(/^#{2,6}\s+(.+?)\s*[:：]?$/.exec(text)?.[1] ?? '');
      const [value, after] = [blocks[at + 1], blocks[at + 2]];
      if (label === '' || label.split(/\s+/).length > labelWordsMax || value === undefined) return [];
      const isEnd = after === undefined || /^#{1,6}\s/.test(after) || line.test(after.trim());
      const isValue =
        value.length <= headedCharactersMax && !/^(?:[#>|`~!-]|[*+]\s|\d+[.)]\s)|[.!?。:：]$/.test(value);
      // A price under a heading belongs to one card among others.
      if (!isEnd || !isValue || line.test(value.trim()) || /\p{Sc}|円/u.test(value)) return [];
      return [
        { label, value: plain(value), urls: urlsIn(value), kind: 'key-value', where: `markdown ${label}` },
      ];
    })
    .slice(0, listsMax);
};
const headedCharactersMax = 150;
