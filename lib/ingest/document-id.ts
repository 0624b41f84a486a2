import { createHash } from 'node:crypto';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

const asUuid = (bytes: Uint8Array): string =>
  Buffer.from(bytes.subarray(0, 16))
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/**
 * Returns the id of a page as a document: in Python,
 * `str(uuid.UUID(bytes=hashlib.sha256(url.encode()).digest()[:16]))`.
 */
export const documentId = (url: string): string => asUuid(digest(url));

/**
 * Returns the id of a passage: from the page, its text, and its number among equal texts of that page. The same text
 * has the same id, whatever changed around it. A UUID of version 8 (RFC 9562, section 5.8).
 */
export const passageId = (corpus: string, url: string, text: string, ordinal: number): string => {
  const bytes = digest(JSON.stringify([corpus, url, text, ordinal])).subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return asUuid(bytes);
};
