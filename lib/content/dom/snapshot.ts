import { elementNode } from './dom-walk.ts';
import { DomElement, DomText, type DomNode } from './dom.ts';
import type { Tag } from './tag.ts';

/**
 * The state of a tree, written down without copying nodes: texts and lists of attributes never change in place.
 * Readability tries a page up to four times, and a page in which it finds no main content is read without it. Both need
 * the tree as it was, but few pages come to that.
 */
export interface Snapshot {
  readonly nodes: readonly DomNode[];
  readonly depths: readonly number[];
  readonly tags: readonly (Tag | null)[];
  readonly pairs: readonly (readonly string[])[];
}

const noPairs: readonly string[] = Object.freeze([]);

/** Writes down everything in `root`. */
export const takeSnapshot = (root: DomElement): Snapshot => {
  const snapshot = {
    nodes: [] as DomNode[],
    depths: [] as number[],
    tags: [] as (Tag | null)[],
    pairs: [] as (readonly string[])[],
  };
  let depth = 0;
  let node: DomNode | null = root.firstChild;
  while (node !== null) {
    const isElement: boolean = node.nodeType === elementNode;
    snapshot.nodes.push(node);
    snapshot.depths.push(depth);
    snapshot.tags.push(isElement ? (node as DomElement).tag : null);
    snapshot.pairs.push(isElement ? (node as DomElement).pairs : noPairs);
    if (node.firstChild !== null) {
      node = node.firstChild;
      depth += 1;
      continue;
    }
    while (node !== null && node.nextSibling === null) {
      node = node.parentNode === root ? null : node.parentNode;
      depth -= 1;
    }
    if (node !== null) node = node.nextSibling;
  }
  return snapshot;
};

const copyOf = (node: DomNode, tag: Tag | null, pairs: readonly string[]): DomNode => {
  if (tag !== null) return new DomElement(tag, pairs);
  const { nodeType, data, mark, count } = node as DomText;
  const copy = new DomText(nodeType, data);
  copy.mark = mark;
  copy.count = count;
  return copy;
};

/** Fills `root` with new nodes equal to those in the snapshot. */
export const restoreSnapshot = (root: DomElement, { nodes, depths, tags, pairs }: Snapshot): void => {
  root.textContent = '';
  const parents: DomElement[] = [root];
  for (let at = 0; at < nodes.length; at += 1) {
    const node = nodes[at];
    if (node === undefined) continue;
    const depth = depths[at] ?? 0;
    const copy = copyOf(node, tags[at] ?? null, pairs[at] ?? noPairs);
    parents[depth]?.appendChild(copy);
    if (copy.nodeType === elementNode) parents[depth + 1] = copy;
  }
};
