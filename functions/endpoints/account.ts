import { accountHandlers, historyQuerySchema } from '../handlers/account.ts';
import { balanceSchemas, concurrencySchemas, historySchema, queueSchema } from '../openapi/responses/keys.ts';
import type { KeyEndpoint, EndpointDocs } from '../edge/endpoint.ts';
import type { ApiDependencies } from '../handlers/dependencies.ts';

type Version = 'v1' | 'v2';

const ask = (
  version: Version,
  path: string,
  handlers: (typeof accountHandlers)[keyof typeof accountHandlers],
  docs: EndpointDocs | false,
): KeyEndpoint<ApiDependencies> => ({
  method: 'GET',
  path: `/${version}/${path}`,
  handler: handlers[version],
  docs: docs && {
    ...docs,
    id: `${docs.id}${version === 'v1' ? 'V1' : ''}`,
    summary: `${docs.summary}${version === 'v1' ? ', under v1' : ''}`,
  },
});

/** Endpoints for what is left of the month's `unit`s, and what was used of them month by month. */
const usage = (
  version: Version,
  unit: 'credits' | 'tokens',
  { left, months }: Record<'left' | 'months', (typeof accountHandlers)[keyof typeof accountHandlers]>,
): readonly KeyEndpoint<ApiDependencies>[] => {
  const [name, id, what] =
    unit === 'credits' ? (['credit', 'Credit', 'pages'] as const) : (['token', 'Token', 'tokens'] as const);
  return [
    ask(
      version,
      `team/${name}-usage`,
      left,
      !import.meta.bundled && {
        id: `get${id}Usage`,
        tag: 'Usage',
        summary: `What is left of the month's ${what}`,
        response: balanceSchemas(unit)[version],
      },
    ),
    ask(
      version,
      `team/${name}-usage/historical`,
      months,
      !import.meta.bundled && {
        id: `get${id}History`,
        tag: 'Usage',
        summary: unit === 'credits' ? 'Pages, month by month' : 'Tokens, month by month',
        query: historyQuerySchema,
        response: historySchema(unit),
      },
    ),
  ];
};

const jobs = (version: Version): readonly KeyEndpoint<ApiDependencies>[] => [
  ask(
    version,
    'concurrency-check',
    accountHandlers.concurrency,
    !import.meta.bundled && {
      id: 'getConcurrency',
      tag: 'Usage',
      summary: 'Open jobs of the key',
      response: concurrencySchemas[version],
    },
  ),
  ask(
    version,
    'team/queue-status',
    accountHandlers.queue,
    !import.meta.bundled && {
      id: 'getQueueStatus',
      tag: 'Usage',
      summary: 'Open jobs of the team',
      response: queueSchema,
    },
  ),
];

/** What a team uses and may use, as Firecrawl's clients ask for it under both versions. */
export const accountEndpoints = (['v2', 'v1'] as const).flatMap((version) => [
  ...usage(version, 'credits', { left: accountHandlers.credits, months: accountHandlers.creditHistory }),
  ...usage(version, 'tokens', { left: accountHandlers.tokens, months: accountHandlers.tokenHistory }),
  ...jobs(version),
]);
