import type { StoredItem } from '../../lib/store/backup/scan-items.ts';

/**
 * Writes an item as a line of JSON in the form of DynamoDB's own export: `{"PK":{"S":"…"},"n":{"N":"1"}}`, bytes in
 * Base64 ("DynamoDB table export output format" in the DynamoDB Developer Guide).
 */
export const itemToJson = (item: StoredItem): string =>
  JSON.stringify(item, (_key, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value,
  );

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };
const bytesOf = (text: Json): Uint8Array => new Uint8Array(Buffer.from(text as string, 'base64'));

const readValue = (value: Json): unknown => {
  const [[type, content] = ['', null]] = Object.entries(value as Readonly<Record<string, Json>>);
  if (type === 'B') return { B: bytesOf(content) };
  if (type === 'BS') return { BS: (content as readonly Json[]).map(bytesOf) };
  if (type === 'L') return { L: (content as readonly Json[]).map(readValue) };
  if (type === 'M') return { M: readValues(content) };
  return { [type]: content };
};

const readValues = (values: Json): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values as Readonly<Record<string, Json>>).map(([name, value]) => [name, readValue(value)]),
  );

/**
 * Reads such a line.
 *
 * @throws {SyntaxError} when the line is no JSON.
 */
export const itemFromJson = (line: string): StoredItem => readValues(JSON.parse(line) as Json) as StoredItem;
