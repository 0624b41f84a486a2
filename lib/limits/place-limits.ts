/** Bounds of the pages that are tried so that a job delivers as many as its limit (`lib/frontier/reserve.ts`). */
export const placeLimits = {
  /** Pages that may be tried beside the wanted ones: as many again, but at least and at most so many. */
  spareTriesMin: 20,
  spareTriesMax: 20_000,
  /** Reserves of a job: its item names each in 34 bytes, and is written with every page. */
  reservesMax: 8,
  /** Links in all reserves together. */
  reserveUrlsMax: 3_000,
  /** Characters of one reserve, with 34 for each link: they are gzipped into an item of at most 400 KB. */
  reserveCharacters: 80_000,
};
