import { decodeHTML } from 'entities/decode';
import { parseLenientJson } from './lenient-json.ts';
import {
  addValue,
  localName,
  type NodeDraft,
  type StructuredItem,
  type StructuredNode,
  type StructuredValue,
} from './structured-item.ts';
import { isPlainObject, type PlainObject } from '../../plain-object.ts';

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value.flat(8) : [value]);

const depthMax = 16;
/** Most values read from one page: references can make a small page large. The rest is not read. */
export const valuesMax = 20_000;

/** Items by their `@id`, from all scripts of a page: one may refer to another's. */
type ById = ReadonlyMap<string, PlainObject>;

const isReference = (value: PlainObject): boolean =>
  typeof value['@id'] === 'string' && Object.keys(value).length === 1;

interface Reading {
  readonly byId: ById;
  values: number;
  /** Objects that are being read: one that refers to itself is not read again. */
  readonly open: Set<PlainObject>;
}

const valueOf = (value: unknown, reading: Reading): StructuredValue[] => {
  reading.values += 1;
  if (reading.values > valuesMax || value === null || value === undefined) return [];
  if (typeof value === 'string') return [value];
  if (typeof value === 'number' || typeof value === 'boolean') return [value];
  if (!isPlainObject(value)) return [];
  if ('@value' in value) return valueOf(value['@value'], reading);
  for (const container of ['@list', '@set']) {
    if (container in value) return listOf(value[container]).flatMap((one) => valueOf(one, reading));
  }
  const target = isReference(value) ? reading.byId.get(String(value['@id'])) : undefined;
  return [nodeOf(target ?? value, reading)];
};

const nodeOf = (object: PlainObject, reading: Reading): StructuredNode => {
  const draft: NodeDraft = {
    types: listOf(object['@type'] ?? [])
      .filter((type) => typeof type === 'string')
      .map(localName),
    properties: {},
  };
  if (typeof object['@id'] === 'string') draft.id = object['@id'];
  if (reading.open.has(object) || reading.open.size >= depthMax) return draft;
  reading.open.add(object);
  for (const [name, value] of Object.entries(object)) {
    if (name.startsWith('@')) continue;
    for (const one of listOf(value)) {
      for (const read of valueOf(one, reading)) addValue(draft, localName(name), read);
    }
  }
  reading.open.delete(object);
  return draft;
};

interface Root {
  readonly object: PlainObject;
  readonly where: string;
}

/** Returns top-level objects; the objects of a `@graph` count each by itself. */
const rootsOf = (value: unknown, where: string): Root[] => {
  if (Array.isArray(value)) return value.flatMap((one, at) => rootsOf(one, `${where}/${at}`));
  if (!isPlainObject(value)) return [];
  const graph = value['@graph'];
  if (graph === undefined) return [{ object: value, where }];
  const members = listOf(graph).flatMap((one, at) => rootsOf(one, `${where}/@graph/${at}`));
  const own = Object.keys(value).some((name) => name !== '@graph' && name !== '@context' && name !== '@id');
  return own ? [{ object: value, where }, ...members] : members;
};

const idsIn = (value: unknown, found: Map<string, PlainObject>, depth: number): void => {
  if (depth > depthMax) return;
  if (Array.isArray(value)) for (const one of value) idsIn(one, found, depth + 1);
  if (!isPlainObject(value)) return;
  const id = value['@id'];
  if (typeof id === 'string' && !isReference(value) && !found.has(id)) found.set(id, value);
  for (const one of Object.values(value)) if (typeof one === 'object') idsIn(one, found, depth + 1);
};

const valuesIn = (text: string): unknown[] => {
  const values = parseLenientJson(text);
  // Some templates escape characters that need no escape in a script.
  return values.length === 0 && /&(?:quot|#34);/.test(text) ? parseLenientJson(decodeHTML(text)) : values;
};

/** The text of a page's JSON-LD script, and its place. */
export interface Script {
  readonly text: string;
  readonly where: string;
}

/**
 * Reads the items of a page's JSON-LD (W3C JSON-LD 1.1) as the web uses it: contexts are never fetched, so names are
 * taken as written; `@id` references are followed within the page.
 */
export const readJsonLd = (scripts: readonly Script[]): StructuredItem[] => {
  const roots = scripts.flatMap(({ text, where }) => {
    const values = valuesIn(text);
    return values.flatMap((value, at) => rootsOf(value, values.length > 1 ? `${where}#/${at}` : `${where}#`));
  });
  const byId = new Map<string, PlainObject>();
  for (const { object } of roots) idsIn(object, byId, 0);
  const reading: Reading = { byId, values: 0, open: new Set() };
  return roots.map(({ object, where }) => ({ ...nodeOf(object, reading), syntax: 'json-ld', where }));
};
