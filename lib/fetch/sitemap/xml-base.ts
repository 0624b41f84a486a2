import { limits } from '../../limits/limits.ts';

/**
 * Returns where relative addresses within an element of a feed start (`xml:base`, RFC 4287 section 2); null for the
 * address of the feed.
 *
 * @param own the element's `xml:base`; undefined if it has none.
 * @param outer the same of the element around it.
 * @param feedUrl null if it is not known.
 */
export const xmlBase = (
  own: string | undefined,
  outer: string | null,
  feedUrl: string | null,
): string | null => {
  if (own === undefined || own.length > limits.urlCharactersMax) return outer;
  return URL.parse(own.trim(), outer ?? feedUrl ?? undefined)?.href ?? outer;
};

/** Returns an address as it stands, or absolute where `base` says where it starts. */
export const addressFrom = (text: string, base: string | null): string =>
  base === null || text.trim() === '' ? text : (URL.parse(text.trim(), base)?.href ?? text);
