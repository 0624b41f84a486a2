import type { DomElement } from '../../dom/dom.ts';
import type { ParsedPage } from '../../dom/document.ts';
import type { StructuredItem } from '../../metadata/structured-item.ts';
import type { Metadata } from '../../page-content.ts';

/** What a page's kind is decided by: the page as it came, before anything is removed from it. */
export interface KindFacts {
  readonly page: ParsedPage;
  /** Every element of the page, in document order: walk this and not the tree again. */
  readonly elements: readonly DomElement[];
  readonly metadata: Metadata;
  readonly structuredData: readonly StructuredItem[];
  /** Where the page was found. */
  readonly url: string;
  /** The heading that the page stands under, if it was found. */
  readonly heading: DomElement | null;
  /** Those of `elements` that are not in what the page's names call its frame. Found when it is first asked for. */
  readonly outside: () => readonly DomElement[];
  /** How the page shows that it is an article, or null (`findArticleSign`). Found when it is first asked for. */
  readonly articleSign: () => string | null;
}

/**
 * What speaks for one kind: phrases for people, none where too little does. It answers in time that is linear in the
 * page, and by what the page shows; metadata alone decide nothing.
 */
export type KindEvidence = (facts: KindFacts) => readonly string[];
