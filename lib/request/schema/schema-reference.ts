import { isPlainObject, type PlainObject } from '../../plain-object.ts';

/** A JSON Schema as a caller wrote it, or a part of one. */
export type WrittenSchema = PlainObject;

/** Keywords whose values are data, and no schemas. */
const data: ReadonlySet<string> = new Set(['const', 'default', 'enum', 'example', 'examples']);

/** Lists all references in a part of a schema. */
const referencesIn = (value: unknown): string[] => {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) =>
    name === '$ref' && typeof inner === 'string' ? [inner] : referencesIn(inner),
  );
};

/** Decodes a step of a reference. If it is not valid UTF-8, it stays as it is spelled. */
const decodePointer = (step: string): string => {
  try {
    return decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return step;
  }
};

/** Returns the steps of a reference within a schema (`#/$defs/Price`, RFC 6901); null for any other. */
const stepsOf = (reference: string): string[] | null => {
  if (reference === '#') return [];
  return reference.startsWith('#/') ? reference.slice(2).split('/').map(decodePointer) : null;
};

/** Finds the target of a reference within the schema; undefined if there is none. */
export const targetIn = (reference: string, root: WrittenSchema): unknown => {
  let at: unknown = root;
  for (const name of stepsOf(reference) ?? [null]) {
    if (name === null || typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined;
    at = (at as WrittenSchema)[name];
  }
  return at;
};

/** Writes where a reference leads, as messages write places. */
export const placeOfTarget = (reference: string): string =>
  ['schema', ...(stepsOf(reference) ?? [])].join('.');

const shown = (text: string): string => JSON.stringify(text.slice(0, 100));

/** Says why a reference leads nowhere. */
const lostWords = (reference: string): string => {
  const wanted = 'references within the schema by JSON pointer, such as "#/$defs/Price"';
  if (reference.startsWith('#') && stepsOf(reference) === null)
    return `${wanted}, found the name ${shown(reference)}: Gleaner does not resolve $anchor`;
  return reference.startsWith('#')
    ? `${wanted}, found ${shown(reference)}, which leads nowhere in it`
    : `${wanted}, found the address ${shown(reference)}: Gleaner resolves neither addresses nor $id`;
};

const dynamic = ['$dynamicRef', '$recursiveRef'] as const;

/** Says which keyword in a part of a schema makes references mean another place; null if none does. */
const movedReference = (value: unknown, path: string): string | null => {
  if (typeof value !== 'object' || value === null) return null;
  const own = isPlainObject(value) ? value : {};
  const found = dynamic.find((keyword) => typeof own[keyword] === 'string');
  if (found !== undefined) return `references by $ref, found ${path}.${found}`;
  const { $id: id } = own;
  // Draft 7 has names (`#price`) under this keyword too: these move nothing.
  if (path !== 'schema' && typeof id === 'string' && !id.startsWith('#')) {
    const moved = referencesIn(value).find((reference) => reference.startsWith('#'));
    if (moved !== undefined)
      return (
        `references that count from the root of the schema, found ${shown(moved)} below ${path}.$id, from where it ` +
        'would count. Leave this $id out, and write the reference from the root'
      );
  }
  for (const [name, inner] of Object.entries(value)) {
    const moved = data.has(name) ? null : movedReference(inner, `${path}.${name}`);
    if (moved !== null) return moved;
  }
  return null;
};

/** Says which reference of a schema cannot be followed, as what was expected and found; null if all can. */
export const referenceFault = (schema: WrittenSchema): string | null => {
  const lost = referencesIn(schema).find((reference) => targetIn(reference, schema) === undefined);
  return lost === undefined ? movedReference(schema, 'schema') : lostWords(lost);
};
