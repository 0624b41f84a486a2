import { html as names, type Token, type TreeAdapter, type TreeAdapterTypeMap } from 'parse5';
import { limits } from '../../limits/limits.ts';
import { attributesIn, pairsIn } from './attribute-tokens.ts';
import { commentNode, isElement, isText, textNode } from './dom-walk.ts';
import { DomElement, DomText, type DomNode } from './dom.ts';
import { findForeignTag, findTag } from './tag.ts';

/** The tree's types under parse5's names. A document is an element. A template's content is the template itself. */
export type TreeTypes = TreeAdapterTypeMap<
  DomNode,
  DomElement,
  DomNode,
  DomElement,
  DomElement,
  DomElement,
  DomText,
  DomText,
  DomElement,
  never
>;

/** Thrown when a page has more than the limit; the caller that parses catches it. */
export class TreeFull extends Error {}

const noPairs: readonly string[] = Object.freeze([]);

/** Puts a new node, which has no parent yet, behind the children of `parent`. */
const append = (parent: DomElement, node: DomNode): void => {
  const last = parent.lastChild;
  node.parentNode = parent;
  node.previousSibling = last;
  if (last === null) parent.firstChild = node;
  else last.nextSibling = node;
  parent.lastChild = node;
  if (node.nodeType === 1) parent.childElementCount += 1;
};

/** Builds our tree under parse5's tree construction. Make one for each page. */
export class TreeBuilder implements TreeAdapter<TreeTypes> {
  #nodes = 0;
  #attributes = 0;
  #characters = 0;
  #mode = names.DOCUMENT_MODE.NO_QUIRKS;

  #countNode(): void {
    this.#nodes += 1;
    if (this.#nodes > limits.domNodesMax) throw new TreeFull();
  }

  /** Counts the page's text, but no scripts and the like. */
  #countText(parent: DomElement, text: string): void {
    if (parent.tag.isRawText) return;
    this.#characters += text.length;
    if (this.#characters > limits.domCharactersMax) throw new TreeFull();
  }

  createDocument(): DomElement {
    return new DomElement(findTag('#document'), noPairs);
  }

  createDocumentFragment(): DomElement {
    return new DomElement(findTag('#document-fragment'), noPairs);
  }

  createElement(name: string, namespace: names.NS, attrs: Token.Attribute[]): DomElement {
    this.#countNode();
    this.#attributes += attrs.length;
    if (this.#attributes > limits.domAttributesMax) throw new TreeFull();
    const tag = namespace === names.NS.HTML ? findTag(name) : findForeignTag(name, namespace);
    return new DomElement(tag, pairsIn(attrs));
  }

  createCommentNode(data: string): DomText {
    this.#countNode();
    return new DomText(commentNode, data);
  }

  createTextNode(data: string): DomText {
    this.#countNode();
    return new DomText(textNode, data);
  }

  appendChild(parent: DomElement, node: DomNode): void {
    if (node.parentNode === null) append(parent, node);
    else parent.appendChild(node);
  }

  insertBefore(parent: DomElement, node: DomNode, reference: DomNode): void {
    parent.insertBefore(node, reference);
  }

  insertText(parent: DomElement, text: string): void {
    this.#countText(parent, text);
    const last = parent.lastChild;
    if (last !== null && last.nodeType === textNode) last.data += text;
    else append(parent, this.createTextNode(text));
  }

  insertTextBefore(parent: DomElement, text: string, reference: DomNode): void {
    this.#countText(parent, text);
    const before = reference.previousSibling;
    if (before !== null && before.nodeType === textNode) before.data += text;
    else parent.insertBefore(this.createTextNode(text), reference);
  }

  detachNode(node: DomNode): void {
    node.remove();
  }

  /** The content of a template stays in the template, where searches find it. */
  setTemplateContent(): void {}

  getTemplateContent(template: DomElement): DomElement {
    return template;
  }

  adoptAttributes(recipient: DomElement, attrs: Token.Attribute[]): void {
    for (const { name, value } of attrs)
      if (!recipient.hasAttribute(name)) recipient.setAttribute(name, value);
  }

  getFirstChild(node: DomElement): DomNode | null {
    return node.firstChild;
  }

  getChildNodes(node: DomElement): DomNode[] {
    return [...node.childNodes];
  }

  getParentNode(node: DomNode): DomElement | null {
    return node.parentNode;
  }

  getAttrList(element: DomElement): Token.Attribute[] {
    return attributesIn(element.pairs);
  }

  getTagName(element: DomElement): string {
    return element.tag.name;
  }

  getNamespaceURI(element: DomElement): names.NS {
    return element.tag.namespace;
  }

  getTextNodeContent(node: DomText): string {
    return node.data;
  }

  getCommentNodeContent(node: DomText): string {
    return node.data;
  }

  isTextNode(node: DomNode): node is DomText {
    return isText(node);
  }

  isCommentNode(node: DomNode): node is DomText {
    return node.nodeType === commentNode;
  }

  isElementNode(node: DomNode): node is DomElement {
    return isElement(node);
  }

  getDocumentMode(): names.DOCUMENT_MODE {
    return this.#mode;
  }

  setDocumentMode(_document: DomElement, mode: names.DOCUMENT_MODE): void {
    this.#mode = mode;
  }

  /** The tree has no doctype node; only the mode that the doctype sets matters. */
  setDocumentType(): void {}

  isDocumentTypeNode(_node: DomNode): _node is never {
    return false;
  }

  getDocumentTypeNodeName(): string {
    return '';
  }

  getDocumentTypeNodePublicId(): string {
    return '';
  }

  getDocumentTypeNodeSystemId(): string {
    return '';
  }

  /** Nodes keep no place in the source. */
  setNodeSourceCodeLocation(): void {}

  getNodeSourceCodeLocation(): null {
    return null;
  }

  updateNodeSourceCodeLocation(): void {}
}
