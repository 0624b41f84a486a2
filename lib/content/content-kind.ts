import { mediaTypeIn, saysNothing } from '../fetch/http/content-type.ts';

/** The format as which a fetched document is read; `xhtml` is HTML in XML's syntax. */
export type ContentKind = 'html' | 'xhtml' | 'text' | 'json' | 'xml';

const sniffBytes = 1_024;

/** Signatures of binary formats that servers send as HTML or text, or without a type. */
const binarySignature =
  // oxlint-disable-next-line no-control-regex -- the signatures of binary formats are what is looked for
  /^(?:%PDF-|PK\u0003\u0004|\u0089PNG|GIF8|\u00ff\u00d8\u00ff|\u001f\u008b|Rar!|7z\u00bc\u00af|\u007fELF|RIFF)/;

/**
 * Beginnings of formats that are written in characters, and whose characters are markup and no text: RTF, PostScript.
 */
const markupSignature = /^(?:\u00ef\u00bb\u00bf)?\s*(?:\{\\rtf|%!PS)/;
const htmlStart =
  /^(?:<!doctype html|<(?:html|head|body|title|meta|link|script|style|div|p|h[1-6]|table|a|br|b|font|iframe|main|article|section|header|nav|span|ul|ol)[\s>/])/i;

/** Text that begins with another tag is HTML too if it holds one of these end tags. */
const endTag = /<\/(?:p|div|a|span|li|td|th|h[1-6]|title|b|i|em|strong|center|font|dt|dd|section|button)>/i;

const beginning = (bytes: Uint8Array): string =>
  Buffer.from(bytes.subarray(0, sniffBytes)).toString('latin1');

const isUtf16 = (start: string): boolean =>
  start.startsWith('\u00ff\u00fe') || start.startsWith('\u00fe\u00ff');

/** Text may hold one zero in so many bytes: a slip makes one, but a binary file has zeros everywhere. */
const bytesPerZero = 32;

const looksBinary = (start: string, zerosMax: number): boolean =>
  binarySignature.test(start) ||
  markupSignature.test(start) ||
  (start.split('\u0000').length - 1 > zerosMax && !isUtf16(start));

/**
 * Returns the kind by the first bytes (in the spirit of the WHATWG MIME Sniffing standard), or null for binary data.
 */
const sniff = (start: string): ContentKind | null => {
  const text = start
    .replace(/^(?:\u00ef\u00bb\u00bf|\s+)+/, '')
    .replace(/^(?:<!--(?:(?!-->)[\s\S])*-->\s*)+/, '');
  const isPage = htmlStart.test(text);
  if (looksBinary(start, isPage ? start.length / bytesPerZero : 0)) return null;
  if (isPage) return 'html';
  if (text.startsWith('<?xml')) return /<!doctype html|<html[\s>]/i.test(text) ? 'html' : 'xml';
  if (text.startsWith('<') && endTag.test(text)) return 'html';
  if (/^[[{]\s*["[{\]}\d\-tfn]/.test(text)) return 'json';
  return 'text';
};

/** Types of text outside of `text/`, with the names that are in use for those (YAML: RFC 9512 section 2.1). */
const textTypes: ReadonlySet<string> = new Set(
  (
    'csv x-csv jsonl x-jsonl x-jsonlines jsonlines x-ndjson ndjson json-seq json5 yaml x-yaml vnd.oai.openapi toml ' +
    'x-toml sql x-sql markdown x-markdown x-tex x-latex x-bibtex x-subrip x-sh x-troff-man mbox text txt'
  )
    .split(' ')
    .map((name) => `application/${name}`),
);

/** Types of text that nobody reads as text: code and styles for pages, and documents whose text is markup. */
const unreadText =
  /^text\/(?:css|rtf|x-rtf|richtext|enriched|cache-manifest|x-component|vbscript|(?:x-)?(?:javascript|ecmascript)|javascript1\.\d|jscript|livescript|vnd\.wap\.wmlscript)$/;

/** Scripts by their type; old APIs send JSON as such. */
const scriptType = /script/;
const jsonStart = /^\s*(?:\{\s*"|\[\s*(?:[{["]|-?\d))/;

/**
 * Returns the kind that a type names. Any type of text is read (`text/x-rst`, `text/x-python`), except those that are
 * known to hold none: null for a format that is not read, undefined if the type says too little.
 */
const declaredKind = (type: string): ContentKind | null | undefined => {
  if (saysNothing(type)) return undefined;
  if (type === 'text/html') return 'html';
  // Only the type decides: browsers read a page as HTML that is sent as HTML, whatever its doctype.
  if (type === 'application/xhtml+xml') return 'xhtml';
  if (type === 'application/json' || type === 'text/json' || type.endsWith('+json')) return 'json';
  if (type === 'application/xml' || type === 'text/xml' || type.endsWith('+xml'))
    return type === 'image/svg+xml' ? null : 'xml';
  if (unreadText.test(type)) return null;
  return type.startsWith('text/') || textTypes.has(type) || type.endsWith('+yaml') ? 'text' : null;
};

/**
 * Decides how to read a document: by its content type where that is exact, by its first bytes where the type is missing
 * or says no more than "bytes" or "text". Returns null for formats that Gleaner does not read. A binary file counts as
 * binary whatever its header says.
 */
export const contentKind = (contentType: string | undefined, bytes: Uint8Array): ContentKind | null => {
  const start = beginning(bytes);
  const type = mediaTypeIn(contentType);
  const kind = declaredKind(type);
  if (kind === undefined) return sniff(start);
  if (kind === null && type.startsWith('text/') && scriptType.test(type) && jsonStart.test(start))
    return 'json';
  return looksBinary(start, start.length / bytesPerZero) ? null : kind;
};

/** Names of files that office programs and readers of books write, which are archives or records. */
const officeName = /\.(?:docx?|docm|xls[xmb]?|pptx?|odt|ods|odp|epub|pages|numbers|key|msg)$/i;

/** Returns what binary data is in words, by its first bytes and the name of its file. */
const dataName = (start: string, url: string | null): string => {
  if (start.startsWith('\u001f\u008b')) return 'gzip data';
  const [markup] = markupSignature.exec(start) ?? [];
  if (markup !== undefined) return markup.endsWith('PS') ? 'PostScript' : 'RTF';
  const [extension] = officeName.exec(URL.parse(url ?? '')?.pathname ?? '') ?? [];
  return extension === undefined ? 'binary data' : `a file of an office program (${extension.toLowerCase()})`;
};

/**
 * Returns in words what a document is that `contentKind` does not read: its type, or what contradicts that.
 *
 * @param url Its address, whose end may name the format; null if it has none.
 */
export const unreadKind = (
  contentType: string | undefined,
  bytes: Uint8Array,
  url: string | null = null,
): string => {
  const kind = declaredKind(mediaTypeIn(contentType));
  const type = contentType?.slice(0, 100);
  if (kind === null && type !== undefined) return `it is ${type}`;
  const data = dataName(beginning(bytes), url);
  return type === undefined ? `it is ${data} without a content type` : `its body is ${data}, sent as ${type}`;
};
