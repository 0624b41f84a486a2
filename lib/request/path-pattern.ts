import { setFlagsFromString } from 'node:v8';

// V8's linear engine, for expressions that carry the flag `l`; others stay with the usual engine.
setFlagsFromString('--enable-experimental-regexp-engine');

/** V8's own flag: no standard knows it. */
const linear: string = 'l';

/**
 * Compiles a caller's pattern for V8's linear-time engine. Patterns run on every link of a crawl, next to other
 * callers' pages: one that backtracks could hold a worker for hours.
 *
 * @throws {SyntaxError} for what is no regular expression, and for what cannot be matched in linear time: lookarounds,
 *   backreferences, large repetitions of groups.
 */
export const compilePattern = (source: string): RegExp => new RegExp(source, linear);
