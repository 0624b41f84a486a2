import { limits } from '../limits/limits.ts';
import { compilePattern, matchesOne, patternSize, patternSubjects } from '../request/path-pattern.ts';

/** The patterns of a crawl that say which pages it wants. */
export interface CrawlPatterns {
  /**
   * Regular expressions, matched anywhere in the path, or in the whole URL with `regexOnFullURL`: as it is sent or
   * decoded.
   */
  readonly includePaths: readonly string[];
  readonly excludePaths: readonly string[];
  readonly regexOnFullURL: boolean;
}

/** Patterns that are compiled, with the work that they may still do. */
export interface CompiledPatterns {
  readonly include: readonly RegExp[];
  readonly exclude: readonly RegExp[];
  readonly onFullUrl: boolean;
  /** Size of all patterns together (`patternSize`). */
  readonly patternCharacters: number;
  /** Characters of URLs times size of patterns. */
  readonly work: { left: number };
}

/** Why a pattern keeps a page out of a crawl; `too-costly` if no work is left to judge it. */
export type Unwanted = 'excluded' | 'not-included' | 'too-costly';

/**
 * Compiles the patterns of a crawl. They were validated with the request.
 *
 * @param workMax Characters of URLs times size of patterns that all judgements together may take.
 * @throws if a pattern does not compile.
 */
export const compilePatterns = (
  { includePaths, excludePaths, regexOnFullURL }: CrawlPatterns,
  workMax: number = limits.patternWorkMax,
): CompiledPatterns => ({
  include: includePaths.map((pattern) => compilePattern(pattern)),
  exclude: excludePaths.map((pattern) => compilePattern(pattern)),
  onFullUrl: regexOnFullURL,
  patternCharacters: [...includePaths, ...excludePaths].reduce((sum, each) => sum + patternSize(each), 0),
  work: { left: workMax },
});

/** Judges a page by the patterns of a crawl alone; null if they let it pass. Most crawls have none. */
export const judgePatterns = (url: URL, patterns: CompiledPatterns): Unwanted | null => {
  const { include, exclude, onFullUrl, patternCharacters, work } = patterns;
  if (include.length + exclude.length === 0) return null;
  const subjects = patternSubjects(onFullUrl ? url.href : url.pathname);
  // Linear time is not cheap: a step for each character of the link and of the patterns.
  work.left -= subjects.join('').length * patternCharacters;
  if (work.left < 0) return 'too-costly';
  if (matchesOne(exclude, subjects)) return 'excluded';
  return include.length > 0 && !matchesOne(include, subjects) ? 'not-included' : null;
};
