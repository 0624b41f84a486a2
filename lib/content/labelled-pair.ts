/** A label and what the page writes behind it. */
export interface LabelledPair {
  readonly label: string;
  readonly value: string;
  /** URLs of links and images in the value, absolute. */
  readonly urls: readonly string[];
  /** A date that the value holds for machines (`time[datetime]`, `.bday`), as it is written there. */
  readonly date?: string;
  /** Of a column of a table with several rows: its cells, in order. The label is its header. */
  readonly cells?: readonly string[];
  readonly kind: 'infobox' | 'key-value';
  /** CSS selector of the row, or `markdown` for a line of the text. */
  readonly where: string;
}
