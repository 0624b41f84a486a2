/**
 * The number of an article's revision as a validator, in place of an ETag. Versions of pages keep it like a host's own,
 * and a page that falls through to HTTP cannot mistake one for the other.
 */
const form = /^"mediawiki-revision-(\d+)"$/;

/** Returns the header that stores a revision; none for an article without a number, such as a built-in message. */
export const makeRevisionValidator = (revision: number): { readonly etag?: string } =>
  revision > 0 ? { etag: `"mediawiki-revision-${revision}"` } : {};

/** Returns the revision in a validator; null for one that a host made. */
export const parseRevision = (etag: string | undefined): number | null => {
  const digits = form.exec(etag ?? '')?.[1];
  return digits === undefined ? null : Number(digits);
};
