/**
 * Text of a page as Markdown text: what would be read as markup gets a backslash (CommonMark section 2.4), and nothing
 * else does, because whoever searches for `file_name` should find it. What stands beside the ends of a text is not known
 * here, so those are judged as if they were the worst.
 */

/** Text without any of these needs nothing: nearly all of it. */
const special = /[\\*_`~[\]<&]/;

/** Brackets are text, unless they may be those of a link. Found without a search from every bracket to the end. */
const mayLink = (text: string): boolean =>
  /\](?:[(:[]|$)/.test(text) ||
  text.lastIndexOf('[') > text.lastIndexOf(']') ||
  (text.includes(']') && text.indexOf(']') < text.indexOf('['));

/** Escapes what is markup anywhere in a line. */
export const escapeText = (text: string): string => {
  if (!special.test(text)) return text;
  const inline = text
    .replace(/\\(?=[!-/:-@[-`{-~]|$)/g, '\\\\')
    // A star between spaces and an underscore inside a word open nothing (section 6.2).
    .replace(/(?<!\s)\*|\*(?!\s)/g, '\\*')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/`/g, '\\`')
    .replace(/~~/g, '\\~\\~')
    .replace(/<(?=[a-zA-Z/!?])/g, '\\<')
    .replace(/&(?=#?[a-zA-Z0-9]{1,31};)/g, '\\&');
  return mayLink(text) ? inline.replace(/[[\]]/g, '\\$&') : inline;
};

/** Escapes what is markup only at the beginning of a line. */
export const escapeLineStart = (text: string): string =>
  text
    .replace(/^(?:[-+](?=\s|$)|-(?=-+\s*$)|=(?==*\s*$)|#(?=#{0,5}(?:\s|$))|>|\*(?=\s))/, '\\$&')
    .replace(/^(\d{1,9})(?=[.)](?:\s|$))/, '$1\\');
