/** One attribute, as readability copies it from element to element. */
export class Attribute {
  readonly name: string;
  readonly value: string;

  constructor(name: string, value: string) {
    this.name = name;
    this.value = value;
  }

  cloneNode(): Attribute {
    return this;
  }
}

/** Attributes by the pairs that they were made of: readability asks for all of them to read each. */
const known = new WeakMap<readonly string[], readonly Attribute[]>();

/** Returns the attributes of an element from their names and values in turn. */
export const listAttributes = (pairs: readonly string[]): readonly Attribute[] => {
  const before = known.get(pairs);
  if (before !== undefined) return before;
  const found: Attribute[] = [];
  for (let at = 0; at < pairs.length; at += 2)
    found.push(new Attribute(pairs[at] ?? '', pairs[at + 1] ?? ''));
  known.set(pairs, found);
  return found;
};
