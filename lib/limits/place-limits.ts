/** Bounds of what is tried so that a job delivers as many pages as its limit says (`lib/frontier/reserve.ts`). */
export const placeLimits = {
  /** Pages that may be tried beside those that are wanted: as many again, at least and at most so many. */
  spareTriesMin: 20,
  spareTriesMax: 20_000,
  /** Reserves of a job, which its item names in 34 bytes each: it is written with every page. */
  reservesMax: 8,
  /** Links in reserves, together. */
  reserveUrlsMax: 3_000,
  /** Characters of one reserve, with 34 for each link: they are gzipped into an item of at most 400 KB. */
  reserveCharacters: 80_000,
};
