import { isDeepStrictEqual } from 'node:util';

type Json = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const record = (value: unknown): Json => (isRecord(value) ? value : {});
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** What says nothing of what is taken. */
const silent = new Set(['description', 'title', '$schema', 'default', 'properties', 'required', 'enum']);
const nested = new Set([
  'items',
  'additionalProperties',
  'propertyNames',
  'anyOf',
  'oneOf',
  'allOf',
  '$defs',
]);

/** Members of an object: none may go, and what comes must be optional, where the reader before passes it over. */
const compareMembers = (old: Json, now: Json, at: string): string[] => {
  const [before, after] = [record(old['properties']), record(now['properties'])];
  const [wanted, wants] = [new Set(list(old['required'])), list(now['required'])];
  const gone = Object.keys(before).filter((name) => !(name in after));
  const come = Object.keys(after).filter((name) => !(name in before));
  return [
    ...gone.map((name) => `${at}.${name} is gone`),
    ...wants.filter((name) => !wanted.has(name)).map((name) => `${at}.${String(name)} is required now`),
    ...[...wanted]
      .filter((name) => String(name) in after && !wants.includes(name))
      .map((name) => `${at}.${String(name)} was required: who reads the old shape needs it`),
    ...(old['additionalProperties'] === false && !old['patternProperties']
      ? come.map((name) => `${at}.${name} is new, and the reader before takes nothing new`)
      : []),
    ...Object.entries(before)
      .filter(([name]) => name in after)
      .flatMap(([name, shape]) => compareShapes(shape, after[name], `${at}.${name}`)),
  ];
};

const compareList = (old: unknown, now: unknown, at: string): string[] => {
  const [before, after] = [list(old), list(now)];
  if (before.length !== after.length) return [`${at} had ${before.length} forms, and has ${after.length}`];
  return before.flatMap((shape, index) => compareShapes(shape, after[index], `${at}[${index}]`));
};

const compareNested = (name: string, old: unknown, now: unknown, at: string): string[] => {
  if (Array.isArray(old) || Array.isArray(now)) return compareList(old, now, at);
  if (name !== '$defs') return compareShapes(old, now, at);
  return Object.entries(record(old)).flatMap(([id, shape]) =>
    compareShapes(shape, record(now)[id], `${at}.${id}`),
  );
};

/**
 * What of a change of a JSON Schema breaks a release that reads what another wrote: today's what the one before it did,
 * or that one today's, while both run. Only an optional field may come.
 */
export const compareShapes = (old: unknown, now: unknown, at = '$'): string[] => {
  if (!isRecord(old) || !isRecord(now)) return isDeepStrictEqual(old, now) ? [] : [`${at} is another`];
  const names = new Set([...Object.keys(old), ...Object.keys(now)]);
  const others = [...names].filter((name) => !silent.has(name));
  const values = [list(old['enum']).toSorted(), list(now['enum']).toSorted()];
  return [
    ...compareMembers(old, now, at),
    ...(isDeepStrictEqual(values[0], values[1]) ? [] : [`${at} has other values`]),
    ...others.flatMap((name) => {
      if (nested.has(name)) return compareNested(name, old[name], now[name], `${at}/${name}`);
      return isDeepStrictEqual(old[name], now[name]) ? [] : [`${at}/${name} is another`];
    }),
  ];
};
