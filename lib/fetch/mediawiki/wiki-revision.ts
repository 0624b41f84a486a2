/**
 * The number of an article's revision as a validator, in the place of an ETag: versions of pages keep it as they
 * keep a host's own, and a page that falls to HTTP cannot mistake one for the other. /
 */
const form = /^"mediawiki-revision-(\d+)"$/;

/** The header to keep of a revision; none for an article that has no number, such as a message of the software. */
export const makeRevisionValidator = (revision: number): { readonly etag?: string } =>
  revision > 0 ? { etag: `"mediawiki-revision-${revision}"` } : {};

/** The revision that a validator names; null for one that a host made. */
export const parseRevision = (etag: string | undefined): number | null => {
  const digits = form.exec(etag ?? '')?.[1];
  return digits === undefined ? null : Number(digits);
};
