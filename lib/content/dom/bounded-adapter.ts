import { failure, FailureError } from '../../failure.ts';
import { limits } from '../../limits/limits.ts';
import { domAdapter } from './dom-adapter.ts';
import type { DomElement, DomNode } from './dom.ts';

/** Makes the failure for selectors that have used up their steps: the client has to write simpler ones. */
export const tooCostly = (): FailureError =>
  new FailureError(
    failure(
      'SELECTOR_TOO_COSTLY',
      `Cannot apply the selectors: on this page they take more than ${limits.selectorStepsMax} steps. ` +
        `Name the elements with fewer combinators`,
    ),
  );

/**
 * Makes an adapter through which css-select reads a tree that does not change. It throws after `stepsMax` steps,
 * because css-select has no bound of its own and tries every way.
 */
export const boundedAdapter = (stepsMax: number, overrun: () => Error = tooCostly): typeof domAdapter => {
  const known = new Map<DomNode, DomNode[]>();
  const childrenOf = (node: DomNode): DomNode[] => {
    const children = known.get(node) ?? [...node.childNodes];
    known.set(node, children);
    return children;
  };
  let left = stepsMax;
  const counted = <Found>(found: Found, count = 1): Found => {
    left -= count;
    if (left < 0) throw overrun();
    return found;
  };
  const list = (nodes: DomNode[]): DomNode[] => counted(nodes, nodes.length + 1);
  return {
    ...domAdapter,
    getName: (element: DomElement) => counted(domAdapter.getName(element)),
    getAttributeValue: (element, name) => counted(domAdapter.getAttributeValue(element, name)),
    hasAttrib: (element, name) => counted(domAdapter.hasAttrib(element, name)),
    getParent: (node) => counted(domAdapter.getParent(node)),
    prevElementSibling: (node) => counted(domAdapter.prevElementSibling?.(node) ?? null),
    getChildren: (node) => list(childrenOf(node)),
    getSiblings: (node) => list(node.parentNode === null ? [node] : childrenOf(node.parentNode)),
  };
};
