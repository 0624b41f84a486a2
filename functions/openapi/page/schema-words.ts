import type { SchemaObject } from '../document.ts';
import { htmlCode, escapedHtml } from './html.ts';

/** Returns the name of a schema in a reference: `#/components/schemas/Document` is `Document`. */
export const schemaName = (schema: SchemaObject): string | undefined => schema.$ref?.split('/').at(-1);

const anchorOf = (name: string): string => `type-${name}`;

/** Makes a link to a schema's place in the page. */
const linkTo = (name: string): string => `<a href="#${anchorOf(name)}">${escapedHtml(name)}</a>`;

const several = (schemas: readonly SchemaObject[]): string =>
  [...new Set(schemas.map((schema) => typeWords(schema)))].join(' or ');

/** Describes the type of a value in a few words, as HTML. */
export const typeWords = (schema: SchemaObject): string => {
  const name = schemaName(schema);
  if (name !== undefined) return linkTo(name);
  if (schema.const !== undefined) return htmlCode(schema.const);
  if (schema.enum !== undefined && schema.enum.length <= 12) {
    return schema.enum.map((value) => htmlCode(value)).join(' | ');
  }
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants !== undefined) return several(variants);
  if (schema.items !== undefined) {
    const items = typeWords(schema.items);
    return `array of ${items.includes(' or ') || items.includes(' | ') ? `(${items})` : items}`;
  }
  if (typeof schema.additionalProperties === 'object' && schema.properties === undefined) {
    const values = typeWords(schema.additionalProperties);
    return values === 'any' ? 'object' : `object of ${values}`;
  }
  const { type = 'any' } = schema;
  const words = typeof type === 'string' ? type : type.join(' or ');
  return schema.format === 'date-time' ? `${words}, ISO 8601` : words;
};

const number = (value: number): string =>
  Math.abs(value) >= 10_000 ? value.toLocaleString('en-US') : String(value);

const range = (low: number | undefined, high: number | undefined, unit: string): string[] => {
  const of = unit === '' ? '' : ` ${unit}`;
  if (low !== undefined && high !== undefined) return [`${number(low)} to ${number(high)}${of}`];
  if (high !== undefined) return [`at most ${number(high)}${of}`];
  return low === undefined ? [] : [`at least ${number(low)}${of}`];
};

/** Describes the bounds of a value in a few words, each as HTML. */
export const limitWords = (schema: SchemaObject): string[] => [
  ...range(schema.minimum, schema.maximum, ''),
  ...(schema.exclusiveMinimum === undefined ? [] : [`more than ${number(schema.exclusiveMinimum)}`]),
  ...range(schema.minLength, schema.maxLength, 'characters'),
  ...range(schema.minItems, schema.maxItems, 'items'),
  ...(schema.items?.maxLength === undefined
    ? []
    : range(undefined, schema.items.maxLength, 'characters each')),
];
