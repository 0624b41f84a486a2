/** Limits of manifests and their sources (see `limits.ts`). */
export const sourceLimits = {
  /** The id stands in each envelope's key, of which S3 takes 1,024 bytes. */
  sourceIdCharactersMax: 80,
  /** It is part of the job, which is one item of the table and read on every visit. */
  sourceMetadataCharactersMax: 8_000,
  /** Sources of one manifest: more than a person looks through. */
  manifestSourcesMax: 5_000,
  manifestGroupsMax: 200,
  /** Bytes of a manifest, as many as the API reads of a body. */
  manifestBytesMax: 2 * 1_024 * 1_024,
  /** URLs of one source of the method `batch`; more are a crawl, or several sources. */
  sourceUrlsMax: 1_000,
} as const;
