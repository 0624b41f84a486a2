import { queryOptions, useQuery } from '@tanstack/react-query';
import { askApi } from '../api.ts';

/** The parts of a JSON Schema from which a form is made. */
export interface FieldSchema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: FieldSchema;
  readonly anyOf?: readonly FieldSchema[];
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly required?: readonly string[];
  readonly $ref?: string;
  readonly 'x-enumDescriptions'?: Readonly<Record<string, string>>;
}

interface Description {
  readonly paths: Readonly<
    Record<
      string,
      {
        readonly post?: {
          readonly summary: string;
          readonly requestBody?: {
            readonly content: {
              readonly 'application/json': { readonly schema: FieldSchema; readonly example?: object };
            };
          };
        };
      }
    >
  >;
  readonly components: { readonly schemas: Readonly<Record<string, FieldSchema>> };
}

/** The operations of the playground: the word in the address, the route, and the route that estimates its price. */
export const playOperations = {
  scrape: { path: '/v2/scrape', estimate: '/v2/batch/scrape/estimate' },
  crawl: { path: '/v2/crawl', estimate: '/v2/crawl/estimate' },
  map: { path: '/v2/map', estimate: null },
  extract: { path: '/v2/extract', estimate: '/v2/extract/estimate' },
  search: { path: '/v2/search', estimate: null },
} as const;
export type OperationName = keyof typeof playOperations;

/** The description of one of the API's operations, from which a form is made. */
export interface PlayOperation {
  readonly summary: string;
  readonly fields: Readonly<Record<string, FieldSchema>>;
  readonly required: readonly string[];
  readonly example: Readonly<Record<string, unknown>>;
}

const makePlayOperation = ({ paths, components }: Description, name: OperationName): PlayOperation => {
  const { post } = paths[playOperations[name].path] ?? {};
  const body = post?.requestBody?.content['application/json'];
  const follow = (schema: FieldSchema): FieldSchema => {
    const target =
      schema.$ref === undefined ? undefined : components.schemas[schema.$ref.split('/').at(-1) ?? ''];
    return target === undefined ? schema : { ...target, ...schema };
  };
  const schema = follow(body?.schema ?? {});
  const fields = Object.entries(schema.properties ?? {}).map(([field, its]) => {
    const followed = follow(its);
    return [
      field,
      followed.items === undefined ? followed : { ...followed, items: follow(followed.items) },
    ] as const;
  });
  return {
    summary: post?.summary ?? name,
    fields: Object.fromEntries(fields),
    required: schema.required ?? [],
    example: { ...body?.example },
  };
};

/** The document that describes all of the API (`GET /openapi.json`): read once. */
const description = queryOptions({
  queryKey: ['description'],
  queryFn: ({ signal }) => askApi<Description>('/openapi.json', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Returns the API's description of an operation. */
export const useOperation = (name: OperationName) =>
  useQuery({ ...description, select: (whole) => makePlayOperation(whole, name) });

/**
 * Returns the first sentence of each failure's description, by its code, and of each reason to leave a tier, by its
 * word.
 */
const sentencesIn = ({ components: { schemas } }: Description): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries({
      ...schemas['Error']?.properties?.['code']?.['x-enumDescriptions'],
      ...schemas['FallThroughReason']?.['x-enumDescriptions'],
    }).map(([code, text]) => [code, (/^.+?[.:](?=\s|$)/.exec(text)?.[0] ?? text).replace(/:$/, '.')]),
  );

/** Returns a sentence for each failure and each reason to leave a tier; requested once one has to be explained. */
export const useSentences = (isNeeded: boolean): Readonly<Record<string, string>> =>
  useQuery({ ...description, enabled: isNeeded, select: sentencesIn }).data ?? {};
