/** A block of a page. Headings have levels 1 to 6; the rows of a table are equally long. */
export type PdfBlock =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  | { readonly kind: 'paragraph' | 'code'; readonly text: string }
  /** `depth`: in how many items it stands, if in any; `label`: its number with its sign (`2.`), if the tags name it. */
  | { readonly kind: 'item'; readonly text: string; readonly depth?: number; readonly label?: string }
  | { readonly kind: 'table'; readonly rows: readonly (readonly string[])[] };
