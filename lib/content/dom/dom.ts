import { limits } from '../../limits/limits.ts';
import { commentNode, elementNode, elementsWithin, nextNode, textNode } from './dom-walk.ts';
import { listAttributes, type Attribute } from './attribute.ts';
import { classNames, noClassNames, type ClassNames } from './class-names.ts';
import { siblingList } from './sibling-list.ts';
import { findTag, type Tag } from './tag.ts';
import type { TextCount, TextSummary } from './text-summary.ts';

/**
 * Our own document tree. It has the parts of the DOM that readability, the passes and the Markdown writer read, and no
 * others. Property names are the DOM standard's because readability is written against it. Nodes are linked both ways,
 * so that every walk can be iterative. Names come in both cases from one table. Class and id are fields, because they
 * are read far more often than other attributes.
 *
 * This file and those that walk it import one another: an element knows its children, its text and its summary, as the
 * standard has it, and each of these is read from an element. It is the only such circle of `lib`.
 */
export type DomNode = DomElement | DomText;

/** A list with more children is not copied, because readability asks for it again after each child that it moves. */
const copiedChildrenMax = 200;

const noNodes: readonly DomNode[] = Object.freeze([]);

/** Drops the text summaries of an element and of the elements around it, because they are no longer true. */
const forgetSummaries = (from: DomElement | null): void => {
  // A known summary implies known ones for everything inside, so above an unknown one there are only unknown ones.
  for (let at = from; at !== null && at.summary !== null; at = at.parentNode) at.summary = null;
};

const detach = (node: DomNode): void => {
  const { parentNode: parent, previousSibling: before, nextSibling: after } = node;
  if (parent === null) return;
  if (before === null) parent.firstChild = after;
  else before.nextSibling = after;
  if (after === null) parent.lastChild = before;
  else after.previousSibling = before;
  if (node.nodeType === elementNode) parent.childElementCount -= 1;
  node.parentNode = null;
  node.previousSibling = null;
  node.nextSibling = null;
  forgetSummaries(parent);
};

/** A text node, or a comment, whose text is no part of the page's text. */
export class DomText {
  readonly nodeType: typeof textNode | typeof commentNode;
  data: string;
  /** The node's number in an account of the page's text; -1 for none. A copy keeps its original's number. */
  mark = -1;
  count: TextCount | null = null;
  parentNode: DomElement | null = null;
  previousSibling: DomNode | null = null;
  nextSibling: DomNode | null = null;
  readonly firstChild = null;

  constructor(nodeType: typeof textNode | typeof commentNode, data: string) {
    this.nodeType = nodeType;
    this.data = data;
  }

  get textContent(): string {
    return this.data;
  }

  get nodeName(): string {
    return this.nodeType === textNode ? '#text' : '#comment';
  }

  get childNodes(): readonly DomNode[] {
    return noNodes;
  }

  remove(): void {
    detach(this);
  }
}

const visible = Object.freeze({ display: '', visibility: '' });
const displayStyle = /(?:^|;)\s*display\s*:\s*([a-z-]+)/i;
const visibilityStyle = /(?:^|;)\s*visibility\s*:\s*([a-z-]+)/i;
const firstOf = (css: string, property: RegExp): string => property.exec(css)?.[1]?.toLowerCase() ?? '';

export class DomElement {
  readonly nodeType: typeof elementNode = elementNode;
  tag: Tag;
  parentNode: DomElement | null = null;
  previousSibling: DomNode | null = null;
  nextSibling: DomNode | null = null;
  firstChild: DomNode | null = null;
  lastChild: DomNode | null = null;
  childElementCount = 0;
  /** Names and values in turn. Never changed in place: snapshots share it. */
  pairs: readonly string[];
  /** The class attribute as rules read it, readability's too: without the names of utility classes. */
  className = '';
  classes: ClassNames = noClassNames;
  id = '';
  summary: TextSummary | null = null;
  /** What the element's class and id say to the passes; -1 before they are asked. */
  passMask = -1;
  /** Where readability keeps what it finds out about an element. */
  readability: unknown = undefined;
  _readabilityDataTable: unknown = undefined;

  constructor(tag: Tag, pairs: readonly string[]) {
    this.tag = tag;
    this.pairs = pairs;
    if (pairs.length > 0) this.#readNames();
  }

