/** An attribute in DynamoDB's own JSON: `{"S": "…"}`. */
export type AttributeJson = Readonly<Record<string, unknown>>;
export type ItemJson = Readonly<Record<string, AttributeJson>>;

/** The text of a string attribute; empty when there is none. */
export const describeItem = (item: ItemJson | undefined, name: string): string => {
  const value = item?.[name]?.['S'];
  return typeof value === 'string' ? value : '';
};

const textBytes = (value: unknown): number => Buffer.byteLength(String(value));

/** Two digits to a byte, leading and trailing zeros left out, and one byte more. */
const numberBytes = (value: unknown): number => {
  const digits = String(value)
    .replace(/[-+.]|e.*$/gi, '')
    .replaceAll(/^0+|0+$/g, '');
  return 1 + Math.ceil(Math.max(1, digits.length) / 2);
};

const base64Bytes = (value: unknown): number => Math.floor((String(value).replace(/=+$/, '').length * 3) / 4);

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

const valueBytes = (attribute: AttributeJson): number => {
  const [type = 'NULL', value] = Object.entries(attribute)[0] ?? [];
  switch (type) {
    case 'S':
      return textBytes(value);
    case 'N':
      return numberBytes(value);
    case 'B':
      return base64Bytes(value);
    case 'L':
      return 3 + sum((value as AttributeJson[]).map((element) => 1 + valueBytes(element)));
    case 'M':
      return (
        3 + sum(Object.entries(value as ItemJson).map(([name, it]) => 1 + textBytes(name) + valueBytes(it)))
      );
    case 'SS':
      return sum((value as string[]).map(textBytes));
    case 'NS':
      return sum((value as string[]).map(numberBytes));
    case 'BS':
      return sum((value as string[]).map(base64Bytes));
    default:
      return 1;
  }
};

/**
 * Bytes by which DynamoDB meters an item: names and values ("Amazon DynamoDB Developer Guide", DynamoDB item sizes
 * and formats; a number's size is given there as approximate).
 */
export const itemBytes = (item: ItemJson): number =>
  sum(Object.entries(item).map(([name, value]) => textBytes(name) + valueBytes(value)));

/** One write unit for each begun kilobyte ("Amazon DynamoDB Developer Guide", DynamoDB read and write operations). */
export const writeUnits = (bytes: number): number => Math.max(1, Math.ceil(bytes / 1_024));

/** One read unit for each begun 4 KB read consistently, half of it otherwise (the same page). */
export const readUnits = (bytes: number, consistent: boolean): number =>
  Math.max(1, Math.ceil(bytes / 4_096)) * (consistent ? 1 : 0.5);
