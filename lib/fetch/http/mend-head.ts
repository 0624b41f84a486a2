import { failure, type Failure } from '../../failure.ts';

/** A head as it is passed on, or why nobody can tell where the answer ends. */
export type MendedHead =
  | { readonly kind: 'head'; readonly bytes: Buffer }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** A field's name, and the blanks that some servers write behind it. */
const fieldName = /^([!#$%&'*+.^_`|~0-9a-z-]+)[ \t]*:/i;

/** Returns each field as one text, with the lines that continue it (RFC 9112 section 5.2); other lines are left out. */
const fieldsIn = (lines: readonly string[]): string[] => {
  const fields: string[] = [];
  let isField = false;
  for (const line of lines) {
    if (/^[ \t]/.test(line)) {
      if (isField) fields.push(`${fields.pop() ?? ''}\r\n${line}`);
      continue;
    }
    isField = fieldName.test(line);
    if (isField) fields.push(line.replace(fieldName, '$1:'));
  }
  return fields;
};

const isLength = (field: string): boolean => /^content-length:/i.test(field);
const isChunked = (field: string): boolean => /^transfer-encoding:.*chunked/is.test(field);

/** Returns the different lengths that fields and lists in them give. */
const lengthsIn = (fields: readonly string[]): readonly string[] => [
  ...new Set(
    fields.filter(isLength).flatMap((field) =>
      field
        .slice(field.indexOf(':') + 1)
        .split(',')
        .map((value) => value.trim()),
    ),
  ),
];

/**
 * Mends the head of an answer, from its status to its empty line, where browsers read what strict parsers refuse:
 *
 * - Lines may end with a bare line feed (RFC 9112 section 2.2).
 * - A field's name may have blanks behind it (section 5.1). A line that names no field is left out.
 * - Chunks count, and no length beside them (section 6.3). Equal lengths are one (RFC 9110 section 8.6).
 *
 * Any other head is passed on unchanged. Answers RESPONSE_UNREADABLE where lengths differ.
 */
export const mendHead = (head: Buffer): MendedHead => {
  const text = head.toString('latin1');
  const [status = '', ...lines] = text.replace(/[\r\n]+$/, '').split(/\r?\n/);
  const fields = fieldsIn(lines);
  const lengths = fields.some(isChunked) ? [] : lengthsIn(fields);
  if (lengths.length > 1) {
    const found = lengths.join(' and ').slice(0, 100);
    return {
      kind: 'failed',
      failure: failure(
        'RESPONSE_UNREADABLE',
        `Cannot read the answer: its Content-Length headers say ${found}, and one length was wanted`,
      ),
    };
  }
  const others = fields.filter((field) => !isLength(field));
  const first = fields.find(isLength);
  const isPlain = fields.length - others.length === lengths.length && first?.includes(',') !== true;
  const kept = isPlain ? fields : [...others, ...lengths.map((length) => `Content-Length: ${length}`)];
  const mended = [status, ...kept, '', ''].join('\r\n');
  return { kind: 'head', bytes: mended === text ? head : Buffer.from(mended, 'latin1') };
};
