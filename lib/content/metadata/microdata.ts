import { limits } from '../../limits/limits.ts';
import { attribute, collapsed, isElement } from '../dom/dom-walk.ts';
import type { DomElement } from '../dom/dom.ts';
import { elementPath } from '../dom/element-path.ts';
import {
  addValue,
  localName,
  type NodeDraft,
  type StructuredItem,
  type StructuredValue,
} from './structured-item.ts';

/** Attributes that hold the value of an element, by element name; for other elements the text is the value. */
const urlAttributes: Readonly<Record<string, string>> = {
  a: 'href',
  area: 'href',
  link: 'href',
  img: 'src',
  audio: 'src',
  video: 'src',
  source: 'src',
  track: 'src',
  embed: 'src',
  iframe: 'src',
  object: 'data',
};

const absolute = (url: string, baseUrl: string): string => URL.parse(url, baseUrl)?.href ?? url;

/** Returns the value of a property that is no item of its own (HTML standard, section 5.2.4), also for RDFa Lite. */
export const propertyValue = (element: DomElement, baseUrl: string): string | null => {
  const { localName: name } = element;
  const content = attribute(element, 'content');
  if (content !== null) return content;
  const url = urlAttributes[name];
  const reference = url === undefined ? null : attribute(element, url);
  if (reference !== null) return absolute(reference, baseUrl);
  if (name === 'data' || name === 'meter') return attribute(element, 'value');
  if (name === 'time') return attribute(element, 'datetime') ?? collapsed(element.textContent);
  const text = collapsed(element.textContent);
  return text === '' ? null : text;
};

const words = (element: DomElement, name: string): readonly string[] => {
  const value = element.pairs.length === 0 ? null : element.getAttribute(name);
  return value === null ? none : value.split(/\s+/).filter((word) => word !== '');
};
const none: readonly string[] = [];

/** Most levels of items inside items, and of elements that `itemref` could repeat without end. */
const depthMax = 16;

interface Reading {
  readonly baseUrl: string;
  readonly byId: ReadonlyMap<string, DomElement>;
  readonly open: Set<DomElement>;
}

const readInto = (draft: NodeDraft, element: DomElement, reading: Reading): void => {
  const names = words(element, 'itemprop');
  const isItem = element.hasAttribute('itemscope');
  if (names.length > 0) {
    const value: StructuredValue | null = isItem
      ? nodeOf(element, reading)
      : propertyValue(element, reading.baseUrl);
    if (value !== null) for (const name of names) addValue(draft, localName(name), value);
  }
  if (!isItem) readChildren(draft, element, reading);
};

const readChildren = (draft: NodeDraft, element: DomElement, reading: Reading): void => {
  for (let child = element.firstChild; child !== null; child = child.nextSibling) {
    if (isElement(child)) readInto(draft, child, reading);
  }
};

const nodeOf = (element: DomElement, reading: Reading): NodeDraft => {
  const draft: NodeDraft = { types: words(element, 'itemtype').map(localName), properties: {} };
  const id = attribute(element, 'itemid');
  if (id !== null) draft.id = absolute(id, reading.baseUrl);
  if (reading.open.has(element) || reading.open.size >= depthMax) return draft;
  reading.open.add(element);
  readChildren(draft, element, reading);
  for (const reference of words(element, 'itemref').slice(0, depthMax)) {
    const other = reading.byId.get(reference);
    if (other !== undefined) readInto(draft, other, reading);
  }
  reading.open.delete(element);
  return draft;
};

/**
 * Reads the items of a page's microdata (HTML standard, chapter 5) that are not part of another. `elements` are all
 * elements of the page.
 */
export const readMicrodata = (elements: readonly DomElement[], baseUrl: string): StructuredItem[] => {
  const tops = elements.filter(
    (element) =>
      element.pairs.length > 0 && element.hasAttribute('itemscope') && !element.hasAttribute('itemprop'),
  );
  if (tops.length === 0) return [];
  const byId = new Map(elements.filter(({ id }) => id !== '').map((element) => [element.id, element]));
  return tops.slice(0, limits.structuredItemsMax).map((element) => ({
    ...nodeOf(element, { baseUrl, byId, open: new Set() }),
    syntax: 'microdata',
    where: elementPath(element),
  }));
};
