import { elementsWithin } from './dom-walk.ts';
import type { DomElement } from './dom.ts';

/** Characters of a page that has a declarative shadow root: nearly none has. */
const declaration = /<template\b[^>]{0,1000}\bshadowrootmode\b/i;

/**
 * Makes of each declarative shadow root (`<template shadowrootmode>`, WHATWG HTML section 4.12.3) an element whose content is
 * shown where it stands, before what is put into its slots: what a reader sees, in a tree without shadows.
 */
export const openShadowRoots = (root: DomElement, html: string): void => {
  if (!declaration.test(html)) return;
  for (const template of elementsWithin(root, ['template'])) {
    const mode = template.getAttribute('shadowrootmode')?.toLowerCase();
    if (mode !== 'open' && mode !== 'closed') continue;
    template.rename('div');
  }
};
