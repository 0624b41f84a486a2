import { limits } from '../../limits/limits.ts';
import { isPlainObject, type PlainObject } from '../../plain-object.ts';
import type { ApiDescription, ApiEndpoint } from './api-description.ts';
import { openReferences, type References } from './api-references.ts';

/**
 * Reads what a description of an API says. Many published descriptions break the format's own schema in some place, so
 * what is there is taken as it is, and a part of another type than the format has counts as missing.
 */
export type ApiDescribed =
  | { readonly kind: 'described'; readonly api: ApiDescription }
  /** Data of another kind: it names neither `openapi` nor `swagger`. */
  | { readonly kind: 'other' }
  | { readonly kind: 'invalid'; readonly problem: string };

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'] as const;

const objectIn = (value: unknown): PlainObject => (isPlainObject(value) ? value : {});
const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const textIn = (value: unknown): string | null => {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return null;
  const most = limits.apiTextCharactersMax;
  return value.length <= most ? value : `${value.slice(0, most - 1)}…`;
};

const textsIn = (value: unknown): string[] =>
  listIn(value)
    .slice(0, limits.apiPartsMax)
    .flatMap((one) => textIn(one) ?? []);

type Version = { readonly format: ApiDescription['format']; readonly version: string };

/** Returns the format of a description; null for other data, and a problem for a version that nobody has defined. */
const versionOf = ({ openapi, swagger }: PlainObject): Version | { readonly problem: string } | null => {
  if (openapi === undefined && swagger === undefined) return null;
  const format = openapi === undefined ? 'swagger' : 'openapi';
  const version = textIn(openapi ?? swagger) ?? '';
  const isKnown = format === 'openapi' ? /^3\.\d+/.test(version) : /^2(?:\.0)?$/.test(version);
  return isKnown
    ? { format, version: format === 'swagger' ? '2.0' : version }
    : {
        problem: `expected openapi 3 or swagger 2.0, found ${format} ${JSON.stringify(version.slice(0, 40))}`,
      };
};