  #readNames(): void {
    this.classes = classNames((this.getAttribute('class') ?? '').slice(0, limits.nameCharactersMax));
    this.className = this.classes.told;
    this.id = (this.getAttribute('id') ?? '').slice(0, limits.nameCharactersMax);
    this.passMask = -1;
  }

  get localName(): string {
    return this.tag.name;
  }

  get tagName(): string {
    return this.tag.upper;
  }

  get nodeName(): string {
    return this.tag.upper;
  }

  get firstElementChild(): DomElement | null {
    let node = this.firstChild;
    while (node !== null && node.nodeType !== elementNode) node = node.nextSibling;
    return node;
  }

  get nextElementSibling(): DomElement | null {
    let node = this.nextSibling;
    while (node !== null && node.nodeType !== elementNode) node = node.nextSibling;
    return node;
  }

  get previousElementSibling(): DomElement | null {
    let node = this.previousSibling;
    while (node !== null && node.nodeType !== elementNode) node = node.previousSibling;
    return node;
  }

  get childNodes(): readonly DomNode[] {
    const found: DomNode[] = [];
    for (let node = this.firstChild; node !== null; node = node.nextSibling) found.push(node);
    return found;
  }

  get children(): readonly DomElement[] {
    if (this.childElementCount > copiedChildrenMax) return siblingList(this);
    const found: DomElement[] = [];
    for (let node = this.firstElementChild; node !== null; node = node.nextElementSibling) found.push(node);
    return found;
  }

  get textContent(): string {
    let text = '';
    let node = nextNode(this, this);
    while (node !== null) {
      if (node.nodeType === textNode) text += node.data;
      node = nextNode(node, this);
    }
    return text;
  }

  set textContent(text: string) {
    while (this.firstChild !== null) detach(this.firstChild);
    if (text !== '') this.append(new DomText(textNode, text));
  }

  get style(): { readonly display: string; readonly visibility: string } {
    const css = this.pairs.length === 0 ? null : this.getAttribute('style');
    if (css === null) return visible;
    return { display: firstOf(css, displayStyle), visibility: firstOf(css, visibilityStyle) };
  }

  get attributes(): readonly Attribute[] {
    return listAttributes(this.pairs);
  }

  get src(): string {
    return this.getAttribute('src') ?? '';
  }

  get srcset(): string {
    return this.getAttribute('srcset') ?? '';
  }

  getAttribute(name: string): string | null {
    const { pairs } = this;
    for (let at = 0; at < pairs.length; at += 2) if (pairs[at] === name) return pairs[at + 1] ?? '';
    return null;
  }

  hasAttribute(name: string): boolean {
    return this.getAttribute(name) !== null;
  }

  setAttribute(name: string, value: string): void {
    const pairs = [...this.pairs];
    let at = 0;
    while (at < pairs.length && pairs[at] !== name) at += 2;
    pairs[at] = name;
    pairs[at + 1] = value;
    this.pairs = pairs;
    if (name === 'class' || name === 'id') this.#readNames();
  }

  setAttributeNode({ name, value }: Attribute): void {
    this.setAttribute(name, value);
  }

  removeAttribute(name: string): void {
    if (this.pairs.length === 0 || !this.hasAttribute(name)) return;
    this.pairs = this.pairs.filter((_, at, all) => all[at - (at % 2)] !== name);
    if (name === 'class' || name === 'id') this.#readNames();
  }

  /** Gives the element another name. Its attributes and children stay. */
  rename(name: string): void {
    this.tag = findTag(name);
    forgetSummaries(this.parentNode);
    this.summary = null;
  }

  appendChild<T extends DomNode>(node: T): T {
    detach(node);
    const last = this.lastChild;
    node.parentNode = this;
    node.previousSibling = last;
    if (last === null) this.firstChild = node;
    else last.nextSibling = node;
    this.lastChild = node;
    if (node.nodeType === elementNode) this.childElementCount += 1;
    forgetSummaries(this);
    return node;
  }

  append(...nodes: readonly DomNode[]): void {
    for (const node of nodes) this.appendChild(node);
  }

  /**
   * Puts `node` before the child `reference`, or at the end. Before itself it stays where it is (DOM standard, 4.2.3).
   */
  insertBefore<T extends DomNode>(node: T, reference: DomNode | null): T {
    if (node === reference) return node;
    if (reference === null) return this.appendChild(node);
    detach(node);
    const before = reference.previousSibling;
    node.parentNode = this;
    node.previousSibling = before;
    node.nextSibling = reference;
    reference.previousSibling = node;
    if (before === null) this.firstChild = node;
    else before.nextSibling = node;
    if (node.nodeType === elementNode) this.childElementCount += 1;
    forgetSummaries(this);
    return node;
  }

  replaceChild(node: DomNode, old: DomNode): void {
    if (node === old) return;
    this.insertBefore(node, old);
    detach(old);
  }

  removeChild(node: DomNode): void {
    detach(node);
  }

  remove(): void {
    detach(this);
  }

  /** Returns the elements in this one by local name, in document order; `*` means any name. */
  getElementsByTagName(name: string): DomElement[] {
    const wanted = name.toLowerCase();
    return elementsWithin(this, wanted === '*' ? null : [wanted]);
  }
}
