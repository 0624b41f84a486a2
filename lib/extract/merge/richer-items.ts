import { limits } from '../../limits/limits.ts';
import { fieldsIn, type Field } from '../schema/field.ts';
import {
  canonicalJson,
  isBlankJson,
  isJsonList,
  isJsonObject,
  type Json,
  type JsonObject,
} from '../schema/json.ts';

interface Listed {
  readonly value: Json;
  readonly copy?: number;
}

/** Says whether everything that one value says stands in another. */
const isWithin = (poor: Json, rich: Json): boolean => {
  if (isBlankJson(poor)) return true;
  if (isJsonList(poor)) {
    const known = new Set(isJsonList(rich) ? rich.map(canonicalJson) : []);
    return poor.every((item) => known.has(canonicalJson(item)));
  }
  if (!isJsonObject(poor) || !isJsonObject(rich)) return canonicalJson(poor) === canonicalJson(rich);
  return Object.entries(poor).every(([name, member]) =>
    isWithin(member, Object.hasOwn(rich, name) ? (rich[name] ?? null) : null),
  );
};

/** Returns a thing's own texts. Numbers, yes or no, and choices are the same for many things. */
const textsOf = (fields: readonly Field[], value: JsonObject): string[] =>
  Object.entries(value).flatMap(([name, member]) => {
    const schema = fields.find((field) => field.name === name)?.schema ?? {};
    const isChoice = schema['enum'] !== undefined || schema['const'] !== undefined;
    return typeof member !== 'string' || isBlankJson(member) || isChoice
      ? []
      : [JSON.stringify([name, member])];
  });

/** Returns the indexes of the items by their texts. */
const indexTexts = (texts: readonly (readonly string[])[]): Map<string, number[]> => {
  const index = new Map<string, number[]>();
  for (const [at, own] of texts.entries()) {
    for (const text of own) {
      const known = index.get(text);
      if (known === undefined) index.set(text, [at]);
      else known.push(at);
    }
  }
  return index;
};

/**
 * Puts items of a list together that describe one thing on several pages: `{name}` of an overview goes into `{name,
 * price}` of another page. An item goes into a richer one if that says everything that the item says, a text among it,
 * and no other of the richest items does. Two items of one place are two things. The richer one stands where the first
 * of them stood. The result depends on the items and their order alone. A text that more than `limits.itemsAlikeMax`
 * items share tells no thing.
 */
export const putTogether = <Item extends Listed>(
  part: Pick<Field, 'fields' | 'shapes'>,
  items: readonly Item[],
  isSamePlace: (a: Item, b: Item) => boolean,
): Item[] => {
  const texts = items.map(({ value }) => (isJsonObject(value) ? textsOf(fieldsIn(part, value), value) : []));
  const index = indexTexts(texts);
  const richer = items.map((item, at): number[] => {
    const alike = (texts[at] ?? []).map((text) => index.get(text) ?? []).sort((a, b) => a.length - b.length);
    const [fewest = []] = alike;
    if (fewest.length > limits.itemsAlikeMax) return [];
    return fewest.filter((other) => {
      const found = items[other];
      if (found === undefined || other === at || (found.copy ?? 0) !== (item.copy ?? 0)) return false;
      if (isSamePlace(item, found) || !isWithin(item.value, found.value)) return false;
      // Of two that say the same, the first one stays.
      return other < at || !isWithin(found.value, item.value);
    });
  });
  const places = items.map((_, at) => at);
  const gone = new Set<number>();
  for (const [at, all] of richer.entries()) {
    const [only, ...others] = all.filter((other) => richer[other]?.length === 0);
    if (only === undefined || others.length > 0) continue;
    gone.add(at);
    places[only] = Math.min(places[only] ?? only, at);
  }
  if (gone.size === 0) return [...items];
  return items
    .map((item, at) => ({ item, at, place: places[at] ?? at }))
    .filter(({ at }) => !gone.has(at))
    .sort((a, b) => a.place - b.place || a.at - b.at)
    .map(({ item }) => item);
};
