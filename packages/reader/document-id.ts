/**
 * Id of a page as a document, the same for the same URL: a UUID of the first half of its SHA-256, what Python writes
 * `str(uuid.UUID(bytes=hashlib.sha256(url.encode()).digest()[:16]))`.
 */
export const documentId = async (url: string): Promise<string> => {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(url)));
  const hex = [...hash.subarray(0, 16)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
};
