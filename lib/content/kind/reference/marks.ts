import type { DomElement } from '../../dom/dom.ts';

/**
 * Simple selectors, as generators' pages are described by: `nav`, `.rst-content`, `#main-content`, `pre.rust`, and for a role
 * `@main`. Several in one text are parted by white space.
 */
export type Selectors = ReadonlySet<string>;

export const selectorsIn = (text: string): Selectors =>
  new Set(text.split(/\s+/).filter((one) => one !== ''));

const space = /\s+/;

/** Calls `see` with every simple selector that matches an element, until it answers true. */
export const someSelector = (element: DomElement, see: (selector: string) => boolean): boolean => {
  const { localName, pairs } = element;
  if (see(localName)) return true;
  if (pairs.length === 0) return false;
  const { id, className } = element;
  if (id !== '' && see(`#${id}`)) return true;
  const role = element.getAttribute('role');
  if (role !== null && see(`@${role.trim().toLowerCase()}`)) return true;
  if (className === '') return false;
  for (const name of className.split(space))
    if (name !== '' && (see(`.${name}`) || see(`${localName}.${name}`))) return true;
  return false;
};

/** Whether one of the selectors matches an element. */
export const matchesAny = (element: DomElement, selectors: Selectors): boolean =>
  someSelector(element, (selector) => selectors.has(selector));

/** Every simple selector that matches something among the elements. Many elements share their classes, and are looked at once. */
export const selectorsAmong = (elements: readonly DomElement[]): Selectors => {
  const found = new Set<string>();
  const seen = new Set<string>();
  for (const element of elements) {
    const { localName, className, id, pairs } = element;
    const key = `${localName} ${className}`;
    const isNew = !seen.has(key);
    if (isNew) seen.add(key);
    if (!isNew && id === '' && (pairs.length === 0 || element.getAttribute('role') === null)) continue;
    someSelector(element, (selector) => {
      found.add(selector);
      return false;
    });
  }
  return found;
};
