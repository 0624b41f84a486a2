import { mediaTypeIn } from '../http/content-type.ts';
import type { FeedName } from './feed-names.ts';

/** How a text is written: as markup within a string, as elements of XHTML, or without markup. */
export type TextForm = 'html' | 'xhtml' | 'plain';

/**
 * Returns how an element of Atom writes its text (RFC 4287, 3.1.1 and 4.1.3.3); a text without a type has no markup.
 * Null for data that is no text.
 */
const atomForm = (type: string): TextForm | null => {
  if (type === 'html' || type === 'text/html') return 'html';
  if (type === 'xhtml' || type.endsWith('+xml') || type.endsWith('/xml')) return 'xhtml';
  return type === '' || type === 'text' || type.startsWith('text/') ? 'plain' : null;
};

/** Returns how an element of a feed writes its text; null for one that holds none. */
export const textForm = (
  { vocabulary, field }: FeedName,
  attributes: Readonly<Record<string, string>>,
): TextForm | null => {
  const type = mediaTypeIn(attributes['type']);
  if (field !== 'title' && field !== 'summary') return 'html';
  if (vocabulary === 'atom') return atomForm(type);
  if (vocabulary === 'media') return type === 'html' ? 'html' : 'plain';
  return type === 'xhtml' ? 'xhtml' : 'html';
};
