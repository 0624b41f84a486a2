import type { Link, Metadata, PageContent } from '../../content/page-content.ts';
import type { StructuredItem } from '../../content/metadata/structured-item.ts';
import type { LabelledPair } from '../../content/labelled-pair.ts';

/** The facts about a page that extraction uses. */
export interface PageFacts {
  /** Where the page was found. */
  readonly url: string;
  readonly markdown: string;
  readonly metadata: Metadata;
  readonly structuredData: readonly StructuredItem[];
  readonly links: readonly Link[];
  /** Absolute URLs of the images of the main content. */
  readonly images: readonly string[];
  /** When the page was fetched, in ISO 8601. If absent, no offer counts as expired. */
  readonly at?: string;
  /** Labels with their values: rows of tables, definition lists, infoboxes, lines such as `Opening hours: 9 to 5`. */
  readonly pairs: readonly LabelledPair[];
}

/** Collects the facts of a page as the content stage read it, with the pairs of its tree and its text. */
export const collectPageFacts = (
  url: string,
  content: PageContent,
  pairs: readonly LabelledPair[],
): PageFacts => ({
  url,
  markdown: content.markdown,
  metadata: content,
  structuredData: content.structuredData,
  links: content.links,
  images: content.images,
  pairs,
});
