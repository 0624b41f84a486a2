import { Parser } from 'htmlparser2';

/** Returns a text with one space for each run of white space. */
export const collapsedText = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Returns the words of a piece of HTML, which feeds have in their titles and summaries. */
export const htmlWords = (html: string): string => {
  const kept: string[] = [];
  let skipped = 0;
  const parser = new Parser({
    onopentagname: (name) => {
      if (name === 'script' || name === 'style') skipped += 1;
      kept.push(' ');
    },
    onclosetag: (name) => {
      if (name === 'script' || name === 'style') skipped -= 1;
      kept.push(' ');
    },
    ontext: (text) => {
      if (skipped === 0) kept.push(text);
    },
  });
  parser.end(html);
  return collapsedText(kept.join(''));
};

/**
 * Returns the name of an author without an address: RSS has `ada@a.test (Ada Quill)`, Atom an element for each part.
 */
const authorName = (text: string): string => {
  const [, named] = /^\S+@\S+\s+\(([^()]+)\)$/.exec(text) ?? [];
  return named ?? (text.includes('@') && !text.includes(' ') ? '' : text);
};

/** Joins the names of authors, each once. */
export const joinAuthors = (names: readonly string[]): string | null =>
  textOrNull(
    [...new Set(names.map((name) => authorName(htmlWords(name))).filter((name) => name !== ''))].join(', '),
  );

/** Returns a text; null for none. */
export const textOrNull = (text: string | undefined): string | null =>
  text === undefined || text === '' ? null : text;

/** Counts the characters of HTML, without white space and markup. */
export const countHtmlText = (html: string): number => html.replace(/<[^<>]*>|\s+/g, '').length;

/** Escapes what is markup in a text. */
export const escapedText = (text: string): string =>
  text.replace(/[&<>]/g, (sign) => (sign === '&' ? '&amp;' : sign === '<' ? '&lt;' : '&gt;'));

/** Makes HTML of plain text, whose markup is escaped: a paragraph for each of its own, and a break for each line. */
export const paragraphsIn = (escaped: string): string =>
  escaped
    .split(/\n[ \t]*\n/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => `<p>${part.replaceAll('\n', '<br>')}</p>`)
    .join('');
