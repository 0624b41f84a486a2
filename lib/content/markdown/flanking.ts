/**
 * The kind of character beside a run of delimiters, which decides what the run may do (CommonMark section 6.2). Symbols
 * such as `€` are punctuation since version 0.31 and were letters before, so emphasis has to work under both rules.
 */
export type Side = 'space' | 'punctuation' | 'symbol' | 'other';

/** Classifies a character; '' stands for the bounds of a text, which count as white space. */
export const flankingSide = (character: string): Side => {
  if (character === '' || /\s/.test(character)) return 'space';
  if (/[!-/:-@[-`{-~]|\p{P}/u.test(character)) return 'punctuation';
  return /\p{S}/u.test(character) ? 'symbol' : 'other';
};

const isSurelyOpen = (outside: Side): boolean => outside === 'space' || outside === 'punctuation';

/** Says whether delimiters between `outside` and `inside` flank the inside for every reader of Markdown. */
export const surelyFlanks = (outside: Side, inside: Side): boolean =>
  inside !== 'space' && (inside === 'other' || isSurelyOpen(outside));

/** Says whether they flank the inside for some reader. */
export const mayFlank = (outside: Side, inside: Side): boolean =>
  inside !== 'space' && (inside === 'other' || inside === 'symbol' || outside !== 'other');

/** Returns the first character of a text, with both halves of a surrogate pair. */
export const firstCharacter = (text: string): string =>
  text === '' ? '' : String.fromCodePoint(text.codePointAt(0) ?? 0);

/** Returns the last character of a text, with both halves of a surrogate pair. */
export const lastCharacter = (text: string): string => {
  const last = text.charCodeAt(text.length - 1);
  const isLow = last >= 0xdc00 && last <= 0xdfff && text.length > 1;
  return text.slice(isLow ? -2 : -1);
};
