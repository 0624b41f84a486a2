import type { WrittenSchema } from './schema-reference.ts';

/** A schema that holds together with others, and where it stands. */
export interface Conjunct {
  readonly schema: WrittenSchema;
  readonly path: string;
}

/** Why no value fits a schema. */
export interface Dead {
  /** What was expected and found, with the places. */
  readonly words: string;
  /** The schema forbids every value openly (`false`, `not: {}`), so a property of it is one to leave out. */
  readonly isForbidden: boolean;
}

/** A contradiction of keywords, as why no value fits. */
export const contradicts = (words: string): Dead => ({ words, isForbidden: false });

const allTypes = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'] as const;

/** Types by their names; each integer is a number too. */
const typesNamed = (type: unknown): ReadonlySet<string> => {
  const names = (Array.isArray(type) ? type : [type]).filter((name) => typeof name === 'string');
  return new Set(names.flatMap((name) => (name === 'number' ? ['number', 'integer'] : [name])));
};

const typeOfData = (value: unknown): string => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
};

/** Returns the types that all schemas allow; or why there is none. */
export const sharedTypes = (parts: readonly Conjunct[], isRoot: boolean): ReadonlySet<string> | Dead => {
  let shared: ReadonlySet<string> = new Set<string>(allTypes);
  let before: string | null = null;
  for (const { schema, path } of parts) {
    const { type } = schema;
    if (type === undefined) continue;
    const named = typesNamed(type);
    const words = `${JSON.stringify(type)} at ${path}.type`;
    const both = new Set([...shared].filter((each) => named.has(each)));
    if (both.size === 0)
      return contradicts(`types that one value can have, found ${before ?? 'none'} and ${words}`);
    if (both.size < shared.size) before = words;
    shared = both;
  }
  // The answer to a schema whose root names no type is an object.
  return isRoot && before === null ? new Set(['object']) : shared;
};

/** Says why none of the values that a schema lists can stand; values that are no scalars are taken as ones that can. */
export const deadValues = (parts: readonly Conjunct[], types: ReadonlySet<string>): Dead | null => {
  let left: ReadonlySet<string> | null = null;
  let before = '';
  for (const { schema, path } of parts) {
    const lists = [
      ['enum', schema['enum']],
      ['const', 'const' in schema ? [schema['const']] : undefined],
    ] as const;
    for (const [keyword, values] of lists) {
      if (!Array.isArray(values) || values.length === 0) continue;
      if (values.some((value) => typeof value === 'object' && value !== null)) continue;
      const place = `${path}.${keyword}`;
      const fitting = values
        .filter((value) => types.has(typeOfData(value)))
        .map((value) => JSON.stringify(value));
      if (fitting.length === 0) {
        const found = JSON.stringify(values).slice(0, 60);
        return contradicts(`a value of the type ${[...types].join(' or ')} at ${place}, found ${found}`);
      }
      const both: readonly string[] = left === null ? fitting : fitting.filter((each) => left?.has(each));
      if (both.length === 0) return contradicts(`a value that ${before} lists at ${place}, found none`);
      [left, before] = [new Set(both), place];
    }
  }
  return null;
};

interface Bound {
  readonly value: number;
  readonly place: string;
  readonly isStrict: boolean;
}

/** Returns the narrowest of the bounds under some keywords. `sign`: 1 for lower bounds, and -1 for upper ones. */
export const narrowest = (
  parts: readonly Conjunct[],
  sign: 1 | -1,
  keywords: readonly (readonly [string, boolean])[],
): Bound | null => {
  const bounds = parts.flatMap(({ schema, path }) =>
    keywords.flatMap(([keyword, isStrict]): Bound[] => {
      const value = schema[keyword];
      return typeof value === 'number' ? [{ value, isStrict, place: `${path}.${keyword}` }] : [];
    }),
  );
  return bounds.reduce<Bound | null>((best, each) => {
    const more = best === null ? 1 : (each.value - best.value) * sign;
    return more > 0 || (more === 0 && each.isStrict) ? each : best;
  }, null);
};

/** Names a bound that a value may be equal to. */
export const inclusive = (keyword: string) => [[keyword, false]] as const;

/** Pairs of bounds, and the types for which alone they hold. */
const ranges = [
  {
    of: ['number', 'integer'],
    from: [...inclusive('minimum'), ['exclusiveMinimum', true]],
    to: [...inclusive('maximum'), ['exclusiveMaximum', true]],
  },
  { of: ['string'], from: inclusive('minLength'), to: inclusive('maxLength') },
  { of: ['array'], from: inclusive('minItems'), to: inclusive('maxItems') },
  { of: ['object'], from: inclusive('minProperties'), to: inclusive('maxProperties') },
] as const;

/** Says whether all of some types are among these. */
export const areAmong = (types: ReadonlySet<string>, these: readonly string[]): boolean =>
  [...types].every((type) => these.includes(type));

/** Says why no number, length or count is between the bounds of a schema. */
export const deadRange = (parts: readonly Conjunct[], types: ReadonlySet<string>): Dead | null => {
  for (const { of, from, to } of ranges) {
    if (!areAmong(types, of)) continue;
    const [low, high] = [narrowest(parts, 1, from), narrowest(parts, -1, to)];
    if (low === null || high === null) continue;
    const isWhole = areAmong(types, ['integer']);
    const first = !isWhole ? low.value : low.isStrict ? Math.floor(low.value) + 1 : Math.ceil(low.value);
    const last = !isWhole ? high.value : high.isStrict ? Math.ceil(high.value) - 1 : Math.floor(high.value);
    if (first < last || (first === last && (isWhole || (!low.isStrict && !high.isStrict)))) continue;
    const kind = isWhole ? 'a whole number' : 'something';
    return contradicts(
      `${kind} between the bounds ${low.value} at ${low.place} and ${high.value} at ${high.place}, found nothing`,
    );
  }
  return null;
};
