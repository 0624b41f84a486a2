/**
 * A vector as it is stored: its length is one, and each of its numbers is a byte times a factor, which is in the first
 * four bytes. A quarter of the size of floating-point numbers; `vector.test.ts` measures what that costs in ranking.
 */
export type StoredVector = Uint8Array;

const factorBytes = 4;
const most = 127;

/** Packs a vector for storage. A vector of zeros stays so, and is similar to no other. */
export const packVector = (numbers: readonly number[] | Float32Array): StoredVector => {
  let square = 0;
  let greatest = 0;
  for (const number of numbers) {
    square += number * number;
    greatest = Math.max(greatest, Math.abs(number));
  }
  const stored = new Uint8Array(factorBytes + numbers.length);
  if (greatest === 0) return stored;
  const signed = new Int8Array(stored.buffer, factorBytes);
  for (const [at, number] of numbers.entries()) signed[at] = Math.round((number / greatest) * most);
  new DataView(stored.buffer).setFloat32(0, greatest / most / Math.sqrt(square));
  return stored;
};

const partsOf = (stored: StoredVector): { readonly factor: number; readonly signed: Int8Array } => ({
  factor: new DataView(stored.buffer, stored.byteOffset).getFloat32(0),
  signed: new Int8Array(stored.buffer, stored.byteOffset + factorBytes, stored.length - factorBytes),
});

/** Returns the numbers of a stored vector, for stores that keep them as numbers. */
export const unpackVector = (stored: StoredVector): number[] => {
  const { factor, signed } = partsOf(stored);
  return Array.from(signed, (number) => number * factor);
};

/** Makes a function that returns the cosine of the angle between one vector and others: 1 for the same direction. */
export const likenessTo = (one: StoredVector): ((other: StoredVector) => number) => {
  const { factor, signed } = partsOf(one);
  const count = signed.length;
  return (other) => {
    const against = partsOf(other);
    const numbers = against.signed;
    let sum = 0;
    for (let at = 0; at < count; at += 1) sum += (signed[at] as number) * (numbers[at] as number);
    return sum * factor * against.factor;
  };
};
