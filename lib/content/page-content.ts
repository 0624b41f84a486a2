import type { KeptText } from './kind/text-account.ts';
import type { PageKind } from './kind/page-kinds.ts';
import type { LabelledPair } from './labelled-pair.ts';
import type { PageAttributes } from './page-attributes.ts';
import type { LinkStyle } from '../request/link-style.ts';
import type { Removed } from './passes/pass.ts';
import type { Removal } from './passes/run-passes.ts';
import type { StructuredItem } from './metadata/structured-item.ts';

/** How a page is read. Selectors are CSS; one that does not parse matches nothing. */
export interface ContentOptions {
  readonly onlyMainContent: boolean;
  readonly includeTags: readonly string[];
  readonly excludeTags: readonly string[];
  readonly removeBase64Images: boolean;
  /** Whether images stand in the Markdown; true where it is not said. They are listed either way. */
  readonly keepImages?: boolean;
  /** How links stand in the markdown: with their absolute address where it is not said. */
  readonly linkStyle?: LinkStyle;
  /** Whether the cleaned main content is also wanted as HTML. */
  readonly wantHtml: boolean;
  /** Names of passes that are switched off. */
  readonly without?: readonly string[];
  /** Whether every removal is written down. */
  readonly explain?: boolean;
  /** Whether labels and what the page writes behind them are wanted. */
  readonly wantPairs?: boolean;
  /** Attributes of elements that are wanted. */
  readonly attributes?: readonly Pick<PageAttributes, 'selector' | 'attribute'>[] | undefined;
}

export interface Link {
  /** Canonical URL. */
  readonly url: string;
  readonly text: string;
  readonly rel: string;
  /** Whether it leads to the host of the page. */
  readonly isInternal: boolean;
  /** No reader comes to see it: crawlers that follow such links are found out by them. */
  readonly hidden?: true;
}

/** Hints for whoever cuts the page into chunks. */
export interface Hints {
  readonly hasTables: boolean;
  readonly hasLists: boolean;
  readonly hasCodeBlocks: boolean;
  readonly hasEmbeddedPdfs: boolean;
  /** Citations such as `12 C.F.R. § 1024.5`, in the order in which they first stand in the text. */
  readonly crossReferences: string[];
  readonly suggestedChunkStrategy: 'section_aware' | 'paragraph' | 'fixed_size';
  readonly estimatedComplexity: 'simple' | 'medium' | 'complex';
}

/** What a page says of itself; null where it does not. */
export interface Metadata {
  /** The `<title>`, with whatever the site adds to each of its pages' titles. */
  readonly title: string | null;
  /** What the page calls its own content: its main heading, or its title without the site's name. */
  readonly headline: string | null;
  /** What the page's site calls itself. */
  readonly siteName: string | null;
  readonly description: string | null;
  /**
   * Primary subtag of BCP 47, such as `en`: as the page declares it, but where its text is in another, or it declares
   * none.
   */
  readonly language: string | null;
  readonly canonicalUrl: string | null;
  readonly keywords: string[];
  /** Names of `authors`, joined by a comma and a space. */
  readonly author: string | null;
  /** Names of people, or of an organisation where nobody is named, in the page's order. */
  readonly authors: readonly string[];
  /** ISO 8601: a day where the page gives no time, and a zone only where it gives one. */
  readonly publishedTime: string | null;
  readonly modifiedTime: string | null;
  readonly robots: string | null;
  readonly og: {
    readonly title: string | null;
    readonly description: string | null;
    readonly image: string | null;
    readonly url: string | null;
    readonly siteName: string | null;
    readonly locale: string | null;
    readonly type: string | null;
  };
  readonly favicon: string | null;
  /** Every `<meta>` with a name or property. */
  readonly metas: Record<string, string | string[]>;
  /**
   * Fields of which a part was left out because it is longer than `limits` allow; a text that was cut ends with `…`.
   */
  readonly cut: readonly string[];
}

/** A page as it was read: all that later stages know of it. */
export interface PageContent extends Metadata {
  readonly markdown: string;
  /** The main content as plain text: a line for each block. */
  readonly text: string;
  readonly html?: string;
  readonly links: Link[];
  /** What the page says of itself for machines, each item with where it stands. */
  readonly structuredData: readonly StructuredItem[];
  /** Labels and what the page writes behind them, where the options want them. */
  readonly pairs?: readonly LabelledPair[];
  /** Attributes of the page's elements, where the options want them. */
  readonly attributes?: readonly PageAttributes[];
  /** Absolute URLs of the images in the main content. */
  readonly images: string[];
  readonly removed: Removed[];
  /** Every removal with its reason, where the options ask to explain. */
  readonly removals?: readonly Removal[];
  /** How the main content was found; `whole` where all of the page was wanted. */
  readonly foundBy: 'readability' | 'container' | 'body' | 'posts' | 'structured-data' | 'whole';
  /** A header, a menu and a footer, and nothing between them: what stands here is theirs. */
  readonly isFrameAlone?: true;
  /** What kind of page it is, and the evidence that decided, for people. */
  readonly pageKind: PageKind;
  readonly kindEvidence: readonly string[];
  /** How much of the page's visible text was kept, and which rule dropped the rest. */
  readonly keptText: KeptText;
  /** `sha256:` and the hexadecimal SHA-256 of the markdown. */
  readonly contentHash: string;
  readonly hints: Hints;
  /** What is missing or not as it should be, and why, in sentences. */
  readonly warnings: readonly string[];
}

/** Metadata of a page that says nothing of itself. */
export const noMetadata: Metadata = {
  title: null,
  headline: null,
  siteName: null,
  description: null,
  language: null,
  canonicalUrl: null,
  keywords: [],
  author: null,
  authors: [],
  publishedTime: null,
  modifiedTime: null,
  robots: null,
  og: { title: null, description: null, image: null, url: null, siteName: null, locale: null, type: null },
  favicon: null,
  metas: {},
  cut: [],
};
