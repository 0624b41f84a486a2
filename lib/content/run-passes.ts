import { isElement, isText, nodeAfter, nextNode, type DomElement, type DomNode } from './dom.ts';
import type { Removed } from './page-content.ts';
import type { Pass } from './passes.ts';

const silent = new Set(['script', 'style', 'template', 'noscript']);

/** Characters of an element's text that are not white space, without scripts and styles. */
export const textLength = (root: DomElement): number => {
  let total = 0;
  let node: DomNode | null = root;
  while (node !== null) {
    if (isText(node)) total += node.textContent.replace(/\s+/g, '').length;
    node = isElement(node) && silent.has(node.localName) ? nodeAfter(node, root) : nextNode(node, root);
  }
  return total;
};

/**
 * Removes from `body` what the passes match, and says what that was. Changes the tree. An element that a pass may not
 * remove, because its share of the text is used up, stays; what is in it is judged on its own.
 */
export const runPasses = (body: DomElement, passes: readonly Pass[]): Removed[] => {
  const total = textLength(body);
  const removed = passes.map(({ name }) => ({ pass: name, nodes: 0, characters: 0 }));
  let node = nextNode(body, body);
  while (node !== null) {
    const at: DomNode = node;
    const index = isElement(at) ? passes.findIndex((pass) => pass.matches(at)) : -1;
    const pass = passes[index];
    const record = removed[index];
    const characters = isElement(at) && pass !== undefined ? textLength(at) : 0;
    if (
      pass === undefined ||
      record === undefined ||
      record.characters + characters > pass.shareMax * total
    ) {
      node = nextNode(at, body);
      continue;
    }
    node = nodeAfter(at, body);
    at.remove();
    record.nodes += 1;
    record.characters += characters;
  }
  return removed.filter(({ nodes }) => nodes > 0);
};
