import type { DomElement } from '../dom/dom.ts';
import type { PageDocument } from '../dom/document.ts';
import type { Metadata } from '../page-content.ts';
import type { StructuredItem } from '../metadata/structured-item.ts';
import { articleEvidence } from './article-evidence.ts';
import { forumEvidence } from './forum-evidence.ts';
import { homeEvidence } from './home-evidence.ts';
import { listingEvidence } from './listing-evidence.ts';
import { oneTextEvidence } from './one-text.ts';
import type { PageKind } from './page-kinds.ts';
import { productEvidence } from './product-evidence.ts';
import { referenceEvidence } from './reference-evidence.ts';
import { shapeEvidence } from './reference/shape-evidence.ts';

/** A page's kind, and the evidence that decided: short phrases for people, such as `schema.org Product with an offer`. */
export interface PageKindFound {
  readonly kind: PageKind;
  readonly evidence: readonly string[];
}

/** What a page's kind is decided by: the page as it came, before anything is removed from it. */
export interface PageFacts {
  readonly page: PageDocument;
  /** Every element of the page, in document order: walk this and not the tree again. */
  readonly elements: readonly DomElement[];
  readonly metadata: Metadata;
  readonly structuredData: readonly StructuredItem[];
  /** Where the page was found. */
  readonly url: string;
  /** The heading that the page stands under, if it was found. */
  readonly heading: DomElement | null;
}

/**
 * What speaks for one kind: phrases for people, none where too little does. It answers in time that is linear in the page, and
 * by what the page shows; metadata alone decide nothing.
 */
export type Evidence = (facts: PageFacts) => readonly string[];

/**
 * Kinds in the order in which they are asked; the first with evidence is the page's. The surest are first: a generator's marks
 * and a thread's repeated posts are hardly mistaken, while an article's signs stand on pages of any kind.
 */
const asked: readonly (readonly [PageKind, Evidence])[] = [
  ['reference', referenceEvidence],
  ['forum', forumEvidence],
  ['reference', shapeEvidence],
  ['article', oneTextEvidence],
  ['product', productEvidence],
  ['home', homeEvidence],
  ['listing', listingEvidence],
  ['article', articleEvidence],
];

/** Decides what kind a page is; `other` where nothing speaks for any. */
export const pageKindOf = (facts: PageFacts): PageKindFound => {
  for (const [kind, evidenceOf] of asked) {
    const evidence = evidenceOf(facts);
    if (evidence.length > 0) return { kind, evidence };
  }
  return { kind: 'other', evidence: [] };
};
