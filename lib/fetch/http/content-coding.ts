/** A compression that we ask for and undo (RFC 9110 section 8.4.1, RFC 7932, RFC 8878). */
export type Coding = 'gzip' | 'deflate' | 'br' | 'zstd';

/** The value of `Accept-Encoding`. */
export const acceptEncoding = 'gzip, deflate, br, zstd';

/** Two codings on top of each other happen by mistake; more are an attack. */
const codingsMax = 2;

const names: Readonly<Record<string, Coding>> = {
  gzip: 'gzip',
  'x-gzip': 'gzip',
  deflate: 'deflate',
  br: 'br',
  zstd: 'zstd',
};

/** Codings that exist but that we cannot undo. */
const unsupported = new Set(['compress', 'x-compress', 'exi', 'pack200-gzip', 'dcb', 'dcz', 'sdch']);

export type Codings =
  | { readonly kind: 'codings'; readonly codings: readonly Coding[] }
  | { readonly kind: 'unsupported'; readonly name: string }
  | { readonly kind: 'too-many' };

/**
 * Reads `Content-Encoding`; returns the codings in the order in which to undo them. Skips words that are no coding
 * ("utf-8", "none"), as browsers do.
 */
export const parseContentEncoding = (header: string | undefined): Codings => {
  const words = (header ?? '')
    .toLowerCase()
    .split(',')
    .map((word) => word.trim());
  const foreign = words.find((word) => unsupported.has(word));
  if (foreign !== undefined) return { kind: 'unsupported', name: foreign };
  const codings = words.flatMap((word) => (Object.hasOwn(names, word) ? [names[word] as Coding] : []));
  return codings.length > codingsMax ? { kind: 'too-many' } : { kind: 'codings', codings: codings.reverse() };
};
