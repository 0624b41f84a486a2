/**
 * Text that a terminal only shows: without control characters but line ends and tabs, without those of the second
 * set (C1), which some terminals obey as well, and without marks that turn the direction of what follows (Unicode,
 * "Bidirectional Algorithm", explicit formatting). Pages and callers write titles, addresses and messages. /
 */
export const inertText = (text: string): string =>
  text.replaceAll(/[\p{Cc}\u061C\u200E\u200F\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu, (character) =>
    character === '\n' || character === '\t' ? character : '',
  );