/** Keeps a schema that is no longer than the limit; each that is left out is told. */
const schemaIn = (value: unknown, at: string, { warn }: References): unknown => {
  if (!isPlainObject(value) && typeof value !== 'boolean') return null;
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

const schemaOfParameter = (parameter: PlainObject, at: string, references: References): unknown => {
  if (parameter['schema'] !== undefined) return schemaIn(parameter['schema'], at, references);
  const [content] = Object.values(objectIn(parameter['content']));
  if (content !== undefined) return schemaIn(objectIn(content)['schema'], at, references);
  const own = Object.fromEntries(Object.entries(parameter).filter(([key]) => !notOfSchema.has(key)));
  return Object.keys(own).length === 0 ? null : schemaIn(own, at, references);
};

type Content = ApiEndpoint['responses'][number]['content'];

const contentIn = (content: unknown, at: string, references: References): Content =>
  Object.entries(objectIn(content))
    .slice(0, limits.apiPartsMax)
    .map(([type, media]) => ({
      media_type: type,
      schema: schemaIn(objectIn(media)['schema'], at, references),
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
interface Operation {
  readonly own: PlainObject;
  readonly at: string;
  readonly parameters: readonly PlainObject[];
  readonly consumes: readonly string[];
  readonly produces: readonly string[];
  readonly security: unknown;
}

/** Returns the parameters of an operation: its own replace those of its path with the same name and place. */
const parametersOf = (path: unknown, own: unknown, at: string, { follow }: References): PlainObject[] => {
  const found = [...listIn(path), ...listIn(own)].map((one) => follow(one, at)).filter(isPlainObject);
  return [...new Map(found.map((one) => [`${String(one['in'])} ${String(one['name'])}`, one])).values()];
};

const bodyOf = (
  { own, at, parameters, consumes }: Operation,
  references: References,
): ApiEndpoint['request_body'] => {
  const body = references.follow(own['requestBody'], at);
  if (isPlainObject(body))
    return {
      required: body['required'] === true,
      description: textIn(body['description']),
      content: contentIn(body['content'], at, references),
    };
  const whole = parameters.find((one) => one['in'] === 'body');
  if (whole !== undefined)
    return {
      required: whole['required'] === true,
      description: textIn(whole['description']),
      content: contentOfTypes(whole['schema'], consumes, at, references),
    };
  const form = parameters.filter((one) => one['in'] === 'formData').slice(0, limits.apiPartsMax);
  if (form.length === 0) return null;
  const fields = form.map(
    (one) => [String(one['name']), schemaOfParameter(one, at, references) ?? {}] as const,
  );
  const wanted = form.filter((one) => one['required'] === true).map((one) => String(one['name']));
  const schema = { type: 'object', properties: Object.fromEntries(fields), required: wanted };
  return {
    required: wanted.length > 0,
    description: null,
    content: contentOfTypes(schema, consumes, at, references),
  };
};

const responsesOf = ({ own, at, produces }: Operation, references: References): ApiEndpoint['responses'] =>
  Object.entries(objectIn(own['responses']))
    .filter(([status]) => !status.startsWith('x-'))
    .slice(0, limits.apiPartsMax)
    .map(([status, said]) => {
      const response = objectIn(references.follow(said, at));
      return {
        status,
        description: textIn(response['description']),
        content:
          response['schema'] === undefined
            ? contentIn(response['content'], at, references)
            : contentOfTypes(response['schema'], produces, at, references),
      };
    });

const endpointOf = (
  method: string,
  path: string,
  operation: Operation,
  references: References,
): ApiEndpoint => {
  const { own, at, parameters } = operation;
  return {
    method: method.toUpperCase(),
    path: path.slice(0, limits.apiTextCharactersMax),
    operation_id: textIn(own['operationId']),
    summary: textIn(own['summary']),
    description: textIn(own['description']),
    tags: textsIn(own['tags']),
    deprecated: own['deprecated'] === true,
    parameters: parameters
      .filter((one) => one['in'] !== 'body' && one['in'] !== 'formData')
      .slice(0, limits.apiPartsMax)
      .map((one) => ({
        name: textIn(one['name']) ?? '',
        in: textIn(one['in']) ?? '',
        required: one['required'] === true,
        description: textIn(one['description']),
        schema: schemaOfParameter(one, at, references),
      })),
    request_body: bodyOf(operation, references),
    responses: responsesOf(operation, references),
    security: listIn(operation.security)
      .slice(0, limits.apiPartsMax)
      .map((one) => Object.keys(objectIn(one)).slice(0, limits.apiPartsMax)),
  };
};

/** Lists the operations under `paths` or `webhooks`, and counts those that the limits leave out. */
const endpointsIn = (
  document: PlainObject,
  key: 'paths' | 'webhooks',
  references: References,
): { readonly endpoints: ApiEndpoint[]; readonly count: number } => {
  const endpoints: ApiEndpoint[] = [];
  let count = 0;
  for (const [path, said] of Object.entries(objectIn(document[key]))) {
    if (path.startsWith('x-')) continue;
    const item = objectIn(references.follow(said, path));
    for (const method of methods) {
      const own = item[method];
      if (!isPlainObject(own)) continue;
      count += 1;
      if (endpoints.length >= limits.apiEndpointsMax || references.isFull()) continue;
      const at = `${method.toUpperCase()} ${path}`;
      const operation: Operation = {
        own,
        at,
        parameters: parametersOf(item['parameters'], own['parameters'], at, references),
        consumes: textsIn(own['consumes'] ?? document['consumes']),
        produces: textsIn(own['produces'] ?? document['produces']),
        security: own['security'] ?? document['security'],
      };
      const endpoint = endpointOf(method, path, operation, references);
      if (references.take(endpoint)) endpoints.push(endpoint);
    }
  }
  return { endpoints, count };
};

const schemasIn = (
  named: PlainObject,
  prefix: string,
  references: References,
): { readonly schemas: ApiDescription['schemas']; readonly count: number } => {
  const schemas: ApiDescription['schemas'] = [];
  const all = Object.entries(named);
  for (const [name, said] of all.slice(0, limits.apiSchemasMax)) {
    if (references.isFull()) break;
    const schema = schemaIn(said, `${prefix}${name}`, references);
    const escaped = name.replaceAll('~', '~0').replaceAll('/', '~1');
    const description = textIn(objectIn(said)['description']);
    const entry = { name, reference: `${prefix}${escaped}`, description, schema };
    if (schema !== null && references.take(entry)) schemas.push(entry);
  }
  return { schemas, count: all.length };
};

const serversIn = (document: PlainObject, format: ApiDescription['format']): string[] => {
  if (format === 'openapi')
    return listIn(document['servers'])
      .slice(0, limits.apiPartsMax)
      .flatMap((server) => textIn(objectIn(server)['url']) ?? []);
  const host = textIn(document['host']);
  const path = textIn(document['basePath']) ?? '';
  if (host === null) return path === '' ? [] : [path];
  const schemes = textsIn(document['schemes']);
  return (schemes.length === 0 ? ['https'] : schemes).map((scheme) => `${scheme}://${host}${path}`);
};

const securitySchemesIn = (named: unknown, { follow }: References): ApiDescription['security_schemes'] =>
  Object.entries(objectIn(named))
    .slice(0, limits.apiPartsMax)
    .map(([name, said]) => {
      const scheme = objectIn(follow(said, name));
      const [type, place, kind] = [scheme['type'], scheme['in'], scheme['scheme']].map(textIn);
      return {
        name,
        type: type ?? null,
        description: textIn(scheme['description']),
        in: place ?? null,
        scheme: kind ?? null,
      };
    });

/** Reads a parsed document of JSON or YAML. */
export const describeApi = (document: unknown): ApiDescribed => {
  const version = isPlainObject(document) ? versionOf(document) : null;
  if (version === null || !isPlainObject(document)) return { kind: 'other' };
  if ('problem' in version) return { kind: 'invalid', problem: version.problem };
  if (![document['paths'], document['webhooks'], document['components']].some(isPlainObject))
    return { kind: 'invalid', problem: 'expected paths, webhooks or components, found none of them' };
  const references = openReferences(document);
  const { format } = version;
  const info = objectIn(document['info']);
  const components = objectIn(document['components']);
  const isOpenapi = format === 'openapi';
  const { endpoints, count } = endpointsIn(document, 'paths', references);
  const hooks = endpointsIn(document, 'webhooks', references);
  const named = objectIn(isOpenapi ? components['schemas'] : document['definitions']);
  const prefix = isOpenapi ? '#/components/schemas/' : '#/definitions/';
  const schemas = schemasIn(named, prefix, references);
  const schemes = isOpenapi ? components['securitySchemes'] : document['securityDefinitions'];
  const api: ApiDescription = {
    format,
    format_version: version.version,
    title: textIn(info['title']),
    version: textIn(info['version']),
    description: textIn(info['description']),
    servers: serversIn(document, format),
    endpoints,
    webhooks: hooks.endpoints,
    schemas: schemas.schemas,
    security_schemes: securitySchemesIn(schemes, references),
    counts: { endpoints: count, webhooks: hooks.count, schemas: schemas.count },
    warnings: [],
  };
  return { kind: 'described', api: { ...api, warnings: references.warnings(api) } };
};
