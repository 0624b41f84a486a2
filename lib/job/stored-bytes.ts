const numberBytes = (value: number): number => {
  const digits = String(value)
    .replaceAll(/[-+.]|e.*$/gi, '')
    .replaceAll(/^0+|0+$/g, '');
  return 1 + Math.ceil(Math.max(1, digits.length) / 2);
};

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

const valueBytes = (value: unknown): number => {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (typeof value === 'number') return numberBytes(value);
  if (value instanceof Uint8Array) return value.byteLength;
  if (value instanceof Set) return sum([...value].map(valueBytes));
  if (Array.isArray(value)) return 3 + sum(value.map((element) => 1 + valueBytes(element)));
  if (typeof value !== 'object' || value === null) return 1;
  return 3 + Object.keys(value).length + storedBytes(value);
};

/**
 * Counts the bytes by which DynamoDB meters these attributes: names and values ("Amazon DynamoDB Developer Guide",
 * DynamoDB item sizes and formats, which gives a number's size as approximate). What is undefined is not stored.
 */
export const storedBytes = (attributes: object): number =>
  sum(
    Object.entries(attributes)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => Buffer.byteLength(name) + valueBytes(value)),
  );
