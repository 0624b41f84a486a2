/** Types of a field: scalars, and lists of them or of objects. */
export const fieldTypes = [
  'string',
  'number',
  'integer',
  'boolean',
  'list[string]',
  'list[number]',
  'list[boolean]',
  'list[object]',
] as const;
export type FieldType = (typeof fieldTypes)[number];
