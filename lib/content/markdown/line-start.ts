/** What would be read as the beginning of a block, or as its end, where a text stands on a line. */

/** Escapes what begins a block at the beginning of one: a list, a heading, a quotation, a rule, code, HTML. */
export const escapeBlockStart = (text: string): string => escapeLine(text, /^\d{1,9}(?=[.)](?:\s|$))/);

/**
 * Escapes what would end a paragraph, or make a table or a heading of it, at the beginning of one of its later lines.
 */
export const escapeLineStart = (text: string): string =>
  escapeLine(
    /^[:|=]/.test(text) ? text.replace(/^(?:[:|](?=[\s:|-]*-[\s:|-]*$)|=(?==*\s*$))/, '\\$&') : text,
    /^0{0,8}1(?=[.)](?:\s|$))/,
  );

/** Characters with which a block may begin: nearly no text does. */
const mayBegin = /^[-+*#>~`<_[\d]/;

const escapeLine = (text: string, number: RegExp): string => {
  if (!mayBegin.test(text)) return text;
  return text
    .replace(
      /^(?:[-+*](?=\s|$)|-(?=[-|:\s]*$)|#(?=#{0,5}(?:\s|$))|>|~~~|```|<(?!https?:\/\/)(?=[a-zA-Z/!?]))/,
      '\\$&',
    )
    .replace(/^(?:_(?=\s*_\s*_[_\s]*$)|\*(?=\s*\*\s*\*[*\s]*$))/, '\\$&')
    .replace(/^\[(?=[^\]]*\]:)/, '\\[')
    .replace(number, '$&\\');
};

/** Escapes what would be the closing marks of a heading (CommonMark section 4.2). */
export const escapeHeadingEnd = (text: string): string => text.replace(/(?<=^|\s)#(?=#*$)/, '\\#');
