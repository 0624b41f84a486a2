/** A label and the value that the page writes behind it. */
export interface LabelledPair {
  readonly label: string;
  readonly value: string;
  /** Absolute URLs of links and images in the value. */
  readonly urls: readonly string[];
  /** The value's date for machines (`time[datetime]`, `.bday`), as the page writes it. */
  readonly date?: string;
  /** Cells of a column, in order, if the table has several rows. The label is the column's header. */
  readonly cells?: readonly string[];
  readonly kind: 'infobox' | 'key-value';
  /** CSS selector of the row, or `markdown` for a line of the text. */
  readonly where: string;
}

/** Says whether a label asks for what held before. The value is then what is struck, not what stands beside it. */
export const namesFormer = (label: string): boolean =>
  /(?:^|[^\p{L}])(?:old|was|former|previous(?:ly)?|original(?:ly)?|regular(?:ly)?|before|list price|rrp|msrp|uvp|alte[rs]?|bisher(?:ige[rs]?)?|vorher(?:ige[rs]?)?|listenpreis|statt|ancien(?:ne)?|avant|d['’]origine|antes|anterior)(?:$|[^\p{L}])/iu.test(
    label,
  );
