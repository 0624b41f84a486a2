/** How far into a page a declaration is looked for: browsers stop at 1 KiB, but real pages put it later. */
const prescanBytes = 64 * 1_024;

const withoutComments = (text: string): string => {
  const kept: string[] = [];
  let at = 0;
  for (let from = text.indexOf('<!--'); from !== -1; from = text.indexOf('<!--', at)) {
    kept.push(text.slice(at, from));
    const to = text.indexOf('-->', from + 4);
    if (to === -1) return kept.join('');
    at = to + 3;
  }
  return kept.join('') + text.slice(at);
};

/** Returns the `charset` of a `Content-Type` header. */
export const headerCharset = (contentType: string | undefined): string | null =>
  /;\s*charset\s*=\s*["']?\s*([^\s"';,]+)/i.exec(contentType ?? '')?.[1] ?? null;

/**
 * Returns the charset that an HTML or XML document declares itself: in `<meta charset>`, `<meta http-equiv content>` or
 * the XML declaration. A declared UTF-16 counts as UTF-8, because the declaration could not have been found in UTF-16
 * (WHATWG HTML, "prescan").
 */
export const documentCharset = (bytes: Uint8Array): string | null => {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, prescanBytes)).toString(
    'latin1',
  );
  const xml = /^\s{0,100}<\?xml[^>]{1,200}encoding\s*=\s*["']([^"'>]{1,40})["']/i.exec(head)?.[1];
  const meta = /<meta\b[^>]{0,1000}?\bcharset\s*=\s*["']?\s*([^\s"'/>;]{1,40})/i.exec(
    withoutComments(head),
  )?.[1];
  const label = xml ?? meta ?? null;
  return label !== null && /^(x-)?(utf-?16|ucs-?2|unicode$|iso-10646-ucs-2)/i.test(label) ? 'utf-8' : label;
};
