import { askClasses } from '../dom/class-names.ts';
import { elementsWithin, findAncestor, matchingWithin } from '../dom/dom-walk.ts';
import type { DomElement } from '../dom/dom.ts';

/** Fewer are no tabs, and more are an index. */
const [tabsMin, tabsMax] = [2, 30] as const;

const isNamedTabs = askClasses(({ toldList }) =>
  toldList.some((name) =>
    /^(?:[a-z]+[-_]{1,2})*(?:tabs?|pills|tab[-_]?(?:links?|list|nav|menu|buttons?|headers?|titles?|bar|labels))$/i.test(
      name,
    ),
  ),
);
const naming = ['aria-controls', 'data-bs-target', 'data-target', 'data-tab', 'data-tab-target', 'href'];

/** Returns the id of the panel that a link or button names: by `#windows`, or by a call: `show(event, 'windows')`. */
const panelIdOf = (link: DomElement): string | null => {
  for (const name of naming) {
    const value = link.getAttribute(name)?.trim() ?? '';
    if (value !== '' && (name !== 'href' || (value.startsWith('#') && value.length > 1)))
      return value.replace(/^#/, '');
  }
  return /['"]#?([\w-]{1,100})['"]\s*\)/.exec(link.getAttribute('onclick') ?? '')?.[1] ?? null;
};

/** Says whether an element may be a list of tabs: it is called so, or a list in what is called so. */
export const isTabLinks = (element: DomElement): boolean => {
  const { localName, parentNode } = element;
  if (isNamedTabs(element)) return true;
  return (localName === 'ul' || localName === 'ol') && parentNode !== null && isNamedTabs(parentNode);
};

/**
 * Finds the links or buttons of a list of tabs without roles (Bootstrap, jQuery UI, Foundation), and the panels that
 * they name: elements beside each other, near the list. Null if they name others.
 *
 * @param list one that `isTabLinks` accepts: a table of contents names elements beside each other as well.
 * @param look is asked of each element that is looked at; false ends the search.
 */
export const linkedTabs = (
  list: DomElement,
  look: () => boolean,
): { readonly labels: DomElement[]; readonly panels: DomElement[] } | null => {
  const labels = elementsWithin(list, ['a', 'button'], tabsMax + 1);
  const scope = list.parentNode?.parentNode ?? null;
  if (labels.length < tabsMin || labels.length > tabsMax || scope === null) return null;
  const ids = labels.map(panelIdOf);
  const wanted = new Set(ids);
  if (wanted.has(null) || wanted.size < labels.length) return null;
  const found = new Map(
    matchingWithin(scope, (element) => look() && element.id !== '' && wanted.has(element.id)).map((panel) => [
      panel.id,
      panel,
    ]),
  );
  const panels = ids.flatMap((id) => found.get(id ?? '') ?? []);
  const [first] = panels;
  if (first === undefined || panels.length < labels.length) return null;
  const areBeside = panels.every(
    (panel) =>
      panel.parentNode === first.parentNode && findAncestor(panel, (around) => around === list) === null,
  );
  return areBeside ? { labels, panels } : null;
};
