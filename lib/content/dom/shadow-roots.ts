import { findElements, type ParsedPage } from './document.ts';

/**
 * Makes of each declarative shadow root (`<template shadowrootmode>`, WHATWG HTML section 4.12.3) an element whose
 * content is shown where it stands, before what is put into its slots: what a reader sees, in a tree without shadows.
 */
export const openShadowRoots = (page: ParsedPage): void => {
  for (const template of findElements(page, 'template')) {
    const mode = template.getAttribute('shadowrootmode')?.toLowerCase();
    if (mode !== 'open' && mode !== 'closed') continue;
    template.rename('div');
  }
};
