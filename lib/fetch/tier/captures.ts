/** What a browser captured of a page besides its document. It is in memory; the envelope stage stores it. */

export interface Picture {
  readonly type: 'image/png' | 'image/jpeg';
  readonly bytes: Uint8Array;
}

/** What the actions of a request produced, each list in the order of the actions. */
export interface ActionCaptures {
  readonly screenshots: readonly Picture[];
  readonly scrapes: readonly { readonly url: string; readonly html: string }[];
  /** `type` is JavaScript's `typeof`. */
  readonly javascriptReturns: readonly { readonly type: string; readonly value: unknown }[];
  readonly pdfs: readonly Uint8Array[];
}

export interface Captures {
  readonly screenshot?: Picture;
  readonly actions?: ActionCaptures;
}
