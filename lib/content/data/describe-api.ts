import { limits } from '../../limits/limits.ts';
import type { ApiDescription, ApiEndpoint } from './api-description.ts';
import { isPart, listIn, membersIn, partIn, textIn, textsIn, type ApiPart } from './api-part.ts';
import { openReferences, type References } from './api-references.ts';
import { describeOperation, mergeParameters, schemaIn, type ApiOperation } from './describe-operation.ts';

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

type Version = { readonly format: ApiDescription['format']; readonly version: string };

/** Returns the format of a description; null for other data, and a problem for a version that nobody has defined. */
const versionOf = ({ openapi, swagger }: ApiPart): Version | { readonly problem: string } | null => {
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

/** Lists the operations under `paths` or `webhooks`, and counts those that the limits leave out. */
const endpointsIn = (
  document: ApiPart,
  key: 'paths' | 'webhooks',
  references: References,
): { readonly endpoints: ApiEndpoint[]; readonly count: number } => {
  const endpoints: ApiEndpoint[] = [];
  let count = 0;
  for (const [path, said] of membersIn(document[key])) {
    if (path.startsWith('x-')) continue;
    const item = partIn(references.follow(said, path));
    const operations = new Map(membersIn(item));
    for (const method of methods) {
      const own = operations.get(method);
      if (!isPart(own)) continue;
      count += 1;
      if (endpoints.length >= limits.apiEndpointsMax || references.isFull()) continue;
      const at = `${method.toUpperCase()} ${path}`;
      const operation: ApiOperation = {
        own,
        at,
        parameters: mergeParameters(item.parameters, own.parameters, at, references),
        consumes: textsIn(own.consumes ?? document.consumes),
        produces: textsIn(own.produces ?? document.produces),
        security: own.security ?? document.security,
      };
      const endpoint = describeOperation(method, path, operation, references);
      if (references.take(endpoint)) endpoints.push(endpoint);
    }
  }
  return { endpoints, count };
};

const schemasIn = (
  named: unknown,
  prefix: string,
  references: References,
): { readonly schemas: ApiDescription['schemas']; readonly count: number } => {
  const schemas: ApiDescription['schemas'] = [];
  const all = membersIn(named);
  for (const [name, said] of all.slice(0, limits.apiSchemasMax)) {
    if (references.isFull()) break;
    const schema = schemaIn(said, `${prefix}${name}`, references);
    const escaped = name.replaceAll('~', '~0').replaceAll('/', '~1');
    const description = textIn(partIn(said).description);
    const entry = { name, reference: `${prefix}${escaped}`, description, schema };
    if (schema !== null && references.take(entry)) schemas.push(entry);
  }
  return { schemas, count: all.length };
};

const serversIn = (document: ApiPart, format: ApiDescription['format']): string[] => {
  if (format === 'openapi')
    return listIn(document.servers)
      .slice(0, limits.apiPartsMax)
      .flatMap((server) => textIn(partIn(server).url) ?? []);
  const host = textIn(document.host);
  const path = textIn(document.basePath) ?? '';
  if (host === null) return path === '' ? [] : [path];
  const schemes = textsIn(document.schemes);
  return (schemes.length === 0 ? ['https'] : schemes).map((scheme) => `${scheme}://${host}${path}`);
};

const securitySchemesIn = (named: unknown, { follow }: References): ApiDescription['security_schemes'] =>
  membersIn(named)
    .slice(0, limits.apiPartsMax)
    .map(([name, said]) => {
      const scheme = partIn(follow(said, name));
      const [type, place, kind] = [scheme.type, scheme.in, scheme.scheme].map(textIn);
      return {
        name,
        type: type ?? null,
        description: textIn(scheme.description),
        in: place ?? null,
        scheme: kind ?? null,
      };
    });

/** Reads a parsed document of JSON or YAML. */
export const describeApi = (document: unknown): ApiDescribed => {
  const version = isPart(document) ? versionOf(document) : null;
  if (version === null || !isPart(document)) return { kind: 'other' };
  if ('problem' in version) return { kind: 'invalid', problem: version.problem };
  if (![document.paths, document.webhooks, document.components].some(isPart))
    return { kind: 'invalid', problem: 'expected paths, webhooks or components, found none of them' };
  const references = openReferences(document);
  const { format } = version;
  const info = partIn(document.info);
  const components = partIn(document.components);
  const isOpenapi = format === 'openapi';
  const { endpoints, count } = endpointsIn(document, 'paths', references);
  const hooks = endpointsIn(document, 'webhooks', references);
  const named = isOpenapi ? components.schemas : document.definitions;
  const prefix = isOpenapi ? '#/components/schemas/' : '#/definitions/';
  const schemas = schemasIn(named, prefix, references);
  const schemes = isOpenapi ? components.securitySchemes : document.securityDefinitions;
  const api: ApiDescription = {
    format,
    format_version: version.version,
    title: textIn(info.title),
    version: textIn(info.version),
    description: textIn(info.description),
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
