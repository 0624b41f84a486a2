import type { Json } from '../schema/json.ts';

/**
 * The source of a value: structured data by its syntax, `meta` elements, an infobox, a pair of label and value, the
 * page's links, its text, or a model's answer that stands nowhere in the page.
 */
export type SourceKind =
  | 'json-ld'
  | 'microdata'
  | 'rdfa'
  | 'open-graph'
  | 'meta'
  | 'infobox'
  | 'key-value'
  | 'link'
  | 'text'
  | 'model';

/** Where a value stands. */
export interface Evidence {
  /** The page's URL. */
  readonly url: string;
  readonly kind: SourceKind;
  /**
   * In structured data, the element and JSON pointer of the value; elsewhere a CSS selector or the name of a `meta`;
   * null in text.
   */
  readonly where: string | null;
  /** The page's words around the value, at most `limits.quoteCharactersMax`. */
  readonly quote: string | null;
  /** Offsets of the value in the page's Markdown, in UTF-16 code units, if it stands in the text. */
  readonly start?: number;
  readonly end?: number;
}

/**
 * Whether a value stands in its page. `not-applicable` are values that no page spells out: booleans, and members of an
 * enum.
 */
export type Grounded = 'grounded' | 'ungrounded' | 'not-applicable';

/** The confidence in a model's value; that of a guess if the page does not say it. */
export const modelConfidence: Readonly<Record<Grounded, number>> = {
  grounded: 0.9,
  'not-applicable': 0.7,
  ungrounded: 0.3,
};

/** Another value that the page has for the field, and that is not the answer. */
export interface Alternative {
  readonly value: Json;
  readonly kind: SourceKind;
  readonly where: string | null;
  readonly why: string;
}

/** A value that one page offers for a field. */
export interface Candidate {
  readonly value: Json;
  /**
   * From 0 to 1: how sure it is that the page means this value by the field
   * (docs/decisions/0012-matching-and-grounding.md).
   */
  readonly confidence: number;
  readonly grounded: Grounded;
  readonly evidence: Evidence;
  /** The other values of the page, and why they are not believed. */
  readonly alternatives?: readonly Alternative[];
  /** Evidence of each item of a list, by its place; null for an item that stands nowhere in the page. */
  readonly items?: readonly (Evidence | null)[];
}

/** The answers of one page, by the names of fields. A field without an entry is open. */
export type Answers = Readonly<Record<string, Candidate>>;
