import type { Json } from '../schema/json.ts';

/**
 * What a value was read from: structured data by its syntax, `meta` elements, an infobox, a pair of label and value,
 * the
 * page's links, its text, or a model's answer that stands nowhere in it.
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
  /** The words of the page in which it stands, at most `limits.quoteCharactersMax`. */
  readonly quote: string | null;
  /** Offsets of the value in the page's markdown, in UTF-16 code units, where it stands in the text. */
  readonly start?: number;
  readonly end?: number;
}

/**
 * Whether a value stands in its page. `not-applicable` are values that no page spells out: booleans, and members of
 * an enum.
 */
export type Grounded = 'grounded' | 'ungrounded' | 'not-applicable';

/** A value that the page has as well, and that is not answered with. */
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
   * From 0 to 1: how sure it is that the page means this by the field (docs/decisions/0012-matching-and-grounding.md).
   */
  readonly confidence: number;
  readonly grounded: Grounded;
  readonly evidence: Evidence;
  /** What else the page says, and why it is not believed. */
  readonly alternatives?: readonly Alternative[];
  /** Evidence of each item of a list, by its place; null for one that stands nowhere. */
  readonly items?: readonly (Evidence | null)[];
}

/** What one page answers, by the names of fields. A field that is not there is open. */
export type Answers = Readonly<Record<string, Candidate>>;
