import { limits } from '../../limits/limits.ts';
import { elementNode } from './dom-walk.ts';
import type { DomElement, DomNode } from './dom.ts';

/** Moves everything from the first child element of `element` on behind `element` itself. */
const liftFrom = (element: DomElement, first: DomNode): void => {
  const parent = element.parentNode;
  if (parent === null) return;
  const after = element.nextSibling;
  for (let node: DomNode | null = first; node !== null;) {
    const next: DomNode | null = node.nextSibling;
    parent.insertBefore(node, after);
    node = next;
  }
};

/**
 * Walks a new tree once. Elements nested deeper than `limits.domDepthMax` become siblings, in document order, so that
 * every other walk may be as deep as the tree. Each node moves once at most.
 *
 * @returns elements by name, for the names that are asked for on every page, in document order.
 */
export const settleTree = (root: DomElement): Map<string, DomElement[]> => {
  const index = new Map<string, DomElement[]>();
  let depth = 0;
  let node: DomNode | null = root;
  while (node !== null) {
    if (node.nodeType === elementNode) {
      const { tag } = node;
      if (tag.isIndexed) {
        const known = index.get(tag.name);
        if (known === undefined) index.set(tag.name, [node]);
        else known.push(node);
      }
      if (depth >= limits.domDepthMax) {
        const child = node.firstElementChild;
        if (child !== null) liftFrom(node, child);
      }
      if (node.firstChild !== null) {
        node = node.firstChild;
        depth += 1;
        continue;
      }
    }
    while (node !== null && node !== root && node.nextSibling === null) {
      node = node.parentNode;
      depth -= 1;
    }
    node = node === null || node === root ? null : node.nextSibling;
  }
  return index;
};
