const spans = { h: 60 * 60_000, d: 24 * 60 * 60_000 } as const;

/** Returns the milliseconds of `6h` or `3d`. */
export const spanMs = (text: string): number =>
  Number(text.slice(0, -1)) * spans[text.endsWith('h') ? 'h' : 'd'];
