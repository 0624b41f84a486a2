import { compile, selectAll } from 'css-select';
import { domAdapter } from './dom-adapter.ts';
import type { DomElement, DomNode } from './dom.ts';

const options = { adapter: domAdapter, cacheResults: false };

/** A selector comes from a request; one that does not parse selects nothing. */
const compiled = (selector: string): ReturnType<typeof compile<DomNode, DomElement>> | null => {
  try {
    return compile<DomNode, DomElement>(selector, options);
  } catch {
    return null;
  }
};

const select = (root: DomElement, selector: string): DomElement[] => {
  const query = compiled(selector);
  return query === null ? [] : selectAll<DomNode, DomElement>(query, root, options);
};

const selectAny = (root: DomElement, selectors: readonly string[]): Set<DomElement> =>
  new Set(selectors.flatMap((selector) => select(root, selector)));

const isInside = (element: DomElement, others: ReadonlySet<DomElement>): boolean => {
  for (let at = element.parentNode; at !== null; at = at.parentNode) if (others.has(at)) return true;
  return false;
};

/**
 * Leaves in `body` only what `includeTags` select (all of it where there are none), in page order, without what
 * `excludeTags` select.
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
