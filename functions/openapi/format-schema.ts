import type { SchemaObject } from './document.ts';

const typesOf = ({ properties = {} }: SchemaObject): readonly string[] => {
  const { type = {} } = properties;
  return (type.enum ?? (type.const === undefined ? [] : [type.const])).map(String);
};

/**
 * Makes an object of formats without the name `json`, whose options are read apart; null if it was for `json` alone.
 */
const withoutJson = (object: SchemaObject): SchemaObject | null => {
  const { properties = {}, ...rest } = object;
  const { type = {}, ...options } = properties;
  if (type.enum === undefined) return object;
  const names = type.enum.filter((name) => name !== 'json');
  return names.length === 0 ? null : { ...rest, properties: { type: { ...type, enum: names }, ...options } };
};

/**
 * Makes the schema of a format as clients may send it: an object, or its name alone if it needs no options. Requests
 * are parsed with one schema for the objects of all formats. The options of `json` are read apart, and it needs them.
 */
export const makeFormatSchema = (formats: SchemaObject, jsonFormat: string): SchemaObject => {
  const { description = '', oneOf, anyOf } = formats;
  const objects = (oneOf ?? anyOf ?? []).flatMap((object) => withoutJson(object) ?? []);
  const names = objects
    .filter(({ required = [] }) => required.every((name) => name === 'type'))
    .flatMap((object) => typesOf(object));
  return {
    description,
    anyOf: [
      { type: 'string', enum: [...names, 'screenshot@fullPage'], description: 'Its name alone.' },
      ...objects,
      { $ref: `#/components/schemas/${jsonFormat}` },
    ],
  };
};
