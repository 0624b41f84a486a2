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
  /** Tags and attributes of the elements among the nodes, in their order. */
  readonly tags: readonly Tag[];
  readonly pairs: readonly (readonly string[])[];
}

/** Writes down everything in `root`. */
export const takeSnapshot = (root: DomElement): Snapshot => {
  const snapshot = {
    nodes: [] as DomNode[],
    depths: [] as number[],
    tags: [] as Tag[],
    pairs: [] as (readonly string[])[],
  };
  let depth = 0;
  let node: DomNode | null = root.firstChild;
  while (node !== null) {
    snapshot.nodes.push(node);
    snapshot.depths.push(depth);
    if (node.nodeType === elementNode) {
      snapshot.tags.push(node.tag);
      snapshot.pairs.push(node.pairs);
    }
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

const copyOf = ({ nodeType, data, mark, count }: DomText): DomText => {
  const copy = new DomText(nodeType, data);
  copy.mark = mark;
  copy.count = count;
  return copy;
};

/** Fills `root` with new nodes equal to those in the snapshot. */
export const restoreSnapshot = (root: DomElement, { nodes, depths, tags, pairs }: Snapshot): void => {
  root.textContent = '';
  const parents: DomElement[] = [root];
  let elements = 0;
  for (let at = 0; at < nodes.length; at += 1) {
    const node = nodes[at];
    const depth = depths[at] ?? 0;
    if (node === undefined) continue;
    if (node.nodeType !== elementNode) {
      parents[depth]?.appendChild(copyOf(node));
      continue;
    }
    const copy = new DomElement(tags[elements] ?? node.tag, pairs[elements] ?? node.pairs);
    elements += 1;
    parents[depth]?.appendChild(copy);
    parents[depth + 1] = copy;
  }
};
