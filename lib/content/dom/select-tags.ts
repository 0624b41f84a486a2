import { compile, selectAll } from 'css-select';
import { limits } from '../../limits/limits.ts';
import { boundedAdapter } from './bounded-adapter.ts';
import type { domAdapter } from './dom-adapter.ts';
import type { DomElement, DomNode } from './dom.ts';

const select = (root: DomElement, selector: string, adapter: typeof domAdapter): DomElement[] => {
  const options = { adapter, cacheResults: false };
  let query: ReturnType<typeof compile<DomNode, DomElement>>;
  try {
    query = compile<DomNode, DomElement>(selector, options);
  } catch {
    // The selector comes from a request; if it does not parse, it selects nothing.
    return [];
  }
  return selectAll<DomNode, DomElement>(query, root, options);
};

/** All selectors of a page share one allowance of steps. */
const selectAny = (root: DomElement, selectors: readonly string[]): Set<DomElement> => {
  const adapter = boundedAdapter(limits.selectorStepsMax);
  return new Set(selectors.flatMap((selector) => select(root, selector, adapter)));
};

const isInside = (element: DomElement, others: ReadonlySet<DomElement>): boolean => {
  for (let at = element.parentNode; at !== null; at = at.parentNode) if (others.has(at)) return true;
  return false;
};

/**
 * Leaves in `body` only the elements that `includeTags` select (everything if there are none), in page order, and
 * removes those that `excludeTags` select.
 *
 * @throws SELECTOR_TOO_COSTLY when the selectors take more steps than a page's may.
 */
export const selectTags = (
  body: DomElement,
  {
    includeTags,
    excludeTags,
  }: { readonly includeTags: readonly string[]; readonly excludeTags: readonly string[] },
): void => {
  if (includeTags.length > 0) {
    const wanted = selectAny(body, includeTags);
    const tops = body
      .getElementsByTagName('*')
      .filter((element) => wanted.has(element) && !isInside(element, wanted));
    for (const element of tops) element.remove();
    body.textContent = '';
    for (const element of tops) body.append(element);
  }
  for (const element of selectAny(body, excludeTags)) element.remove();
};
