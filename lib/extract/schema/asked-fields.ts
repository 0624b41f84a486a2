import type { ExtractSpec } from '../../request/extract-spec.ts';
import type { Answers } from '../candidates/candidate.ts';
import { fieldsOfSchema, schemaOfFields, type Field, type FieldsRead } from './field.ts';

/**
 * What an order asks for: its schema, or the one of its fields; of a prompt alone, an object of whatever the model
 * finds.
 */
export const fieldsOfSpec = ({ schema, fields }: Pick<ExtractSpec, 'schema' | 'fields'>): FieldsRead => {
  if (schema !== undefined) return fieldsOfSchema(schema);
  if (fields !== undefined) return fieldsOfSchema(schemaOfFields(fields));
  return { kind: 'read', fields: [], schema: { type: 'object' }, isWrapped: false };
};

/** Fields of answers that no schema names: one for each name that an answer has, in the order in which they are met. */
export const fieldsSeen = (all: Iterable<Answers>): Field[] => {
  const fields = new Map<string, Field>();
  for (const answers of all) {
    for (const [name, { value }] of Object.entries(answers)) {
      if (fields.has(name)) continue;
      const type = Array.isArray(value) ? 'list[any]' : 'any';
      fields.set(name, { name, description: '', type, schema: {}, isRequired: false, fields: [] });
    }
  }
  return [...fields.values()];
};

/** Whether a page may answer a field by itself, by its type: objects need names for what is in them. */
const isReadable = ({ type, fields }: Field): boolean =>
  type === 'object' || type === 'list[object]' ? fields.some(isReadable) : true;

/**
 * Whether pages may answer something of an order without a model: of an open shape only a model knows what to answer.
 */
export const isAnsweredByPages = (spec: Pick<ExtractSpec, 'schema' | 'fields'>): boolean => {
  const read = fieldsOfSpec(spec);
  return read.kind === 'read' && read.fields.some(isReadable);
};
