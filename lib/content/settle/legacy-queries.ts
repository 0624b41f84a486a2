import { encodeQuery, encodesQueries } from '../../fetch/charset/encode-query.ts';
import { findElements, type ParsedPage } from '../dom/document.ts';

/** Elements with addresses, and the attributes that hold them. */
const addresses: Readonly<Record<string, readonly string[]>> = {
  a: ['href'],
  area: ['href'],
  link: ['href'],
  frame: ['src'],
  iframe: ['src'],
  img: ['src'],
};

/**
 * Writes the queries of a page's addresses in the encoding of the page, as the host expects them. Pages in UTF-8, which
 * nearly all are, stay as they are.
 */
export const encodeLegacyQueries = (page: ParsedPage, encoding: string): void => {
  if (!encodesQueries(encoding)) return;
  for (const [name, attributes] of Object.entries(addresses)) {
    for (const element of findElements(page, name)) {
      for (const attribute of attributes) {
        const reference = element.getAttribute(attribute);
        if (reference !== null && reference.includes('?'))
          element.setAttribute(attribute, encodeQuery(reference, encoding));
      }
    }
  }
};
