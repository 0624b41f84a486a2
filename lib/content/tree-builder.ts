import { limits } from '../limits.ts';
import { commentNode, textNode } from './dom-walk.ts';
import { DomElement, DomText } from './dom.ts';
import { tagOf, type Tag } from './tag.ts';

const noPairs: readonly string[] = Object.freeze([]);

/**
 * Builds a tree from tags in the order in which they stand. Optional end tags are understood as htmlparser2 understands
 * them; an end tag ends everything opened since; one that ends nothing is ignored. Elements nested deeper than
 * `limits.domDepthMax` become siblings, as in browsers.
 */
export class TreeBuilder {
  readonly root = new DomElement(tagOf('#document'), noPairs);
  /** Elements that pages are asked for by name, in document order. */
  readonly index = new Map<string, DomElement[]>();
  /** Nodes made so far. */
  nodes = 0;
  #current = this.root;
  #depth = 0;
  /** How many elements of a name are open: spares a search for what is not. */
  readonly #open = new Map<string, number>();
  /** For each foreign or integration element that is open, whether its content is foreign. */
  readonly #foreign: boolean[] = [];

  text(data: string): void {
    this.nodes += 1;
    this.#add(new DomText(textNode, data));
  }

  comment(data: string): void {
    this.nodes += 1;
    this.#add(new DomText(commentNode, data));
  }

  /** Whether what comes next is the content of a drawing or a formula. */
  get isForeign(): boolean {
    return this.#foreign.at(-1) === true;
  }

  open(tag: Tag, pairs: readonly string[], closesItself: boolean): void {
    this.nodes += 1;
    const { isForeign } = this;
    if (tag.ends !== null) {
      while (this.#depth > 0 && tag.ends.has(this.#current.tag.name)) this.#pop();
    }
    const element = new DomElement(tag, pairs);
    if (tag.isIndexed) this.#note(element);
    if (tag.isVoid) {
      this.#add(element);
      return;
    }
    if (this.#depth >= limits.domDepthMax) this.#pop();
    this.#add(element);
    this.#current = element;
    this.#depth += 1;
    this.#open.set(tag.name, (this.#open.get(tag.name) ?? 0) + 1);
    if (tag.isForeign) this.#foreign.push(true);
    else if (tag.isIntegration) this.#foreign.push(false);
    if (closesItself && (isForeign || tag.isForeign)) {
      if (tag.isForeign || tag.isIntegration) this.#foreign.pop();
      this.#pop();
    }
  }

  #note(element: DomElement): void {
    const known = this.index.get(element.tag.name);
    if (known === undefined) this.index.set(element.tag.name, [element]);
    else known.push(element);
  }

  close(tag: Tag): void {
    if (tag.isForeign || tag.isIntegration) this.#foreign.pop();
    if (tag.isVoid) {
      if (tag.name === 'br') this.open(tag, noPairs, false);
      return;
    }
    if ((this.#open.get(tag.name) ?? 0) === 0) {
      // HTML standard, section 13.2.6.4.7: the end of a paragraph that is not open is an empty paragraph.
      if (tag.name === 'p') {
        this.open(tag, noPairs, false);
        this.#pop();
      }
      return;
    }
    while (this.#current.tag !== tag && this.#current.tag.name !== tag.name) this.#pop();
    this.#pop();
  }

  #pop(): void {
    const { name } = this.#current.tag;
    this.#open.set(name, (this.#open.get(name) ?? 1) - 1);
    this.#current = this.#current.parentNode ?? this.root;
    this.#depth -= 1;
  }

  /** As `appendChild`, of a node that is new. */
  #add(node: DomElement | DomText): void {
    const parent = this.#current;
    const last = parent.lastChild;
    node.parentNode = parent;
    node.previousSibling = last;
    if (last === null) parent.firstChild = node;
    else last.nextSibling = node;
    parent.lastChild = node;
    if (node.nodeType === 1) parent.childElementCount += 1;
  }
}
