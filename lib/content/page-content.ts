import type { KeptText } from './kind/text-account.ts';
import type { PageKind } from './kind/page-kinds.ts';
import type { LabelledPair } from './labelled-pair.ts';
import type { PageAttributes } from './page-attributes.ts';
import type { LinkStyle } from '../request/link-style.ts';
import type { Removed } from './passes/pass.ts';
import type { Removal } from './passes/run-passes.ts';
import type { StructuredItem } from './metadata/structured-item.ts';

/** How a page is read. Selectors are CSS; a selector that does not parse matches nothing. */
export interface ContentOptions {
  readonly onlyMainContent: boolean;
  readonly includeTags: readonly string[];
  readonly excludeTags: readonly string[];
  readonly removeBase64Images: boolean;
  /** Whether images stand in the Markdown; true if missing. They are listed either way. */
  readonly keepImages?: boolean;
  /** How links stand in the Markdown; with their absolute address if missing. */
  readonly linkStyle?: LinkStyle;
  /** Whether the cleaned main content is also wanted as HTML. */
  readonly wantHtml: boolean;
  /** Names of passes that are switched off. */
  readonly without?: readonly string[];
  /** Whether to record every removal. */
  readonly explain?: boolean;
  /** Whether to return labels with the values behind them. */
  readonly wantPairs?: boolean;
  /** The attributes of elements to return. */
  readonly attributes?: readonly Pick<PageAttributes, 'selector' | 'attribute'>[] | undefined;
}

export interface Link {
  /** Canonical URL. */
  readonly url: string;
  readonly text: string;
  readonly rel: string;
  /** Whether it leads to the page's own host. */
  readonly isInternal: boolean;
  /** Set if readers do not see the link. Such links are traps: sites recognize a crawler when it follows one. */
  readonly hidden?: true;
}

/** Hints for clients that cut the page into chunks. */
export interface Hints {
  readonly hasTables: boolean;
  readonly hasLists: boolean;
  readonly hasCodeBlocks: boolean;
  readonly hasEmbeddedPdfs: boolean;
  /** Citations such as `12 C.F.R. § 1024.5`, in the order in which they first appear in the text. */
  readonly crossReferences: string[];
  readonly suggestedChunkStrategy: 'section_aware' | 'paragraph' | 'fixed_size';
  readonly estimatedComplexity: 'simple' | 'medium' | 'complex';
}

/** What a page says of itself; null for everything that it does not say. */
export interface Metadata {
  /** The `<title>`, including what the site adds to every page's title. */
  readonly title: string | null;
  /** The title of the page's own content: its main heading, or its title without the site's name. */
  readonly headline: string | null;
  /** What the page's site calls itself. */
  readonly siteName: string | null;
  readonly description: string | null;
  /**
   * Primary subtag of BCP 47, such as `en`: as the page declares it, unless it declares none or its text is in another
   * language.
   */
  readonly language: string | null;
  readonly canonicalUrl: string | null;
  readonly keywords: string[];
  /** Names of `authors`, joined by a comma and a space. */
  readonly author: string | null;
  /** Names of people, or of an organisation if no people are named, in the page's order. */
  readonly authors: readonly string[];
  /** ISO 8601: a day if the page gives no time, and a zone only if it gives one. */
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
  /** Fields that were cut because they are longer than `limits` allow; a text that was cut ends with `…`. */
  readonly cut: readonly string[];
}

/** A page after reading; later stages use only this. */
export interface PageContent extends Metadata {
  readonly markdown: string;
  /** The main content as plain text: a line for each block. */
  readonly text: string;
  readonly html?: string;
  readonly links: Link[];
  /** The page's data for machines, each item with its place. */
  readonly structuredData: readonly StructuredItem[];
  /** Labels with the values behind them, if the options ask for them. */
  readonly pairs?: readonly LabelledPair[];
  /** Attributes of the page's elements, if the options ask for them. */
  readonly attributes?: readonly PageAttributes[];
  /** Absolute URLs of the images in the main content. */
  readonly images: string[];
  readonly removed: Removed[];
  /** Every removal with its reason, if the options ask to explain. */
  readonly removals?: readonly Removal[];
  /** Set of a document without elements (a PDF, a feed, text, data): all of it is read, whatever tags are asked for. */
  readonly isFile?: true;
  /** How the main content was found; `whole` if all of the page was wanted. */
  readonly foundBy: 'readability' | 'container' | 'body' | 'posts' | 'structured-data' | 'whole';
  /** Set if the page has only a header, a menu and a footer, and the content is their text. */
  readonly isFrameAlone?: true;
  /** Set if the content is only the title that the page gives itself, and shows nowhere: it has no text. */
  readonly isTitleAlone?: true;
  /**
   * Addresses of the frames in which readers see another document that may be the page's content: none of it is read.
   * Absent if there are none.
   */
  readonly shownFrames?: readonly string[];
  /** The kind of the page, and the evidence that decided it, for people. */
  readonly pageKind: PageKind;
  readonly kindEvidence: readonly string[];
  /**
   * How much of the page's visible text was kept, and which rule dropped the rest. Where the request's tags chose a
   * part of the page, this counts only the text of that part; nothing is kept of an empty one.
   */
  readonly keptText: KeptText;
  /** `sha256:` and the hexadecimal SHA-256 of the markdown. */
  readonly contentHash: string;
  readonly hints: Hints;
  /** Sentences about what is missing or wrong in this content, and why. */
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
