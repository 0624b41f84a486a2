import type { DomElement, DomNode, DomText } from './dom.ts';
import { isAloneInGroup, tagBit } from './tag.ts';

/** Node types of the DOM standard, section 4.4. */
export const elementNode = 1;
export const textNode = 3;
export const commentNode = 8;

interface Wanted {
  readonly names: ReadonlySet<string>;
  /** The bits of the names' tags, and the bits among them that belong to one name alone. */
  readonly mask: number;
  readonly sureMask: number;
}

/** What is known of a list of names: the names lead to it one by one, because joining them would make a new text. */
interface NameStep {
  wanted: Wanted | null;
  readonly next: Map<string, NameStep>;
}

/** There are few lists of names: those in this code, and those in readability, which makes them anew each time. */
const noNames: NameStep = { wanted: null, next: new Map() };
let nameSteps = 0;
const nameStepsMax = 2_000;
/**
 * Long lists are constants that are asked for with every paragraph; short ones are often written where they are used.
 */
const shortMax = 8;
const byList = new WeakMap<readonly string[], Wanted>();

const wantedOf = (names: readonly string[]): Wanted => {
  if (names.length <= shortMax) return wantedByNames(names);
  const known = byList.get(names);
  if (known !== undefined) return known;
  const found = wantedByNames(names);
  byList.set(names, found);
  return found;
};

const wantedIn = (names: readonly string[]): Wanted => ({
  names: new Set(names),
  mask: names.reduce((mask, name) => mask | tagBit(name), 0),
  sureMask: names.reduce((mask, name) => mask | (isAloneInGroup(name) ? tagBit(name) : 0), 0),
});

const wantedByNames = (names: readonly string[]): Wanted => {
  let step = noNames;
  for (const name of names) {
    let next = step.next.get(name);
    if (next === undefined) {
      if (nameSteps >= nameStepsMax) return wantedIn(names);
      next = { wanted: null, next: new Map() };
      step.next.set(name, next);
      nameSteps += 1;
    }
    step = next;
  }
  step.wanted ??= wantedIn(names);
  return step.wanted;
};

/**
 * Returns the elements within `root`, without `root` itself, that have one of these local names (null means any name),
 * in document order, `max` at most. Skips subtrees that are known to hold none.
 */
export const elementsWithin = (
  root: DomElement,
  names: readonly string[] | null,
  max = Number.POSITIVE_INFINITY,
): DomElement[] => {
  const found: DomElement[] = [];
  if (root.childElementCount === 0) return found;
  if (names === null) return allWithin(root, max, found);
  const { names: wanted, mask } = wantedOf(names);
  if (lacks(root, mask)) return found;
  let node = nextNode(root, root);
  while (node !== null) {
    if (node.nodeType !== elementNode) {
      node = nodeAfter(node, root);
      continue;
    }
    if (wanted.has(node.tag.name)) {
      found.push(node);
      if (found.length >= max) break;
    }
    node = lacks(node, mask) ? nodeAfter(node, root) : nextNode(node, root);
  }
  return found;
};

/** Says whether an element is known to hold no element of the tags whose bits are in `mask`. */
const lacks = ({ summary }: DomElement, mask: number): boolean =>
  summary !== null && (summary.mask & mask) === 0;

const allWithin = (root: DomElement, max: number, found: DomElement[]): DomElement[] => {
  for (let node = nextNode(root, root); node !== null; node = nextNode(node, root)) {
    if (node.nodeType !== elementNode) continue;
    found.push(node);
    if (found.length >= max) break;
  }
  return found;
};

/**
 * Says whether an element with one of these names is within `root`. Quick where the text is summarized (`holdsAny`).
 */
export const holdsNames = (root: DomElement, names: readonly string[]): boolean => {
  const { names: wanted, mask, sureMask } = wantedOf(names);
  if (root.summary !== null) {
    if ((root.summary.mask & mask) === 0) return false;
    if ((root.summary.mask & sureMask) !== 0) return true;
  }
  let node = nextNode(root, root);
  while (node !== null) {
    if (node.nodeType !== elementNode) {
      node = nodeAfter(node, root);
      continue;
    }
    if (wanted.has(node.tag.name)) return true;
    const lacks = node.summary !== null && (node.summary.mask & mask) === 0;
    node = lacks ? nodeAfter(node, root) : nextNode(node, root);
  }
  return false;
};

/**
 * Returns the elements within `root`, without `root` itself, that `matches` accepts, in document order. Makes no list
 * of the others.
 */
export const matchingWithin = (root: DomElement, matches: (element: DomElement) => boolean): DomElement[] => {
  const found: DomElement[] = [];
  if (root.childElementCount === 0) return found;
  for (let node = nextNode(root, root); node !== null; node = nextNode(node, root))
    if (node.nodeType === elementNode && matches(node)) found.push(node);
  return found;
};

/** Returns the first element that `matchingWithin` would, or null. */
export const firstWithin = (
  root: DomElement,
  matches: (element: DomElement) => boolean,
): DomElement | null => {
  if (root.childElementCount === 0) return null;
  for (let node = nextNode(root, root); node !== null; node = nextNode(node, root))
    if (node.nodeType === elementNode && matches(node)) return node;
  return null;
};

/** Returns the elements within `root` that have an id; the first of those with the same, as a browser does. */
export const elementsById = (root: DomElement): Map<string, DomElement> => {
  const found = new Map<string, DomElement>();
  for (const element of matchingWithin(root, ({ id }) => id !== ''))
    if (!found.has(element.id)) found.set(element.id, element);
  return found;
};

export const isElement = (node: DomNode): node is DomElement => node.nodeType === elementNode;
export const isText = (node: DomNode): node is DomText => node.nodeType === textNode;

/** Returns the node that follows `node` and everything in it, in document order, within `root`. */
export const nodeAfter = (node: DomNode, root: DomNode): DomNode | null => {
  let at: DomNode = node;
  while (at !== root) {
    const sibling = at.nextSibling;
    if (sibling !== null) return sibling;
    if (at.parentNode === null) return null;
    at = at.parentNode;
  }
  return null;
};

/** Returns the next node in document order within `root`. */
export const nextNode = (node: DomNode, root: DomNode): DomNode | null =>
  node.firstChild ?? nodeAfter(node, root);

/** Returns the nearest element around `node` that `matches` accepts, or null. */
export const findAncestor = (node: DomNode, matches: (element: DomElement) => boolean): DomElement | null => {
  for (let at = node.parentNode; at !== null; at = at.parentNode) if (matches(at)) return at;
  return null;
};

/** Returns the element whose children are the lines of a block of code: the outermost with several children. */
export const holderOfLines = (pre: DomElement): DomElement => {
  let at = pre;
  while (at.childElementCount === 1 && at.firstElementChild !== null) at = at.firstElementChild;
  return at;
};

/** White space other than one plain space between two words. */
const uneven = /^\s|\s$|\s\s|[^\S ]/;

/** Collapses each run of white space into one space and trims the ends. */
export const collapsed = (text: string): string =>
  uneven.test(text) ? text.replace(/\s+/g, ' ').trim() : text;

/** Returns the collapsed value of an attribute, or null where it is missing or blank. */
export const attribute = (element: DomElement, name: string): string | null => {
  const value = element.getAttribute(name);
  if (value === null) return null;
  const text = collapsed(value);
  return text === '' ? null : text;
};
