import type { KindEvidence, KindFacts } from './evidence/evidence.ts';
import { archiveEvidence } from './evidence/archive-evidence.ts';
import { articleEvidence } from './evidence/article-evidence.ts';
import { catalogueEvidence } from './evidence/catalogue-evidence.ts';
import { forumEvidence } from './evidence/forum-evidence.ts';
import { homeEvidence } from './evidence/home-evidence.ts';
import { listingEvidence } from './evidence/listing-evidence.ts';
import { oneTextEvidence } from './evidence/one-text.ts';
import { findArticleSign } from '../passes/article-signals.ts';
import { elementsOutsideFrame } from './page-frame.ts';
import type { PageKind } from './page-kinds.ts';
import { productEvidence, unsignedProductEvidence } from './evidence/product-evidence.ts';
import { referenceEvidence } from './evidence/reference-evidence.ts';
import { shapeEvidence } from './reference/shape-evidence.ts';

/**
 * A page's kind, and the evidence that decided: short phrases for people, such as `schema.org Product with an offer`.
 */
export interface PageKindFound {
  readonly kind: PageKind;
  readonly evidence: readonly string[];
}

/**
 * Kinds in the order in which they are asked; the page gets the first with evidence. The surest come first: a
 * generator's marks and a thread's repeated posts are hardly ever mistaken, while an article's signs stand on pages of
 * any kind.
 */
const asked: readonly (readonly [PageKind, KindEvidence])[] = [
  ['reference', referenceEvidence],
  ['forum', forumEvidence],
  ['reference', shapeEvidence],
  ['listing', archiveEvidence],
  ['listing', catalogueEvidence],
  ['product', unsignedProductEvidence],
  ['article', oneTextEvidence],
  ['product', productEvidence],
  ['home', homeEvidence],
  ['listing', listingEvidence],
  ['article', articleEvidence],
];

const once = <T>(find: () => T): (() => T) => {
  let found: { readonly value: T } | null = null;
  return () => {
    found ??= { value: find() };
    return found.value;
  };
};

/** Decides the kind of a page; `other` if there is no evidence for any. */
export const detectPageKind = (raw: Omit<KindFacts, 'outside' | 'articleSign'>): PageKindFound => {
  const facts: KindFacts = {
    ...raw,
    outside: once(() => elementsOutsideFrame(raw.elements)),
    articleSign: once(() => findArticleSign(raw.page, raw.metadata, raw.heading)),
  };
  for (const [kind, evidenceOf] of asked) {
    const evidence = evidenceOf(facts);
    if (evidence.length > 0) return { kind, evidence };
  }
  return { kind: 'other', evidence: [] };
};
