import { parseHTML } from 'linkedom';
import type { DomDocument } from './dom.ts';

/**
 * linkedom with its slow accessors replaced. Every node registers itself as an event target in a WeakMap, names are
 * upper-cased and class and style objects rebuilt on every read; readability and turndown read them millions of times.
 * The replacements answer what the DOM standard asks for, and one thing that linkedom gets wrong: attribute names are
 * lower-cased, so that `<A HREF>` is a link.
 *
 * linkedom does not export its classes, so they are found by what they define. A version that no longer defines it
 * fails here, on import, and not on some page.
 */

type Patchable = Record<string | symbol, unknown>;

const definer = (object: object, key: string): Patchable => {
  for (let at: object | null = object; at !== null; at = Object.getPrototypeOf(at) as object | null) {
    if (Object.hasOwn(at, key)) return at as Patchable;
  }
  throw new Error(
    `Cannot speed up linkedom: nothing defines ${key}. Compare lib/content/fast-linkedom.ts with its version`,
  );
};

const symbolOf = (object: object, description: string): symbol => {
  const found = Object.getOwnPropertySymbols(object).find((symbol) => symbol.description === description);
  if (found === undefined) throw new Error(`Cannot speed up linkedom: a node has no symbol ${description}`);
  return found;
};

const { document } = parseHTML('<!doctype html><html><head></head><body>x</body></html>') as unknown as {
  document: DomDocument;
};
const sample = document.createElement('p');
const text = document.createTextNode('x');
const next = symbolOf(sample, 'next');
const end = symbolOf(sample, 'end');
const value = symbolOf(text, 'value');

interface Linked {
  readonly nodeType: number;
  readonly localName: string;
  readonly [key: symbol]: unknown;
}

const upperCased = new Map<string, string>();
const upperCase = (name: string): string => {
  const known = upperCased.get(name);
  if (known !== undefined) return known;
  const upper = name.toUpperCase();
  // Names come from pages: a page of made-up elements must not fill the memory of a warm Lambda.
  if (upperCased.size < 1_000) upperCased.set(name, upper);
  return upper;
};

const noStyle = Object.freeze({ display: '', visibility: '' });
const styleProperty = (css: string, property: string): string =>
  new RegExp(`(?:^|;)\\s*${property}\\s*:\\s*([a-z-]+)`, 'i').exec(css)?.[1]?.toLowerCase() ?? '';

const isTextual = (nodeType: number): boolean => nodeType === 3 || nodeType === 4;

function getElementsByTagName(this: Linked, name: string): Linked[] {
  const wanted = name.toLowerCase();
  const found: Linked[] = [];
  const last = this[end];
  for (let node = this[next] as Linked; node !== last; node = node[next] as Linked) {
    if (node.nodeType === 1 && (node.localName === wanted || wanted === '*')) found.push(node);
  }
  return found;
}

const tagList = /^[a-z0-9]+(?:\s*,\s*[a-z0-9]+)*$/i;

/** `querySelectorAll` of nothing but tag names, as readability asks for them, needs no selector engine. */
const elementsNamed = (root: Linked, selectors: string): Linked[] => {
  const wanted = new Set(selectors.toLowerCase().split(/\s*,\s*/));
  const found: Linked[] = [];
  const last = root[end];
  for (let node = root[next] as Linked; node !== last; node = node[next] as Linked) {
    if (node.nodeType === 1 && wanted.has(node.localName)) found.push(node);
  }
  return found;
};

function textContent(this: Linked): string {
  let all = '';
  const last = this[end];
  for (let node = this[next] as Linked; node !== last; node = node[next] as Linked) {
    if (isTextual(node.nodeType)) all += node[value] as string;
  }
  return all;
}

interface AttributeNode {
  value: string;
}
interface WithAttributes {
  readonly ownerDocument: { createAttribute(name: string): AttributeNode };
  getAttributeNode(name: string): AttributeNode | null;
  setAttributeNode(node: AttributeNode): void;
}

const patch = (target: Patchable, name: string, descriptor: PropertyDescriptor): void => {
  const old = Object.getOwnPropertyDescriptor(target, name) ?? {};
  Object.defineProperty(target, name, { ...old, ...descriptor, configurable: true });
};

const patchNames = (element: Patchable): void => {
  function name(this: Linked): string {
    return upperCase(this.localName);
  }
  patch(element, 'nodeName', { get: name });
  patch(element, 'tagName', { get: name });
};

const patchClassAndStyle = (element: Patchable): void => {
  patch(element, 'className', {
    get(this: WithAttributes): string {
      return this.getAttributeNode('class')?.value ?? '';
    },
    set(this: WithAttributes, text: string) {
      const attribute = this.getAttributeNode('class') ?? this.ownerDocument.createAttribute('class');
      attribute.value = text;
      this.setAttributeNode(attribute);
    },
  });
  patch(element, 'getAttribute', {
    value(this: WithAttributes, name: string): string | null {
      return this.getAttributeNode(name)?.value ?? null;
    },
  });
  patch(element, 'style', {
    get(this: WithAttributes) {
      const css = this.getAttributeNode('style')?.value;
      if (css === undefined) return noStyle;
      return { display: styleProperty(css, 'display'), visibility: styleProperty(css, 'visibility') };
    },
  });
};

const patchDocument = (page: Patchable): void => {
  const create = page['createAttribute'] as (name: string) => AttributeNode;
  const createElement = page['createElement'] as (name: string) => unknown;
  patch(page, 'createElement', {
    // As in an HTML document; readability asks for "DIV" and would get just that.
    value(this: unknown, name: string): unknown {
      return createElement.call(this, name.toLowerCase());
    },
  });
  patch(page, 'createAttribute', {
    value(this: unknown, name: string): AttributeNode {
      return create.call(this, name.toLowerCase());
    },
  });
};

const patchSelectors = (parent: Patchable): void => {
  const select = parent['querySelectorAll'] as (selectors: string) => Linked[];
  patch(parent, 'querySelectorAll', {
    value(this: Linked, selectors: string): Linked[] {
      return tagList.test(selectors) ? elementsNamed(this, selectors) : select.call(this, selectors);
    },
  });
};

patchSelectors(definer(sample, 'querySelectorAll'));
patchNames(definer(sample, 'tagName'));
patchClassAndStyle(definer(sample, 'className'));
patch(definer(sample, 'textContent'), 'textContent', { get: textContent });
patch(definer(sample, 'getElementsByTagName'), 'getElementsByTagName', { value: getElementsByTagName });
patchDocument(definer(document, 'createAttribute'));
// Nothing here listens to events, so a node's constructor need not end in that of an event target.
function Plain(): void {}
Object.setPrototypeOf(definer(sample, 'baseURI')['constructor'], Plain);

/** Parses HTML with linkedom. The tree is as the parser left it: `lib/content/document.ts` gives it head and body. */
export const parseWithLinkedom = (html: string): DomDocument =>
  (parseHTML(html) as unknown as { document: DomDocument }).document;
