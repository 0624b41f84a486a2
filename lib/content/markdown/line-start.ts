/** Escapes for text that would begin or end a block because it stands at the beginning of a line. */

/** Escapes what would begin a block at the beginning of a block: a list, a heading, a quotation, a rule, code, HTML. */
export const escapeBlockStart = (text: string): string => escapeLine(text, /^\d{1,9}(?=[.)](?:\s|$))/);

/**
 * Escapes what would end a paragraph, or turn it into a table or heading, at the beginning of one of its later lines.
 */
export const escapeLineStart = (text: string): string =>
  escapeLine(
    /^[:|=]/.test(text) ? text.replace(/^(?:[:|](?=[\s:|-]*-[\s:|-]*$)|=(?==*\s*$))/, '\\$&') : text,
    /^0{0,8}1(?=[.)](?:\s|$))/,
  );

/** Characters with which a block may begin; nearly no text begins with one. */
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
