import { isElement, isText, nextNode } from './dom-walk.ts';
import { findElements, type ParsedPage } from './document.ts';
import type { DomElement, DomNode } from './dom.ts';
import { settleTree } from './settle.ts';

const declaresRoot = (template: DomElement): boolean =>
  /^(?:open|closed)$/i.test(template.getAttribute('shadowrootmode') ?? '');

/** Returns the slots of each root, in its order. Those in a template that is no root are not shown. */
const slotsOf = (page: ParsedPage): ReadonlyMap<DomElement, readonly DomElement[]> => {
  const slots = new Map<DomElement, DomElement[]>();
  const { documentElement: top } = page;
  const around: DomElement[] = [];
  let last: DomNode = top;
  for (let node: DomNode | null = top; node !== null; node = nextNode(node, top)) {
    // The walk has gone up to the parent of this node, and so out of all templates within that.
    if (last.firstChild !== node)
      for (let at: DomNode | null = last; at !== null && at !== node.parentNode; at = at.parentNode)
        if (at === around.at(-1)) around.pop();
    last = node;
    if (!isElement(node)) continue;
    const template = around.at(-1);
    if (node.localName === 'template') around.push(node);
    else if (node.localName === 'slot' && template !== undefined) {
      const known = slots.get(template);
      if (known === undefined) slots.set(template, [node]);
      else known.push(node);
    }
  }
  return slots;
};

/** Puts the children of a root's host into the root's slots; what has no slot stays behind the root. */
const fillSlots = (root: DomElement, slots: readonly DomElement[]): void => {
  const host = root.parentNode;
  if (host === null) return;
  const byName = new Map<string, DomNode[]>();
  for (const node of host.childNodes) {
    if (node === root || !(isElement(node) || isText(node))) continue;
    const name = (isElement(node) ? node.getAttribute('slot') : null) ?? '';
    const known = byName.get(name);
    if (known === undefined) byName.set(name, [node]);
    else known.push(node);
  }
  for (const slot of slots) {
    const name = slot.getAttribute('name') ?? '';
    const given = byName.get(name);
    if (given === undefined) continue;
    byName.delete(name);
    // Its own content stands for what it is not given.
    for (const node of slot.childNodes) node.remove();
    slot.append(...given);
  }
};

/**
 * Turns each declarative shadow root (`<template shadowrootmode>`, WHATWG HTML section 4.12.3) into an element that
 * shows its content in place, and puts the host's own children into the slots that they are for (WHATWG DOM section
 * 4.2.2.3). So a tree without shadows has what a reader sees, in that order. What a browser does not show because no
 * slot is for it stays behind the root. Returns the page with its elements in their new order.
 */
export const openShadowRoots = (page: ParsedPage): ParsedPage => {
  const roots = findElements(page, 'template').filter((template) => declaresRoot(template));
  if (roots.length === 0) return page;
  const slots = slotsOf(page);
  const hosts = new Set<DomElement>();
  for (const root of roots) {
    root.rename('div');
    const host = root.parentNode;
    // An element has one root; another one is a template like any other in a browser.
    if (host !== null && !hosts.has(host)) fillSlots(root, slots.get(root) ?? []);
    if (host !== null) hosts.add(host);
  }
  // What was put into slots may be nested deeper than before.
  return { ...page, index: settleTree(page.documentElement) };
};
