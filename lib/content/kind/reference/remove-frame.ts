import { elementNode, isText, nextNode, nodeAfter, textNode } from '../../dom/dom-walk.ts';
import type { DomElement, DomNode } from '../../dom/dom.ts';
import { removeElements, type PassRecord } from '../../passes/run-passes.ts';
import { summarizeText } from '../../dom/text-summary.ts';

/** A rule that finds parts of the frame. */
export interface FrameRule {
  readonly name: string;
  readonly reason: string;
  readonly matches: (element: DomElement) => boolean;
  /**
   * An element with a larger share of the text, 0 to 1, is no frame, whatever its name: the rule has misunderstood the
   * page.
   */
  readonly shareMax: number;
}

/**
 * Removes from `root` the outermost elements that a rule matches, except an element in which most of the text stands.
 */
export const removeFrame = (
  root: DomElement,
  { name, reason, matches, shareMax }: FrameRule,
  record: PassRecord,
): void => {
  const total = summarizeText(root).length;
  const found: DomElement[] = [];
  let node: DomNode | null = nextNode(root, root);
  while (node !== null) {
    const at: DomNode = node;
    node = nextNode(at, root);
    if (at.nodeType !== elementNode || !matches(at)) continue;
    if (summarizeText(at).length > shareMax * total) continue;
    found.push(at);
    node = nodeAfter(at, root);
  }
  if (found.length === 0) return;
  const parents = new Set(found.map(({ parentNode }) => parentNode));
  removeElements({ name, reason, shareMax, isFrame: true }, found, record);
  for (const parent of parents) if (parent !== null) removeSeparators(parent);
};

/** Removes bars and dots that stood between removed elements. */
const removeSeparators = (parent: DomElement): void => {
  for (const child of parent.childNodes)
    if (isText(child) && /^[\s\u00a0]*[·•|][\s\u00a0·•|]*$/.test(child.data)) child.remove();
};

/** Removes from `body` everything that is not in `main`. */
export const removeAround = (
  body: DomElement,
  main: DomElement,
  { name, reason, shareMax }: Omit<FrameRule, 'matches'>,
  record: PassRecord,
): void => {
  const found: DomElement[] = [];
  for (let at: DomElement = main; at !== body;) {
    const parent: DomElement | null = at.parentNode;
    if (parent === null) return;
    for (let child = parent.firstChild; child !== null; child = child.nextSibling)
      if (child !== at && child.nodeType === elementNode) found.push(child);
    at = parent;
  }
  if (found.length > 0) removeElements({ name, reason, shareMax, isFrame: true }, found, record);
};

/** Removes the horizontal rules at both ends of `root`, which separated it from bars that are gone. */
export const removeEdgeRules = (root: DomElement): void => {
  const hasInk = (node: DomNode): boolean => node.nodeType === textNode && /\S/.test(node.textContent);
  let parts: DomElement[] = [];
  let hasText = false;
  for (let node = nextNode(root, root); node !== null; node = nextNode(node, root)) {
    if (hasInk(node)) {
      if (!hasText) for (const rule of parts) rule.remove();
      hasText = true;
      parts = [];
    } else if (node.nodeType === elementNode && node.localName === 'hr') parts.push(node);
    else if (node.nodeType === elementNode && pictures.has(node.localName)) parts = [];
  }
  for (const rule of parts) rule.remove();
};

/** Elements that show something without text. */
const pictures = new Set(['img', 'picture', 'video', 'svg', 'math', 'iframe', 'audio', 'object']);
