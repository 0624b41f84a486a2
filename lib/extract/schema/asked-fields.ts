import type { ExtractSpec } from '../../request/extract-spec.ts';
import type { Answers } from '../candidates/candidate.ts';
import { fieldsOfSchema, schemaOfFields, type Field, type FieldsRead } from './field.ts';

/**
 * Returns the fields of a spec: from its schema, or from the schema of its fields; for a prompt alone, an object with
 * whatever the model finds.
 */
export const fieldsOfSpec = ({ schema, fields }: Pick<ExtractSpec, 'schema' | 'fields'>): FieldsRead => {
  if (schema !== undefined) return fieldsOfSchema(schema);
  if (fields !== undefined) return fieldsOfSchema(schemaOfFields(fields));
  return { kind: 'read', fields: [], schema: { type: 'object' }, isWrapped: false };
};

/** Returns the fields of answers without a schema: one for each name in an answer, in order of appearance. */
export const fieldsSeen = (all: Iterable<Answers>): Field[] => {
  const fields = new Map<string, Field>();
  for (const answers of all) {
    for (const [name, { value }] of Object.entries(answers)) {
      if (fields.has(name)) continue;
      const type = Array.isArray(value) ? 'list[any]' : 'any';
      const base = { name, description: '', schema: {}, isRequired: false, isNullable: true };
      fields.set(name, { ...base, type, fields: [] });
    }
  }
  return [...fields.values()];
};

/** Says whether a page itself may answer a field of this type: objects need names for their members. */
const isReadable = ({ type, fields }: Field): boolean =>
  type === 'object' || type === 'list[object]' ? fields.some(isReadable) : true;

/**
 * Says whether pages may answer a part of a spec without a model: only a model knows what to answer if the shape is
 * open.
 */
export const isAnsweredByPages = (spec: Pick<ExtractSpec, 'schema' | 'fields'>): boolean => {
  const read = fieldsOfSpec(spec);
  return read.kind === 'read' && read.fields.some(isReadable);
};
