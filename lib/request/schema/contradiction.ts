import { isPlainObject } from '../../plain-object.ts';
import { placeOfTarget, targetIn, type WrittenSchema } from './schema-reference.ts';
import {
  contradicts,
  deadRange,
  deadValues,
  inclusive,
  areAmong,
  narrowest,
  sharedTypes,
  type Conjunct,
  type Dead,
} from './scalar-contradiction.ts';

interface Look {
  readonly root: WrittenSchema;
  readonly known: Map<WrittenSchema, Dead | null>;
  readonly open: Set<WrittenSchema>;
  readonly walked: Set<WrittenSchema>;
  /** Steps so far: a schema that takes more counts as one that something fits. */
  readonly spent: { steps: number };
}

const stepsMax = 50_000;

const isSpent = ({ spent }: Look): boolean => (spent.steps += 1) > stepsMax;

const listAt = (schema: WrittenSchema, keyword: string): readonly unknown[] => {
  const value = schema[keyword];
  return Array.isArray(value) ? value : [];
};

const membersAt = (schema: WrittenSchema, keyword: string): WrittenSchema => {
  const value = schema[keyword];
  return isPlainObject(value) ? value : {};
};

const forbids = (path: string, found: string): Dead => ({
  words: `a schema that a value can fit at ${path}, found ${found}`,
  isForbidden: true,
});

/** Returns the schemas that hold together at a place; or why nothing fits one of them. */
const conjunctsOf = (value: unknown, path: string, look: Look): readonly Conjunct[] | Dead => {
  if (value === false) return forbids(path, 'false');
  if (!isPlainObject(value) || isSpent(look)) return [];
  const { $ref: reference, not } = value;
  if (typeof reference === 'string') {
    // Draft 7 passes over what stands beside a reference, so that this contradicts nothing for certain.
    const target = targetIn(reference, look.root);
    if (isPlainObject(target) && look.open.has(target)) return [];
    if (isPlainObject(target)) look.open.add(target);
    const found = conjunctsOf(target, placeOfTarget(reference), look);
    if (isPlainObject(target)) look.open.delete(target);
    return found;
  }
  if (not === true || (isPlainObject(not) && Object.keys(not).length === 0))
    return forbids(path, `"not": ${JSON.stringify(not)}`);
  const all: Conjunct[] = [{ schema: value, path }];
  for (const [at, each] of listAt(value, 'allOf').entries()) {
    const inner = conjunctsOf(each, `${path}.allOf[${at}]`, look);
    if ('words' in inner) return inner;
    all.push(...inner);
  }
  return all;
};

/** Says why an object or a list cannot have what it must have. */
const deadInside = (parts: readonly Conjunct[], types: ReadonlySet<string>, look: Look): Dead | null => {
  if (areAmong(types, ['object'])) {
    for (const { schema, path } of parts) {
      for (const name of new Set(listAt(schema, 'required'))) {
        for (const other of parts) {
          if (isSpent(look)) return null;
          if (typeof name !== 'string') continue;
          const members = membersAt(other.schema, 'properties');
          if (!Object.hasOwn(members, name)) continue;
          const dead = deadOf(members[name], `${other.path}.properties.${name}`, look);
          if (dead !== null)
            return contradicts(`${dead.words}, but ${path}.required names ${JSON.stringify(name)}`);
        }
      }
    }
  }
  const least = areAmong(types, ['array']) ? narrowest(parts, 1, inclusive('minItems')) : null;
  if (least === null || least.value < 1) return null;
  for (const { schema, path } of parts) {
    if (Array.isArray(schema['items']) || schema['prefixItems'] !== undefined) continue;
    const dead = deadOf(schema['items'], `${path}.items`, look);
    if (dead !== null) return contradicts(`${dead.words}, but ${least.place} is ${least.value}`);
  }
  return null;
};

/** Says why no branch of a choice can be chosen. */
const deadChoice = (parts: readonly Conjunct[], look: Look): Dead | null => {
  for (const { schema, path } of parts) {
    for (const keyword of ['anyOf', 'oneOf']) {
      const branches = listAt(schema, keyword);
      const dead = branches.map((branch, at) => deadOf(branch, `${path}.${keyword}[${at}]`, look));
      const [first] = dead;
      if (first !== undefined && first !== null && dead.every((each) => each !== null))
        return { words: first.words, isForbidden: dead.every((each) => each?.isForbidden) };
    }
  }
  return null;
};

const judge = (value: WrittenSchema, path: string, look: Look): Dead | null => {
  const parts = conjunctsOf(value, path, look);
  if ('words' in parts) return parts;
  if (parts.length === 0) return null;
  const types = sharedTypes(parts, value === look.root);
  if ('words' in types) return types;
  return (
    deadValues(parts, types) ??
    deadRange(parts, types) ??
    deadInside(parts, types, look) ??
    deadChoice(parts, look)
  );
};

/** Says why no value fits a part of a schema; null if one may, or if that is not certain. */
const deadOf = (value: unknown, path: string, look: Look): Dead | null => {
  if (value === false) return forbids(path, 'false');
  if (!isPlainObject(value) || look.open.has(value)) return null;
  const known = look.known.get(value);
  if (known !== undefined) return known;
  if (isSpent(look)) return null;
  look.open.add(value);
  const dead = judge(value, path, look);
  look.open.delete(value);
  look.known.set(value, dead);
  return dead;
};

/** Looks at a part that an answer may have, and at the parts inside it. */
const walk = (value: unknown, path: string, mayBeMissing: boolean, look: Look): string | null => {
  const dead = deadOf(value, path, look);
  // Nobody asks for a property that is forbidden.
  if (dead !== null) return dead.isForbidden && mayBeMissing ? null : dead.words;
  if (!isPlainObject(value) || look.walked.has(value)) return null;
  look.walked.add(value);
  const { $ref: reference } = value;
  if (typeof reference === 'string')
    return walk(targetIn(reference, look.root), placeOfTarget(reference), mayBeMissing, look);
  const inner = (keyword: string): (readonly [string, unknown])[] => {
    const under = value[keyword];
    if (Array.isArray(under)) return under.map((each, at) => [`${path}.${keyword}[${at}]`, each] as const);
    return keyword.endsWith('roperties') && keyword !== 'additionalProperties'
      ? Object.entries(membersAt(value, keyword)).map(([name, each]) => [`${path}.${keyword}.${name}`, each])
      : [[`${path}.${keyword}`, under]];
  };
  const parts = ['properties', 'patternProperties', 'additionalProperties', 'items', 'prefixItems', 'allOf'];
  for (const [place, each] of parts.flatMap(inner)) {
    const words = walk(each, place, true, look);
    if (words !== null) return words;
  }
  for (const [place, each] of ['anyOf', 'oneOf'].flatMap(inner)) {
    // A branch that nothing fits is one that is not chosen.
    const words = deadOf(each, place, look) === null ? walk(each, place, true, look) : null;
    if (words !== null) return words;
  }
  return null;
};

/**
 * Finds keywords of a schema that contradict each other, so that no value fits the schema or a part that is asked for,
 * as what was expected and found; null if there are none. It says so only where it is certain under draft 7 and
 * 2020-12.
 */
export const findContradiction = (root: WrittenSchema): string | null =>
  walk(root, 'schema', false, {
    root,
    known: new Map(),
    open: new Set(),
    walked: new Set(),
    spent: { steps: 0 },
  });
