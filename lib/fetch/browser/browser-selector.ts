import { isTraversal, parse, SelectorType, type Selector } from 'css-what';
import { failure, type Failure } from '../../failure.ts';
import type { ScrapeOptions } from '../../request/job-spec.ts';

/**
 * Selectors of a caller that Chromium matches for us: what is waited for, and what actions act on. It matches them
 * again and again while a page changes, and gives up a chain of combinators as soon as one of them cannot hold, so
 * that a
 * chain costs little however long it is. A chain within `:is()`, `:not()`, `:where()` or `:has()` it tries anew for
 * every
 * element of the chain outside: `:is(x ~ *) ~ * ~ *` takes 0.2 s on 500 siblings and 15 s on 2,000. So a chain may
 * stand
 * there only as long as one step, and Playwright's own engines, which have no bound either, are not for callers.
 */
/** Combinators of a selector, those within its pseudo-classes included. */
const countCombinators = (selector: readonly Selector[]): number =>
  selector.reduce(
    (sum, token) =>
      sum + (isTraversal(token) ? 1 : 0) + innerOf(token).reduce((own, it) => own + countCombinators(it), 0),
    0,
  );

/** The selectors within a pseudo-class. */
const innerOf = (token: Selector): readonly (readonly Selector[])[] =>
  token.type === SelectorType.Pseudo && Array.isArray(token.data) ? token.data : [];

/** Pseudo-classes of Playwright's that measure every element against every other. */
const measuring = new Set(['near', 'left-of', 'right-of', 'above', 'below', 'nth-match']);

const isCostly = (selector: readonly Selector[], depth = 0): boolean => {
  const outside = selector.filter(isTraversal).length;
  return selector.some((token) => {
    if (token.type !== SelectorType.Pseudo) return false;
    if (measuring.has(token.name)) return true;
    const within = innerOf(token);
    if (within.length > 0 && depth > 1) return true;
    const most = Math.max(0, ...within.map(countCombinators));
    // `:has()` looks into what follows, which Chromium remembers; the others look back, for each element anew.
    const isRepeated = most > 0 && outside > 1 && token.name !== 'has';
    return most > 1 || isRepeated || within.some((inner) => isCostly(inner, depth + 1));
  });
};

/** What the parser takes for the name of an element, and is none: another engine's selector. */
const isForeign = (token: Selector): boolean =>
  token.type === SelectorType.Tag && /[=<>{}()/@]/.test(token.name);

const parseCss = (selector: string): Selector[][] | null => {
  try {
    const parsed = parse(selector);
    return parsed.some((each) => each.some(isForeign)) ? null : parsed;
  } catch {
    return null;
  }
};

/** Why a selector is not handed to Chromium; null where it is. */
export const judgeBrowserSelector = (selector: string): Failure | null => {
  const shown = JSON.stringify(selector.slice(0, 100));
  const parsed = parseCss(selector);
  if (parsed === null) return failure('ACTION_FAILED', `Cannot look for ${shown}: it is no CSS selector`);
  if (!parsed.some((each) => isCostly(each))) return null;
  const message = `Cannot look for ${shown}: within a pseudo-class such as :is() a selector may have one combinator`;
  return failure('SELECTOR_TOO_COSTLY', message);
};

/** Why the selectors of a request are not handed to Chromium, each named by its place; null where they all are. */
export const judgeBrowserSelectors = ({ waitFor, actions = [] }: ScrapeOptions): Failure | null => {
  const placed = actions.flatMap((action, at): [string, string][] =>
    'selector' in action && action.selector !== undefined
      ? [[`actions.${at} (${action.type})`, action.selector]]
      : [],
  );
  if (typeof waitFor === 'string') placed.unshift(['waitFor', waitFor]);
  for (const [place, selector] of placed) {
    const why = judgeBrowserSelector(selector);
    if (why !== null) return { ...why, message: `${place}: ${why.message}` };
  }
  return null;
};
