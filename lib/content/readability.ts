import { Readability } from '@mozilla/readability';
import type { ParsedPage } from './dom/document.ts';
import { createElement, createText } from './dom/document.ts';
import { elementsWithin, isElement, isText, nextNode, nodeAfter } from './dom/dom-walk.ts';
import { DomElement, type DomNode } from './dom/dom.ts';
import { InnerText } from './dom/inner-text.ts';
import { restoreSnapshot, takeSnapshot, type Snapshot } from './dom/snapshot.ts';
import { hasInk, holdsAny, isBlank, summarizeText } from './dom/text-summary.ts';

/** The part of a document that readability reads, over our tree. */
export interface ReadabilityDocument {
  readonly documentElement: DomElement;
  readonly body: DomElement;
  readonly firstChild: DomElement;
  readonly title: string;
  readonly baseURI: string;
  readonly documentURI: string;
  createElement(name: string): DomElement;
  createTextNode(text: string): DomNode;
  getElementsByTagName(name: string): DomElement[];
}

/**
 * Readability reads `innerHTML` only to write it back later or elsewhere, so a snapshot is passed instead of a text.
 */
Object.defineProperty(DomElement.prototype, 'innerHTML', {
  get(this: DomElement): Snapshot {
    return takeSnapshot(this);
  },
  set(this: DomElement, snapshot: Snapshot) {
    restoreSnapshot(this, snapshot);
  },
});

export const readabilityDocument = (page: ParsedPage, title: string, url: string): ReadabilityDocument => {
  const { documentElement, body } = page;
  return {
    documentElement,
    body,
    firstChild: documentElement,
    title,
    baseURI: url,
    documentURI: url,
    createElement,
    createTextNode: createText,
    getElementsByTagName: (name) => {
      const found = documentElement.getElementsByTagName(name);
      return name === '*' ? [documentElement, ...found] : found;
    },
  };
};

/** Methods of readability that are replaced or called below; its types do not show them. */
interface Internals {
  readonly REGEXPS: Readonly<Record<string, RegExp>>;
  _articleTitle: string;
  _getRowAndColumnCount(table: DomElement): { readonly rows: number; readonly columns: number };
  parse(): { readonly content: DomElement; readonly title: string } | null;
}

const Original = Readability as unknown as new (
  document: ReadabilityDocument,
  options: { readonly keepClasses: boolean; readonly serializer: (node: DomElement) => DomElement },
) => Internals;

const blockNames = ['blockquote', 'dl', 'div', 'img', 'ol', 'p', 'pre', 'table', 'ul'];
const textTags = new Set(['SPAN', 'LI', 'TD']);

/** Says whether an element has a single child element, with this name, and no text beside it. */
const hasOnly = (element: DomElement, tagName: string): boolean => {
  if (element.childElementCount !== 1 || element.firstElementChild?.tagName !== tagName) return false;
  for (let node = element.firstChild; node !== null; node = node.nextSibling) {
    // Like readability, this ignores text that ends in white space.
    if (isText(node) && /\S$/.test(node.data)) return false;
  }
  return true;
};

const styleNames = new Set(
  'align background bgcolor border cellpadding cellspacing frame hspace rules style valign vspace'.split(' '),
);
const sizedNames = new Set(['table', 'th', 'td', 'hr', 'pre']);

const dataTableParts = ['col', 'colgroup', 'tfoot', 'thead', 'th'];

const holdsOne = (root: DomElement, names: readonly string[]): boolean =>
  elementsWithin(root, names, 1).length > 0;

const removeStyles = (element: DomElement): void => {
  const { pairs } = element;
  for (let at = 0; at < pairs.length; at += 2) {
    const name = pairs[at] ?? '';
    const isSize = (name === 'width' || name === 'height') && sizedNames.has(element.localName);
    if (!isSize && !styleNames.has(name)) continue;
    element.removeAttribute(name);
    removeStyles(element);
    return;
  }
};

/**
 * Readability over our tree. The replaced methods give the same answers from what the tree knows, in time that does not
 * grow with the depth of the page; `test/golden/oracle.deep.test.ts` compares it with readability itself over jsdom.
 */
export class LeanReadability extends Original {
  constructor(page: ParsedPage, title: string, url: string) {
    super(readabilityDocument(page, title, url), { keepClasses: true, serializer: (node) => node });
  }

