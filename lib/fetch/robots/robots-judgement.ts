import { limits } from '../../limits/limits.ts';
import { findLetters, matchesAfterPrefix, normalisePath, readRobotsPattern } from './robots-pattern.ts';
import type { RobotsPattern } from './robots-pattern.ts';
import type { RobotsRules } from './robots.ts';

/**
 * What the rules of a robots.txt say of a URL. `unjudged`: it would take more work than it may, as only a file does
 * that is made for it; such a URL counts as forbidden, since what nobody could judge is not fetched.
 */
export type RobotsJudgement = 'allowed' | 'forbidden' | 'unjudged';

/** The work that several judgements may still take together: about the characters that they read. */
export interface RobotsWork {
  left: number;
}

/** Opens the work of judgements that are made together, for one visit, plan or estimate. */
export const openRobotsWork = (): RobotsWork => ({ left: limits.robotsBatchWorkMax });

interface Rule extends RobotsPattern {
  readonly allow: boolean;
  /** Its place among the rules, of which the first that matches decides. */
  readonly place: number;
}

interface CompiledRules {
  readonly byPrefix: ReadonlyMap<string, readonly Rule[]>;
  /** Lengths of the prefixes, each once, ascending. */
  readonly lengths: readonly number[];
}

/** Compiled once for each robots.txt that is in memory. */
const compiled = new WeakMap<RobotsRules, CompiledRules>();

const compileRules = (robots: RobotsRules): CompiledRules => {
  const known = compiled.get(robots);
  if (known !== undefined) return known;
  const rules = robots.rules.map(({ allow, pattern }, place) => ({
    ...readRobotsPattern(pattern),
    allow,
    place,
  }));
  const byPrefix = Map.groupBy(rules, ({ prefix }) => prefix);
  const lengths = [...new Set(rules.map(({ prefix }) => prefix.length))].toSorted((a, b) => a - b);
  compiled.set(robots, { byPrefix, lengths });
  return { byPrefix, lengths };
};

/** Finds the rules whose prefix a path has, in lists that are each in order. */
const rulesThatMayMatch = (
  { byPrefix, lengths }: CompiledRules,
  path: string,
  work: RobotsWork,
): (readonly Rule[])[] => {
  const lists: (readonly Rule[])[] = [];
  for (const length of lengths) {
    if (length > path.length) break;
    // A look-up, for which a long prefix is hashed.
    work.left -= 2 + (length >> 3);
    const list = byPrefix.get(path.slice(0, length));
    if (list !== undefined) lists.push(list);
  }
  return lists;
};

/** Finds the first rule that matches; undefined if none does, or no work is left. */
const firstMatch = (rules: CompiledRules, path: string, work: RobotsWork): Rule | undefined => {
  const letters = findLetters(path);
  let first: Rule | undefined;
  for (const list of rulesThatMayMatch(rules, path, work)) {
    for (const rule of list) {
      if (work.left < 0) return undefined;
      if (first !== undefined && rule.place > first.place) break;
      if (!matchesAfterPrefix(rule, path, letters, work)) continue;
      first = rule;
      break;
    }
  }
  return first;
};

/**
 * Says whether the rules let us fetch the URL: the longest match decides, allow wins ties, no match allows (RFC 9309
 * section 2.2.2).
 *
 * @param batch The work that is left for this judgement and those with it; without it, the judgement is alone.
 */
export const judgeByRobots = (
  robots: RobotsRules,
  url: string,
  batch: RobotsWork = openRobotsWork(),
): RobotsJudgement => {
  const { pathname, search } = new URL(url);
  // Section 2.2.2: "/robots.txt" itself is implicitly allowed.
  if (pathname === '/robots.txt' || robots.rules.length === 0) return 'allowed';
  if (batch.left < 0) return 'unjudged';
  const given = Math.min(batch.left, limits.robotsWorkMax);
  const work = { left: given };
  const first = firstMatch(compileRules(robots), normalisePath(pathname + search), work);
  batch.left -= given - work.left;
  if (work.left < 0) return 'unjudged';
  return first === undefined || first.allow ? 'allowed' : 'forbidden';
};
