import { limits } from '../../limits/limits.ts';
import { findElements, type ParsedPage } from '../dom/document.ts';
import { matchingWithin } from '../dom/dom-walk.ts';
import type { DomElement } from '../dom/dom.ts';
import { readJsonLd } from './json-ld.ts';
import { readMicrodata } from './microdata.ts';
import type { Metadata } from '../page-content.ts';
import { readRdfa } from './rdfa.ts';
import { addValue, type NodeDraft, type StructuredItem } from './structured-item.ts';

const openGraphName = /^(?:og|article|product|book|profile|video|music|place|business):/;

/** Returns Open Graph (ogp.me) as one item of the page's type, with names without `og:`. */
const openGraph = ({ og, metas }: Metadata): StructuredItem[] => {
  const draft: NodeDraft = { types: og.type === null ? [] : [og.type], properties: {} };
  for (const [name, value] of Object.entries(metas)) {
    if (!openGraphName.test(name) || name === 'og:type') continue;
    for (const one of typeof value === 'string' ? [value] : value) {
      addValue(draft, name.replace(/^og:/, ''), one);
    }
  }
  if (Object.keys(draft.properties).length === 0) return [];
  return [{ ...draft, syntax: 'open-graph', where: 'meta[property]' }];
};

/** Attributes that make elements items, give them values, or name them. */
const speaking = new Set(['itemscope', 'itemprop', 'typeof', 'property', 'id']);
const speaks = ({ pairs }: DomElement): boolean => {
  for (let at = 0; at < pairs.length; at += 2) if (speaking.has(pairs[at] ?? '')) return true;
  return false;
};

/**
 * Reads a page's data for machines: JSON-LD, microdata, RDFa Lite and Open Graph, in this order, which is also the
 * order in which their values are trusted. Read it from the raw tree. Returns at most `limits.structuredItemsMax`
 * items.
 */
export const readStructuredData = (
  page: ParsedPage,
  metadata: Metadata,
  baseUrl: string,
): StructuredItem[] => {
  const scripts = findElements(page, 'script')
    .filter((script) => /^application\/ld\+json/i.test(script.getAttribute('type')?.trim() ?? ''))
    .map((script, at) => ({
      text: script.textContent,
      where: `script[type="application/ld+json"]:${at + 1}`,
    }));
  const elements = matchingWithin(page.documentElement, speaks);
  if (speaks(page.documentElement)) elements.unshift(page.documentElement);
  return [
    ...readJsonLd(scripts),
    ...readMicrodata(elements, baseUrl),
    ...readRdfa(elements, baseUrl),
    ...openGraph(metadata),
  ].slice(0, limits.structuredItemsMax);
};
