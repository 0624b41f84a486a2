import { findElements, type ParsedPage } from './document.ts';

/**
 * Turns each declarative shadow root (`<template shadowrootmode>`, WHATWG HTML section 4.12.3) into an element that
 * shows its content in place, before the content of its slots. So a tree without shadows has what a reader sees.
 */
export const openShadowRoots = (page: ParsedPage): void => {
  for (const template of findElements(page, 'template')) {
    const mode = template.getAttribute('shadowrootmode')?.toLowerCase();
    if (mode !== 'open' && mode !== 'closed') continue;
    template.rename('div');
  }
};
