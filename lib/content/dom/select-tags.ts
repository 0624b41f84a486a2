import { compile, selectAll } from 'css-select';
import { isTraversal, parse, SelectorType, type Selector } from 'css-what';
import { limits } from '../../limits/limits.ts';
import { boundedAdapter } from './bounded-adapter.ts';
import { createElement } from './document.ts';
import type { domAdapter } from './dom-adapter.ts';
import type { DomElement, DomNode } from './dom.ts';

const rootNames: ReadonlySet<string> = new Set(['html', 'body']);

/**
 * Says whether one selector of a list names `html` or `body` as what it selects: by type, by `*` or `:root`. A class or
 * an attribute alone does not: on these two elements it says something of the page, such as `has-sidebar`, and is
 * never meant to select all of it.
 */
const namesRoot = (tokens: readonly Selector[]): boolean => {
  const subject = tokens.slice(tokens.findLastIndex(isTraversal) + 1);
  return subject.some((token) => {
    if (token.type === SelectorType.Universal) return true;
    if (token.type === SelectorType.Tag) return rootNames.has(token.name);
    if (token.type !== SelectorType.Pseudo) return false;
    if (token.name === 'root') return true;
    const isList = token.name === 'is' || token.name === 'where';
    return isList && Array.isArray(token.data) && token.data.some(namesRoot);
  });
};

/** What selectors select of a page. */
interface Selection {
  /** Whether they select `html` or `body`: all of the page. */
  readonly isWhole: boolean;
  /** The elements within the body that they select. */
  readonly elements: ReadonlySet<DomElement>;
}

const select = (body: DomElement, selector: string, adapter: typeof domAdapter): Selection => {
  const options = { adapter, cacheResults: false };
  const queryOf = (list: Selector[][]): ReturnType<typeof compile<DomNode, DomElement>> =>
    compile<DomNode, DomElement>(list, options);
  let query: ReturnType<typeof queryOf>;
  let rootQuery: ReturnType<typeof queryOf>;
  try {
    const list = parse(selector);
    query = queryOf(list);
    rootQuery = queryOf(list.filter(namesRoot));
  } catch {
    // The selector comes from a request; if it does not parse, it selects nothing.
    return { isWhole: false, elements: new Set() };
  }
  const roots = body.parentNode === null ? [body] : [body.parentNode, body];
  return {
    isWhole: roots.some((root) => rootQuery(root)),
    elements: new Set(selectAll<DomNode, DomElement>(query, body, options)),
  };
};

/** All selectors of a page share one allowance of steps. */
const selectAny = (body: DomElement, selectors: readonly string[]): Selection => {
  const adapter = boundedAdapter(limits.selectorStepsMax);
  const found = selectors.map((selector) => select(body, selector, adapter));
  return {
    isWhole: found.some(({ isWhole }) => isWhole),
    elements: new Set(found.flatMap(({ elements }) => [...elements])),
  };
};

const isInside = (element: DomElement, others: ReadonlySet<DomElement>): boolean => {
  for (let at = element.parentNode; at !== null; at = at.parentNode) if (others.has(at)) return true;
  return false;
};

/** Leaves in `body` only these elements and what is in them, in page order. */
const keepOnly = (body: DomElement, wanted: ReadonlySet<DomElement>): void => {
  const tops = body
    .getElementsByTagName('*')
    .filter((element) => wanted.has(element) && !isInside(element, wanted));
  for (const element of tops) element.remove();
  body.textContent = '';
  for (const element of tops) body.append(element);
};

/** Moves everything that a body holds into an element of its own. */
const emptied = (body: DomElement): DomElement => {
  const held = createElement('div');
  for (let node = body.firstChild; node !== null; node = body.firstChild) held.append(node);
  return held;
};

/**
 * Leaves in `body` only the elements that `includeTags` select (everything if there are none), in page order, and
 * removes those that `excludeTags` select. A selector that names `html` or `body` selects everything.
 *
 * @returns what `excludeTags` took away, each with all that was in it.
 * @throws SELECTOR_TOO_COSTLY when the selectors take more steps than a page's may.
 */
export const selectTags = (
  body: DomElement,
  {
    includeTags,
    excludeTags,
  }: { readonly includeTags: readonly string[]; readonly excludeTags: readonly string[] },
): readonly DomElement[] => {
  if (includeTags.length > 0) {
    const { isWhole, elements } = selectAny(body, includeTags);
    if (!isWhole) keepOnly(body, elements);
  }
  const { isWhole, elements } = selectAny(body, excludeTags);
  if (isWhole) return [emptied(body)];
  const excluded = [...elements].filter((element) => !isInside(element, elements));
  for (const element of excluded) element.remove();
  return excluded;
};
