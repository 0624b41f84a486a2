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
