import { isTraversal, parse, SelectorType, type Selector } from 'css-what';
import type * as z from 'zod';
import { failure, type Failure } from '../../failure.ts';

/**
 * Selectors of a caller that Chromium matches for us: elements to wait for, and elements for actions. Chromium matches
 * them again and again while a page changes. It gives up a chain of combinators as soon as one of them cannot hold, so
 * that a chain costs little however long it is. But a chain within `:is()`, `:not()`, `:where()` or `:has()` is tried
 * anew for every element of the chain outside: `:is(x ~ *) ~ * ~ *` takes 0.2 s on 500 siblings and 15 s on 2,000. So
 * there a chain may have only one step. Playwright's own engines, which have no bound either, are not for callers.
 */
/** Counts the combinators of a selector, including those within its pseudo-classes. */
const countCombinators = (selector: readonly Selector[]): number =>
  selector.reduce(
    (sum, token) =>
      sum + (isTraversal(token) ? 1 : 0) + innerOf(token).reduce((own, it) => own + countCombinators(it), 0),
    0,
  );

/** Returns the selectors within a pseudo-class. */
const innerOf = (token: Selector): readonly (readonly Selector[])[] =>
  token.type === SelectorType.Pseudo && Array.isArray(token.data) ? token.data : [];

/** Playwright's pseudo-classes that measure every element against every other. */
const measuring = new Set(['near', 'left-of', 'right-of', 'above', 'below', 'nth-match']);

const isCostly = (selector: readonly Selector[], depth = 0): boolean => {
  const outside = selector.filter(isTraversal).length;
  return selector.some((token) => {
    if (token.type !== SelectorType.Pseudo) return false;
    if (measuring.has(token.name)) return true;
    const within = innerOf(token);
    if (within.length > 0 && depth > 1) return true;
    const most = Math.max(0, ...within.map(countCombinators));
    // `:has()` looks forward, and Chromium caches the result; the others look back, for each element anew.
    const isRepeated = most > 0 && outside > 1 && token.name !== 'has';
    return most > 1 || isRepeated || within.some((inner) => isCostly(inner, depth + 1));
  });
};

/** Says whether the parser takes a text for an element's name that is none: another engine's selector. */
const isForeign = (token: Selector): boolean =>
  token.type === SelectorType.Tag && /[=<>{}()/@]/.test(token.name);

/** Why a selector is not given to Chromium: it is no CSS, or it may take too long. */
type SelectorRefusal = { readonly isCostly: boolean; readonly why: string };

const whyRefused = (selector: string): SelectorRefusal | null => {
  try {
    const parsed = parse(selector);
    if (parsed.some((each) => each.some(isForeign)))
      return { isCostly: false, why: 'it is written for another engine than CSS' };
    return parsed.some((each) => isCostly(each))
      ? { isCostly: true, why: 'within a pseudo-class such as :is() a selector may have one combinator' }
      : null;
  } catch (error) {
    return { isCostly: false, why: error instanceof Error ? error.message : String(error) };
  }
};

/**
 * Reports a selector of a request that Chromium would not be given, so that the request is refused before any work: a
 * check for `superRefine`.
 *
 * @param path Where it stands in what is checked.
 */
export const checkBrowserSelector = (
  selector: string,
  context: z.RefinementCtx,
  path: (string | number)[] = [],
): void => {
  const refused = whyRefused(selector);
  if (refused !== null)
    context.addIssue({
      code: 'custom',
      path,
      message: `expected a CSS selector such as "main .post": ${refused.why}`,
      input: selector,
    });
};

/** Returns why a selector is not given to Chromium; null if it is allowed. */
export const judgeBrowserSelector = (selector: string): Failure | null => {
  const refused = whyRefused(selector);
  if (refused === null) return null;
  const cannot = `Cannot look for ${JSON.stringify(selector.slice(0, 100))}`;
  return refused.isCostly
    ? failure('SELECTOR_TOO_COSTLY', `${cannot}: ${refused.why}`)
    : failure('ACTION_FAILED', `${cannot}: it is no CSS selector`);
};

/** What of a request's options may hold selectors. */
interface Selecting {
  readonly waitFor?: number | string | undefined;
  readonly actions?: readonly { readonly type: string; readonly selector?: string | undefined }[] | undefined;
}

/** Returns why the selectors of a request are not given to Chromium, with their places; null if all are allowed. */
export const judgeBrowserSelectors = ({ waitFor, actions = [] }: Selecting): Failure | null => {
  const placed = actions.flatMap(({ type, selector }, at): [string, string][] =>
    selector === undefined ? [] : [[`actions.${at} (${type})`, selector]],
  );
  if (typeof waitFor === 'string') placed.unshift(['waitFor', waitFor]);
  for (const [place, selector] of placed) {
    const why = judgeBrowserSelector(selector);
    if (why !== null) return { ...why, message: `${place}: ${why.message}` };
  }
  return null;
};
