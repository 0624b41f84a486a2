import { setFlagsFromString } from 'node:v8';

// V8's linear engine, for expressions that carry the flag `l`; others keep the usual engine.
setFlagsFromString('--enable-experimental-regexp-engine');

/** V8's own flag, which is in no standard. */
const linear: string = 'l';

/**
 * Compiles a caller's pattern for V8's linear-time engine. Patterns run on every link of a crawl, next to other
 * callers' pages: one that backtracks could hold a worker for hours.
 *
 * @throws {SyntaxError} if it is not a regular expression, or cannot be matched in linear time: lookarounds,
 *   backreferences, large repetitions of groups.
 */
export const compilePattern = (source: string): RegExp => new RegExp(source, linear);

/** Decodes what decodes: a broken escape, or one of another encoding than UTF-8, stays. */
const decoded = (text: string): string =>
  text.replace(/(?:%[0-9a-f]{2})+/gi, (escapes) => {
    try {
      return decodeURIComponent(escapes);
    } catch {
      return escapes;
    }
  });

/**
 * Returns how a canonical URL, or its path, may be written in a pattern: as it is sent (`/%C3%BCber`), and as people
 * read it (`/über`), if that is another text. A pattern matches if it matches one of them.
 */
export const patternSubjects = (text: string): readonly string[] => {
  const readable = decoded(text);
  return readable === text ? [text] : [text, readable];
};

/** Whether one of the patterns matches one of the subjects. */
export const matchesOne = (patterns: readonly RegExp[], subjects: readonly string[]): boolean =>
  patterns.some((pattern) => subjects.some((subject) => pattern.test(subject)));

/** The parts of a regular expression's source that stand for something together: its next part is at `lastIndex`. */
const parts = {
  /** How a group begins: `(`, `(?:`, `(?<name>`, `(?i-m:`. */
  opening: /\((?:\?(?:<[^>=!]{1,60}>|<?[=!]|[a-z-]*:))?/y,
  class: /\[(?:\\[^]|[^\]\\])*\]?/y,
  repetition: /(?:[*+?]|\{(?<least>\d+)(?<open>,(?<most>\d*))?\})\??/y,
  character: /\\[^]|[^]/y,
} as const;

const partAt = (part: RegExp, source: string, at: number): RegExpExecArray | null => {
  part.lastIndex = at;
  return part.exec(source);
};

/** Returns how often at most the repetition has what is before it compiled. */
const copiesOf = ({ groups: { least, open, most } = {} }: RegExpExecArray): number => {
  if (least === undefined) return 1;
  if (open === undefined) return Number(least);
  // `{3,}` is three copies and a loop.
  return most === undefined || most === '' ? Number(least) + 1 : Number(most);
};

/**
 * Returns how large a pattern is for the linear engine, which goes through all of it for each character of a subject:
 * the characters of its source, with what is counted (`{0,15}`) as often as it may come, as the engine compiles it. A
 * group counts with what is in it, so that counts within counts multiply.
 */
export const patternSize = (source: string): number => {
  /** Sizes of the open groups, the innermost last; and of what a repetition would repeat. */
  const open: number[] = [0];
  let last = 0;
  const add = (size: number): void => void (open[open.length - 1] = (open.at(-1) ?? 0) + size);
  for (let at = 0; at < source.length;) {
    const repetition = at === 0 ? null : partAt(parts.repetition, source, at);
    const opening = partAt(parts.opening, source, at);
    const part =
      repetition ?? opening ?? partAt(parts.class, source, at) ?? partAt(parts.character, source, at);
    const { length } = part?.[0] ?? ' ';
    if (repetition !== null) {
      // Beside each copy is the choice to leave it out.
      add(Math.max(length, (last + 1) * copiesOf(repetition) - last));
      last = 0;
    } else if (opening !== null) open.push(length);
    else if (part?.[0] === ')' && open.length > 1) {
      last = (open.pop() ?? 0) + length;
      add(last);
    } else {
      last = length;
      add(length);
    }
    at += length;
  }
  return open.reduce((sum, size) => sum + size, 0);
};
