/**
 * What stands beside a run of delimiters decides what it may do (CommonMark section 6.2). Symbols such as `€` are
 * punctuation since version 0.31 and were letters before: what has to be read is held against both.
 */
export type Side = 'space' | 'punctuation' | 'symbol' | 'other';

/** Bounds of a text count as white space. */
export const flankingSide = (character: string): Side => {
  if (character === '' || /\s/.test(character)) return 'space';
  if (/[!-/:-@[-`{-~]|\p{P}/u.test(character)) return 'punctuation';
  return /\p{S}/u.test(character) ? 'symbol' : 'other';
};

const isSurelyOpen = (outside: Side): boolean => outside === 'space' || outside === 'punctuation';

/** Whether delimiters between `outside` and `inside` flank what is inside, for every reader. */
export const surelyFlanks = (outside: Side, inside: Side): boolean =>
  inside !== 'space' && (inside === 'other' || isSurelyOpen(outside));

/** Whether they do for any reader. */
export const mayFlank = (outside: Side, inside: Side): boolean =>
  inside !== 'space' && (inside === 'other' || inside === 'symbol' || outside !== 'other');

/** The first character of a text, whole where it is a pair of surrogates. */
export const firstCharacter = (text: string): string =>
  text === '' ? '' : String.fromCodePoint(text.codePointAt(0) ?? 0);

/** The last character of a text, whole where it is a pair of surrogates. */
export const lastCharacter = (text: string): string => {
  const last = text.charCodeAt(text.length - 1);
  const isLow = last >= 0xdc00 && last <= 0xdfff && text.length > 1;
  return text.slice(isLow ? -2 : -1);
};