  _getAllNodesWithTag(node: DomElement | ReadabilityDocument, names: readonly string[]): DomElement[] {
    const root = node instanceof DomElement ? node : node.documentElement;
    return elementsWithin(
      root,
      names.map((name) => name.toLowerCase()),
    );
  }

  _setNodeTag(node: DomElement, name: string): DomElement {
    node.rename(name);
    return node;
  }

  _getInnerText(element: DomElement, normalize = true): InnerText | string {
    // Readability takes titles apart, so they need the text itself.
    const isTitle = element.localName === 'h1' || element.localName === 'title';
    if (normalize && !isTitle) return new InnerText(element);
    // Of a paragraph it asks only whether there is any text.
    if (!normalize && element.localName === 'p') return hasInk(element) ? 'text' : '';
    const text = element.textContent.trim();
    return normalize ? text.replace(/\s{2,}/g, ' ') : text;
  }

  _getCharCount(element: DomElement): number {
    return summarizeText(element).plainCommas;
  }

  _getLinkDensity(element: DomElement): number {
    const { length, linkLength } = summarizeText(element);
    return length === 0 ? 0 : linkLength / length;
  }

  _getTextDensity(element: DomElement, names: readonly string[]): number {
    const { length, headingLength, carrierLength } = summarizeText(element);
    if (length === 0) return 0;
    return (names.some((name) => textTags.has(name)) ? carrierLength : headingLength) / length;
  }

  _hasSingleTagInsideElement(element: DomElement, tagName: string): boolean {
    return hasOnly(element, tagName);
  }

  _isElementWithoutContent(element: DomElement): boolean {
    if (element.firstChild === null) return true;
    if (hasInk(element)) return false;
    if (element.childElementCount === 0) return true;
    return element.childElementCount === elementsWithin(element, ['br', 'hr']).length;
  }

  _isWhitespace(node: DomNode): boolean {
    return isText(node) ? isBlank(node.data) : isElement(node) && node.localName === 'br';
  }

  _hasChildBlockElement(element: DomNode): boolean {
    if (!isElement(element)) return false;
    return holdsAny(element, blockNames);
  }

  _isValidByline(node: DomElement, matchString: string): boolean {
    const { pairs } = node;
    const itemprop = pairs.length === 0 ? null : node.getAttribute('itemprop');
    if (
      (pairs.length === 0 || node.getAttribute('rel') !== 'author') &&
      itemprop?.includes('author') !== true &&
      this.REGEXPS['byline']?.test(matchString) !== true
    )
      return false;
    // The text with collapsed white space is never longer than the raw text.
    if (!hasInk(node) || summarizeText(node).length >= 100) return false;
    return node.textContent.trim().length < 100;
  }

  _isProbablyVisible(node: DomElement): boolean {
    if (node.pairs.length === 0) return true;
    const { display, visibility } = node.style;
    if (display === 'none' || visibility === 'hidden' || node.hasAttribute('hidden')) return false;
    return node.getAttribute('aria-hidden') !== 'true' || node.className.includes('fallback-image');
  }

  /** Readability asks each table for everything in it, including the tables inside it. */
  _markDataTables(root: DomElement): void {
    summarizeText(root);
    for (const table of elementsWithin(root, ['table'])) table._readabilityDataTable = this.#holdsData(table);
  }

  #holdsData(table: DomElement): boolean {
    if (table.getAttribute('role') === 'presentation' || table.getAttribute('datatable') === '0')
      return false;
    if ((table.getAttribute('summary') ?? '') !== '') return true;
    const caption = elementsWithin(table, ['caption'], 1)[0];
    if (caption !== undefined && caption.firstChild !== null) return true;
    if (holdsOne(table, dataTableParts)) return true;
    if (holdsOne(table, ['table'])) return false;
    const { rows, columns } = this._getRowAndColumnCount(table);
    if (rows === 1 || columns === 1) return false;
    return rows >= 10 || columns > 4 || rows * columns > 10;
  }

  _cleanStyles(root: DomElement): void {
    let node: DomNode | null = root;
    while (node !== null) {
      const isDrawing: boolean = isElement(node) && node.localName === 'svg';
      if (isElement(node) && !isDrawing) removeStyles(node);
      node = isDrawing ? nodeAfter(node, root) : nextNode(node, root);
    }
  }

  /** Does nothing: links and images are absolute before readability begins. */
  _fixRelativeUris(): void {}

  /** Runs readability on the page's own tree, which it rearranges. Returns null if it finds no article. */
  article(): DomElement | null {
    return this.parse()?.content ?? null;
  }
}
