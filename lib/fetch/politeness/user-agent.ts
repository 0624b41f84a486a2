/** The name by which robots.txt groups address us (RFC 9309 section 2.2.1). */
export const productToken = 'Gleaner';

/**
 * Returns the `User-Agent` of every request: our name, the version, and where a site's operator can read more (RFC 9110
 * section 10.1.5).
 *
 * @param contact A URL or mail address. Characters that cannot stand in a header comment are left out.
 */
export const userAgent = (version: string, contact: string): string =>
  `${productToken}/${version.replace(/[^\w.+-]/g, '')} (+${contact.replace(/[^\x21-\x7e]|[()\\]/g, '')})`;
