import { isPlainObject } from '../../../lib/plain-object.ts';
import { createHash } from 'node:crypto';
import { invalid } from '../input.ts';

/** Attributes of a message by name, as the JSON protocol has them (`BinaryValue` in base64). */
interface MessageAttribute {
  readonly DataType: string;
  readonly StringValue?: string;
  readonly BinaryValue?: string;
}

export type MessageAttributes = Readonly<Record<string, MessageAttribute>>;

const typePattern = /^(?:String|Number|Binary)(?:\..+)?$/;

const parseAttribute = (name: string, value: unknown): MessageAttribute => {
  const type = isPlainObject(value) ? value['DataType'] : undefined;
  if (!isPlainObject(value) || typeof type !== 'string' || !typePattern.test(type)) {
    throw invalid(`The message attribute '${name}' has an invalid message attribute type.`);
  }
  const wanted = type.startsWith('Binary') ? 'BinaryValue' : 'StringValue';
  const content = value[wanted];
  if (typeof content !== 'string' || content === '') {
    throw invalid(`The message attribute '${name}' must contain a non-empty ${wanted}.`);
  }
  if (type.startsWith('Number') && !/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(content)) {
    throw invalid(`Can't cast the value of message (user) attribute '${name}' to a number.`);
  }
  return { DataType: type, [wanted]: content };
};

/**
 * Reads attributes of the input: at most 10, names of 1 to 256 characters (SQS developer guide, "message metadata").
 *
 * @throws {AwsError} InvalidParameterValue.
 */
export const parseMessageAttributes = (value: unknown): MessageAttributes => {
  if (value === undefined || value === null) return {};
  if (!isPlainObject(value)) throw invalid('Value for parameter MessageAttributes is invalid.');
  const entries = Object.entries(value);
  if (entries.length > 10)
    throw invalid(`Number of message attributes [${entries.length}] exceeds the allowed maximum [10].`);
  for (const [name] of entries) {
    if (!/^[\w.-]{1,256}$/.test(name)) throw invalid(`Message attribute name '${name}' is invalid.`);
  }
  return Object.fromEntries(entries.map(([name, it]) => [name, parseAttribute(name, it)]));
};

const contentOf = (it: MessageAttribute): Buffer =>
  it.BinaryValue === undefined ? Buffer.from(it.StringValue ?? '') : Buffer.from(it.BinaryValue, 'base64');

/** Returns what attributes add to the size of their message: names, types and values. */
export const attributesSize = (attributes: MessageAttributes): number =>
  Object.entries(attributes).reduce(
    (sum, [name, it]) =>
      sum + Buffer.byteLength(name) + Buffer.byteLength(it.DataType) + contentOf(it).length,
    0,
  );

const lengthPrefixed = (bytes: Buffer): Buffer[] => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return [length, bytes];
};

/**
 * Returns the MD5 that the SDK checks: of name, type, a byte for the kind and the value of each attribute in the order
 * of names (SQS developer guide, "Calculating the MD5 message digest for message attributes").
 */
export const attributesMd5 = (attributes: MessageAttributes): string => {
  const hash = createHash('md5');
  for (const name of Object.keys(attributes).sort()) {
    const attribute = attributes[name] as MessageAttribute;
    const parts = [
      ...lengthPrefixed(Buffer.from(name)),
      ...lengthPrefixed(Buffer.from(attribute.DataType)),
      Buffer.from([attribute.BinaryValue === undefined ? 1 : 2]),
      ...lengthPrefixed(contentOf(attribute)),
    ];
    for (const part of parts) hash.update(part);
  }
  return hash.digest('hex');
};

/** Returns the attributes that a receive asks for: `All`, `.*`, `prefix.*` or names. */
export const selectAttributes = (
  attributes: MessageAttributes,
  wanted: readonly string[],
): MessageAttributes => {
  const matches = (name: string): boolean =>
    wanted.some(
      (it) =>
        it === 'All' || it === '.*' || it === name || (it.endsWith('.*') && name.startsWith(it.slice(0, -2))),
    );
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => matches(name)));
};
