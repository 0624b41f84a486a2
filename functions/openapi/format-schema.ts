import type { SchemaObject } from './document.ts';

/**
 * A format as clients may send it: its name alone, or an object. Requests are parsed with one schema for the objects of all
 * formats; the options of `json` are read apart, and it is nothing without them.
 */
export const formatSchemaOf = (object: SchemaObject, jsonFormat: string): SchemaObject => {
  const { description = '', properties = {}, ...rest } = object;
  const { type = {}, ...options } = properties;
  const names = (type.enum ?? []).filter((name) => name !== 'json');
  return {
    description,
    anyOf: [
      { type: 'string', enum: [...names, 'screenshot@fullPage'], description: 'Its name alone.' },
      { ...rest, properties: { type: { ...type, enum: names }, ...options } },
      { $ref: `#/components/schemas/${jsonFormat}` },
    ],
  };
};
