import { limits } from '../../limits/limits.ts';
import { attribute, isElement } from '../dom/dom-walk.ts';
import type { DomElement } from '../dom/dom.ts';
import { elementPath } from '../dom/element-path.ts';
import { propertyValue } from './microdata.ts';
import { addValue, localName, type NodeDraft, type StructuredItem } from './structured-item.ts';

const words = (element: DomElement, name: string): readonly string[] => {
  const value = element.pairs.length === 0 ? null : element.getAttribute(name);
  return value === null ? none : value.split(/\s+/).filter((word) => word !== '');
};
const none: readonly string[] = [];

const nodeOf = (element: DomElement, baseUrl: string): NodeDraft => {
  const draft: NodeDraft = { types: words(element, 'typeof').map(localName), properties: {} };
  const resource = attribute(element, 'resource') ?? attribute(element, 'about');
  if (resource !== null) draft.id = URL.parse(resource, baseUrl)?.href ?? resource;
  readChildren(draft, element, baseUrl);
  return draft;
};

const readChildren = (draft: NodeDraft, element: DomElement, baseUrl: string): void => {
  for (let child = element.firstChild; child !== null; child = child.nextSibling) {
    if (!isElement(child)) continue;
    const names = child.pairs.length === 0 ? [] : words(child, 'property');
    const isItem = child.pairs.length > 0 && child.hasAttribute('typeof');
    if (names.length > 0) {
      const value = isItem ? nodeOf(child, baseUrl) : propertyValue(child, baseUrl);
      if (value !== null) for (const name of names) addValue(draft, localName(name), value);
    }
    // An element with a type that is no property is another item.
    if (!isItem) readChildren(draft, child, baseUrl);
  }
};

/** Reads the items of a page's RDFa Lite (W3C RDFa Lite 1.1): `vocab`, `typeof`, `property`, `resource`. */
export const readRdfa = (elements: readonly DomElement[], baseUrl: string): StructuredItem[] =>
  elements
    .filter(
      (element) =>
        element.pairs.length > 0 && element.hasAttribute('typeof') && !element.hasAttribute('property'),
    )
    .slice(0, limits.structuredItemsMax)
    .map((element) => ({ ...nodeOf(element, baseUrl), syntax: 'rdfa', where: elementPath(element) }));
