/**
 * Characters that a terminal executes instead of showing: control characters except line ends and tabs, including those
 * of the second set (C1), and characters that change the direction of the following text (Unicode, "Bidirectional
 * Algorithm", explicit formatting).
 */
const obeyed = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu;
/** Marks of direction, which occur in Hebrew and Arabic text, and line ends that shells do not treat as such. */
const marks = /[\u061C\u200E\u200F\u2028\u2029]/g;

const isLineEndOrTab = (character: string): boolean => character === '\n' || character === '\t';

/**
 * Makes text safe to show: output of a pipe reaches a terminal too, through `less`, `cat` or a log. Pages and callers
 * write titles, addresses and messages.
 */
export const inertText = (text: string): string =>
  text.replaceAll(obeyed, (character) => (isLineEndOrTab(character) ? character : ''));

/** Does the same for a terminal, where marks of direction would also move the text beside them on our line. */
export const inertOnTerminal = (text: string): string => inertText(text).replaceAll(marks, '');

/** Writes a value as safe JSON with the same meaning: characters that a terminal would execute become escapes. */
export const inertJson = (value: unknown, indent?: number): string =>
  (JSON.stringify(value, null, indent) ?? 'null').replaceAll(obeyed, (character) =>
    isLineEndOrTab(character) ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
