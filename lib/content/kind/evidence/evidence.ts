import type { DomElement } from '../../dom/dom.ts';
import type { ParsedPage } from '../../dom/document.ts';
import type { StructuredItem } from '../../metadata/structured-item.ts';
import type { Metadata } from '../../page-content.ts';

/** The facts that decide a page's kind: the page as fetched, before anything is removed from it. */
export interface KindFacts {
  readonly page: ParsedPage;
  /** Every element of the page, in document order. Walk this and do not walk the tree again. */
  readonly elements: readonly DomElement[];
  readonly metadata: Metadata;
  readonly structuredData: readonly StructuredItem[];
  /** The URL at which the page was found. */
  readonly url: string;
  /** The heading of the page itself, if it was found. */
  readonly heading: DomElement | null;
  /** Those of `elements` outside the parts that the page's names call its frame. Computed at the first call. */
  readonly outside: () => readonly DomElement[];
  /** How the page shows that it is an article, or null (`findArticleSign`). Computed at the first call. */
  readonly articleSign: () => string | null;
}

/**
 * Returns the evidence for one kind as phrases for people; an empty list if there is too little. It takes time linear
 * in the page, and judges by what the page shows; metadata alone decide nothing.
 */
export type KindEvidence = (facts: KindFacts) => readonly string[];
