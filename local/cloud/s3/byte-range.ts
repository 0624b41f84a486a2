/** First and last byte, both included. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/**
 * Reads `Range` for content of `size` bytes (RFC 9110, section 14.1.2). Null: answer with the whole content, as for
 * several ranges or a malformed header; `unsatisfiable`: answer 416.
 */
export const parseRange = (value: string | undefined, size: number): ByteRange | null | 'unsatisfiable' => {
  const match = /^bytes=(\d*)-(\d*)$/.exec(value?.trim() ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return null;
  const [, from, to] = match;
  if (from === '') {
    const length = Math.min(Number(to), size);
    return length === 0 ? 'unsatisfiable' : { first: size - length, last: size - 1 };
  }
  const first = Number(from);
  if (to !== '' && Number(to) < first) return null;
  if (first >= size) return 'unsatisfiable';
  return { first, last: to === '' ? size - 1 : Math.min(Number(to), size - 1) };
};
