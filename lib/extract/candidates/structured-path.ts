import { decodeHTML } from 'entities/decode';
import type { StructuredNode, StructuredValue, Syntax } from '../../content/metadata/structured-item.ts';
import type { EntityType } from '../schema/entity-type.ts';
import { pathStep } from './structured-leaf.ts';
import { unitSign } from '../schema/unit.ts';
import { nameKey } from '../schema/words.ts';
import { concepts, type ConceptKind } from '../schema/vocabulary.ts';
import type { Sense } from '../schema/field-intent.ts';

/** One description of a thing, and its place in the page. */
export interface Description {
  readonly node: StructuredNode;
  readonly where: string;
  readonly syntax: Syntax;
}

/** A value of a description. */
export interface StructuredFound {
  readonly value: StructuredValue;
  readonly where: string;
}

/** Returns the values at a path of names. */
const valuesAt = (description: Description, path: readonly string[]): StructuredFound[] =>
  path.reduce<StructuredFound[]>(
    (found, name) =>
      found.flatMap(({ value, where }) => {
        if (typeof value !== 'object' || !Object.hasOwn(value.properties, name)) return [];
        const values = value.properties[name] ?? [];
        return values.map((one, at) => ({
          value: one,
          where: `${where}${pathStep(name, at, values.length)}`,
        }));
      }),
    [{ value: description.node, where: description.where }],
  );

const kindOfProperty = new Map(
  concepts.flatMap(({ kind, paths }) =>
    paths.flatMap((path): [string, ConceptKind][] => (path.length === 1 ? [[path[0] ?? '', kind]] : [])),
  ),
);

const kindOf = (name: string): ConceptKind => {
  const known = kindOfProperty.get(name);
  if (known !== undefined) return known;
  return name.endsWith('Date') ? 'date' : /^(?:url|sameAs)$/.test(name) ? 'url' : 'text';
};

/** The values of a description that fit a sense. */
export interface StructuredValueFound {
  readonly values: readonly StructuredFound[];
  readonly kind: ConceptKind;
}

/** Returns the keys of a property: `recipeYield` of a recipe is also its `yield`. */
const keysOfProperty = (name: string, entityType: EntityType): string[] => {
  const key = nameKey(name);
  return key.startsWith(`${entityType} `) ? [key, key.slice(entityType.length + 1)] : [key];
};

/**
 * Returns the values of a description that a sense may mean, the likeliest first: those at the paths of its concepts,
 * then those of the property with its own name.
 */
export const valuesForSense = (
  description: Description,
  sense: Sense,
  entityType: EntityType,
): StructuredValueFound[] => {
  const byPath = sense.concepts.flatMap(({ kind, paths }) => {
    const values = paths.map((path) => valuesAt(description, path)).find(({ length }) => length > 0);
    return values === undefined ? [] : [{ values, kind }];
  });
  const byName = Object.keys(description.node.properties)
    .filter((name) => keysOfProperty(name, entityType).includes(sense.key))
    .map((name) => ({ values: valuesAt(description, [name]), kind: kindOf(name) }));
  return [...byPath, ...byName];
};

const blank =
  /^(?:n\/?a|none|null|undefined|unknown|tbd|tba|-+|–|—|\.+|\?+|nan|todo|test|lorem ipsum.*|\{\{.*\}\}|\$\{.*\}|%[sd]|\[object object\])$/i;

/** Returns a value's text without markup; null for a placeholder. */
export const cleanValueText = (text: string): string | null => {
  const plain = /[<&]/.test(text)
    ? decodeHTML(text.replace(/<(?:br|\/p|\/li|\/div)\b[^<>]*>/gi, ' ').replace(/<\/?[a-z][^<>]*>/gi, ''))
    : text;
  const clean = plain.replace(/\s+/g, ' ').trim();
  return clean === '' || blank.test(clean) ? null : clean;
};

const textAt = (node: StructuredNode, name: string): string | null => {
  const [value] = Object.hasOwn(node.properties, name) ? (node.properties[name] ?? []) : [];
  return value === undefined ? null : valueText(value);
};

const joined = (parts: readonly (string | null)[], mark: string): string | null => {
  const known = parts.filter((part) => part !== null);
  return known.length === 0 ? null : known.join(mark);
};

const addressText = (node: StructuredNode): string | null => {
  const [street, city, region, code, country] = [
    'streetAddress',
    'addressLocality',
    'addressRegion',
    'postalCode',
    'addressCountry',
  ].map((name) => textAt(node, name));
  return joined(
    [street ?? null, city ?? null, joined([region ?? null, code ?? null], ' '), country ?? null],
    ', ',
  );
};

const unitIn = (node: StructuredNode): string | null => {
  const code = textAt(node, 'unitCode');
  return textAt(node, 'unitText') ?? (code === null ? textAt(node, 'currency') : unitSign(code));
};

/** Writes a thing as one line: an address as on a letter, an amount with its unit, anything else by its name. */
const nodeText = (node: StructuredNode): string | null => {
  if (node.types.includes('PostalAddress')) return addressText(node);
  const has = (name: string): boolean => Object.hasOwn(node.properties, name);
  if (has('value') && !has('name')) {
    return joined([textAt(node, 'value'), unitIn(node)], ' ');
  }
  // A step's name is mostly its number.
  const order = node.types.includes('HowToStep') ? ['text', 'name'] : ['name', 'text', 'headline', 'item'];
  for (const name of order) {
    const named = textAt(node, name);
    if (named !== null) return named;
  }
  return has('address') ? textAt(node, 'address') : null;
};

/** Removes the address from names of schema.org's enumerations: `https://schema.org/InStock` is `InStock`. */
const localValue = (text: string): string =>
  /^https?:\/\/(?:www\.)?schema\.org\/(\w+)$/i.exec(text)?.[1] ?? text;

/** Returns a value as a line of text; null if it has none. */
export const valueText = (value: StructuredValue): string | null => {
  if (typeof value === 'object') return nodeText(value);
  return typeof value === 'string' ? cleanValueText(localValue(value.trim())) : String(value);
};

/** Returns the address that a value is or has; null if it has none. */
export const valueAddress = (value: StructuredValue): string | null => {
  if (typeof value === 'string') return value.trim();
  if (typeof value !== 'object') return null;
  const own = textAt(value, 'contentUrl') ?? textAt(value, 'url') ?? value.id ?? null;
  return own !== null && /^(?:https?:)?\//i.test(own) ? own : null;
};
