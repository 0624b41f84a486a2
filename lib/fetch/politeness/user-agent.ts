/** The name that robots.txt groups address (RFC 9309 section 2.2.1). */
export const productToken = 'Gleaner';

/**
 * The `User-Agent` of every request: who asks, in which version, and where a site's operator reads why
 * (RFC 9110 section 10.1.5).
 *
 * @param contact A URL or mail address. What cannot stand in a header comment is left out.
 */
export const userAgent = (version: string, contact: string): string =>
  `${productToken}/${version.replace(/[^\w.+-]/g, '')} (+${contact.replace(/[^\x21-\x7e]|[()\\]/g, '')})`;
