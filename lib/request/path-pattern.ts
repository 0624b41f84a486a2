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
