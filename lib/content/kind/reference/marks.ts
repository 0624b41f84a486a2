import type { DomElement } from '../../dom/dom.ts';

/**
 * Simple selectors that describe generators' pages: `nav`, `.rst-content`, `#main-content`, `pre.rust`, and for a role
 * `@main`. White space separates several in one text.
 */
export type Selectors = ReadonlySet<string>;

export const selectorsIn = (text: string): Selectors =>
  new Set(text.split(/\s+/).filter((one) => one !== ''));

/** Calls `see` with every simple selector that matches an element, until `see` returns true. */
export const someSelector = (element: DomElement, see: (selector: string) => boolean): boolean => {
  const { localName, pairs } = element;
  if (see(localName)) return true;
  if (pairs.length === 0) return false;
  const { id, classes } = element;
  if (id !== '' && see(`#${id}`)) return true;
  const role = element.getAttribute('role');
  if (role !== null && see(`@${role.trim().toLowerCase()}`)) return true;
  for (const name of classes.list) if (see(`.${name}`) || see(`${localName}.${name}`)) return true;
  return false;
};

/** Says whether one of the selectors matches an element. */
export const matchesAny = (element: DomElement, selectors: Selectors): boolean =>
  someSelector(element, (selector) => selectors.has(selector));
