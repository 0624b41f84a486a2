/** Signatures of documents that are recognized by their bytes, whatever the server calls them. */
const isPdf = (start: string): boolean => /^[\0-\x20]{0,64}%PDF-\d/.test(start);

const isHtml = (start: string): boolean =>
  /^(?:\u00ef\u00bb\u00bf|\s|<!--(?:(?!-->)[\s\S])*-->|<\?xml[^>]*\?>)*(?:<!doctype\s+html|<html[\s>])/i.test(
    start,
  );

/** Types that say no more than "bytes", and that a file is to be saved. */
const namelessTypes: ReadonlySet<string> = new Set([
  'application/octet-stream',
  'application/x-octet-stream',
  'binary/octet-stream',
  'application/binary',
  'application/x-binary',
  'application/download',
  'application/x-download',
  'application/force-download',
  'application/x-force-download',
  'application/save',
  'application/unknown',
  'application/x-unknown',
  'content/unknown',
  'unknown/unknown',
]);

/** Returns the media type of a `Content-Type`, in lower case and without its parameters; empty if there is none. */
export const mediaTypeIn = (contentType: string | undefined): string =>
  contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? '';

/** Says whether a media type, in lower case and without parameters, leaves open what a file holds. */
export const saysNothing = (type: string): boolean =>
  type === '' || namelessTypes.has(type) || !type.includes('/');

/** Types that servers give to unknown files, or by the name of a file alone. */
const isVague = (type: string): boolean => type === 'text/plain' || saysNothing(type);

/**
 * Returns the content type of a response, by its first bytes if the header is wrong. A PDF is recognized by its
 * signature, under every type. A page of HTML is recognized if its first tag says so, under every type except those of
 * markup (in the spirit of the WHATWG MIME Sniffing standard, which trusts bytes less, because a browser would run what
 * it finds). Otherwise the header's type. The header's charset is kept.
 */
export const detectContentType = (header: string | undefined, bytes: Uint8Array): string | undefined => {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1_024)).toString('latin1');
  const type = mediaTypeIn(header);
  if (isPdf(start)) return 'application/pdf';
  const isMarkup = type === 'text/html' || type.endsWith('xml');
  if (isMarkup || !isHtml(start)) {
    return isVague(type) &&
      /^\s*<\?xml[^>]*\?>\s*(?:<!doctype\s+rss\b[^>]*>\s*)?<(?:rss|feed|rdf:RDF)\b/i.test(start)
      ? 'application/xml'
      : header;
  }
  const charset = /;\s*charset=[^;]*/i.exec(header ?? '')?.[0] ?? '';
  return `text/html${charset}`;
};
