/** What a body is read as. */
export type ContentKind = 'html' | 'text' | 'json' | 'xml' | 'unsupported';

const typed = (type: string): ContentKind | 'unknown' => {
  if (type === 'text/html' || type === 'application/xhtml+xml') return 'html';
  if (/^(?:application|text)\/(?:[\w.-]+\+)?(?:json|ld-json|x-ndjson|jsonl)$/.test(type)) return 'json';
  if (/^(?:application|text)\/(?:[\w.-]+\+)?xml(?:-dtd)?$/.test(type)) return 'xml';
  if (type === '' || type === 'application/octet-stream' || type === 'text/plain' || type === 'unknown/unknown') return 'unknown';
  return type.startsWith('text/') || /^application\/(?:x-)?(?:yaml|javascript|toml|sql|sh)$/.test(type) ? 'text' : 'unsupported';
};

// Control characters that no text has: a body with one of them is binary (WHATWG MIME Sniffing, section 7.2).
// oxlint-disable-next-line no-control-regex
const binary = /[\u0000-\u0008\u000b\u000e-\u001a\u001c-\u001f]/;
const htmlStart = /^(?:<!--[\s\S]*?-->\s*)*<(?:!doctype html|html|head|body|script|title|meta|div|p|h1|table|a|br|style)\b/i;

/**
 * What to read a body as: the content type decides; a missing or generic one leaves it to the first characters.
 * `text/plain` is believed unless the body is binary.
 */
export const contentKind = (contentType: string | null | undefined, start: string): ContentKind => {
  const type = (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const kind = typed(type);
  if (kind !== 'unknown') return kind;
  const text = start.replace(/^\ufeff?\s*/, '').slice(0, 1_024);
  if (text.startsWith('%PDF-') || binary.test(text)) return 'unsupported';
  if (type === 'text/plain') return 'text';
  if (htmlStart.test(text)) return 'html';
  if (text.startsWith('<?xml') || /^<(?:rss|feed|urlset|sitemapindex)\b/.test(text)) return 'xml';
  return /^[[{]/.test(text) ? 'json' : 'text';
};
