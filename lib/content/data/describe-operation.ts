import { limits } from '../../limits/limits.ts';
import type { ApiEndpoint } from './api-description.ts';
import { isPart, listIn, membersIn, partIn, textIn, textsIn, type ApiPart } from './api-part.ts';
import type { References } from './api-references.ts';

/** Keeps a schema that is no longer than the limit; each that is left out is told. */
export const schemaIn = (value: unknown, at: string, { warn }: References): unknown => {
  if (!isPart(value) && typeof value !== 'boolean') return null;
  const { length } = JSON.stringify(value);
  if (length <= limits.apiSchemaCharactersMax) return value;
  warn(`The schema at ${at} was left out: it has ${length} characters`);
  return null;
};

/** Keywords of a parameter of Swagger 2.0 that are not of its schema. */
const notOfSchema: ReadonlySet<string> = new Set([
  'name',
  'in',
  'description',
  'required',
  'allowEmptyValue',
]);

const schemaOfParameter = (parameter: ApiPart, at: string, references: References): unknown => {
  if (parameter.schema !== undefined) return schemaIn(parameter.schema, at, references);
  const [[, content] = []] = membersIn(parameter.content);
  if (content !== undefined) return schemaIn(partIn(content).schema, at, references);
  const own = Object.fromEntries(membersIn(parameter).filter(([key]) => !notOfSchema.has(key)));
  return Object.keys(own).length === 0 ? null : schemaIn(own, at, references);
};

type Content = ApiEndpoint['responses'][number]['content'];

const contentIn = (content: unknown, at: string, references: References): Content =>
  membersIn(content)
    .slice(0, limits.apiPartsMax)
    .map(([type, media]) => ({
      media_type: type,
      schema: schemaIn(partIn(media).schema, at, references),
    }));

/** One schema for each media type, as Swagger 2.0 says it. */
const contentOfTypes = (
  schema: unknown,
  types: readonly string[],
  at: string,
  references: References,
): Content => {
  const kept = schemaIn(schema, at, references);
  if (kept === null) return [];
  return (types.length === 0 ? [null] : types).map((type) => ({ media_type: type, schema: kept }));
};

/** An operation with what its path and its document say for it. */
export interface ApiOperation {
  readonly own: ApiPart;
  readonly at: string;
  readonly parameters: readonly ApiPart[];
  readonly consumes: readonly string[];
  readonly produces: readonly string[];
  readonly security: unknown;
}

/** Returns the parameters of an operation: its own replace those of its path with the same name and place. */
export const mergeParameters = (
  path: unknown,
  own: unknown,
  at: string,
  { follow }: References,
): ApiPart[] => {
  const found = [...listIn(path), ...listIn(own)].map((one) => follow(one, at)).filter(isPart);
  return [...new Map(found.map((one) => [`${String(one.in)} ${String(one.name)}`, one])).values()];
};

const bodyOf = (
  { own, at, parameters, consumes }: ApiOperation,
  references: References,
): ApiEndpoint['request_body'] => {
  const body = references.follow(own.requestBody, at);
  if (isPart(body))
    return {
      required: body.required === true,
      description: textIn(body.description),
      content: contentIn(body.content, at, references),
    };
  const whole = parameters.find((one) => one.in === 'body');
  if (whole !== undefined)
    return {
      required: whole.required === true,
      description: textIn(whole.description),
      content: contentOfTypes(whole.schema, consumes, at, references),
    };
  const form = parameters.filter((one) => one.in === 'formData').slice(0, limits.apiPartsMax);
  if (form.length === 0) return null;
  const fields = form.map((one) => [String(one.name), schemaOfParameter(one, at, references) ?? {}] as const);
  const wanted = form.filter((one) => one.required === true).map((one) => String(one.name));
  const schema = { type: 'object', properties: Object.fromEntries(fields), required: wanted };
  return {
    required: wanted.length > 0,
    description: null,
    content: contentOfTypes(schema, consumes, at, references),
  };
};

const responsesOf = ({ own, at, produces }: ApiOperation, references: References): ApiEndpoint['responses'] =>
  membersIn(own.responses)
    .filter(([status]) => !status.startsWith('x-'))
    .slice(0, limits.apiPartsMax)
    .map(([status, said]) => {
      const response = partIn(references.follow(said, at));
      return {
        status,
        description: textIn(response.description),
        content:
          response.schema === undefined
            ? contentIn(response.content, at, references)
            : contentOfTypes(response.schema, produces, at, references),
      };
    });

/** Reads one operation. */
export const describeOperation = (
  method: string,
  path: string,
  operation: ApiOperation,
  references: References,
): ApiEndpoint => {
  const { own, at, parameters } = operation;
  return {
    method: method.toUpperCase(),
    path: path.slice(0, limits.apiTextCharactersMax),
    operation_id: textIn(own.operationId),
    summary: textIn(own.summary),
    description: textIn(own.description),
    tags: textsIn(own.tags),
    deprecated: own.deprecated === true,
    parameters: parameters
      .filter((one) => one.in !== 'body' && one.in !== 'formData')
      .slice(0, limits.apiPartsMax)
      .map((one) => ({
        name: textIn(one.name) ?? '',
        in: textIn(one.in) ?? '',
        required: one.required === true,
        description: textIn(one.description),
        schema: schemaOfParameter(one, at, references),
      })),
    request_body: bodyOf(operation, references),
    responses: responsesOf(operation, references),
    security: listIn(operation.security)
      .slice(0, limits.apiPartsMax)
      .map((one) =>
        membersIn(one)
          .slice(0, limits.apiPartsMax)
          .map(([name]) => name),
      ),
  };
};
