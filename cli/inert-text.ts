/**
 * What a terminal obeys instead of showing: control characters but line ends and tabs, those of the second set (C1)
 * among them, and characters that turn the direction of what follows (Unicode, "Bidirectional Algorithm", explicit
 * formatting).
 */
const obeyed = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu;
/** Marks of direction, which Hebrew and Arabic text has, and line ends that are none to a shell. */
const marks = /[\u061C\u200E\u200F\u2028\u2029]/g;

const isLineEndOrTab = (character: string): boolean => character === '\n' || character === '\t';

/**
 * Text that whoever shows it only shows: what a pipe takes comes to a terminal as well, by `less`, `cat` or a log.
 * Pages and callers write titles, addresses and messages.
 */
export const inertText = (text: string): string =>
  text.replaceAll(obeyed, (character) => (isLineEndOrTab(character) ? character : ''));

/** The same for a terminal, where marks of direction move what stands beside them on a line of ours. */
export const inertOnTerminal = (text: string): string => inertText(text).replaceAll(marks, '');

/** A value as JSON that is inert and still says the same: what would be obeyed is written as an escape. */
export const inertJson = (value: unknown, indent?: number): string =>
  (JSON.stringify(value, null, indent) ?? 'null').replaceAll(obeyed, (character) =>
    isLineEndOrTab(character) ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
