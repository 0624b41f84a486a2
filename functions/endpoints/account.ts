import { accountHandlers, historyQuerySchema } from '../handlers/account.ts';
import { balanceSchemas, concurrencySchemas, historySchema, queueSchema } from '../openapi/answers/keys.ts';
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

const credits = (version: Version): readonly KeyEndpoint<ApiDependencies>[] => [
  ask(
    version,
    'team/credit-usage',
    accountHandlers.credits,
    !import.meta.bundled && {
      id: 'getCreditUsage',
      tag: 'Usage',
      summary: "What is left of the month's pages",
      answer: balanceSchemas('credits')[version],
    },
  ),
  ask(
    version,
    'team/credit-usage/historical',
    accountHandlers.creditHistory,
    !import.meta.bundled && {
      id: 'getCreditHistory',
      tag: 'Usage',
      summary: 'Pages, month by month',
      query: historyQuerySchema,
      answer: historySchema('credits'),
    },
  ),
];

const tokens = (version: Version): readonly KeyEndpoint<ApiDependencies>[] => [
  ask(
    version,
    'team/token-usage',
    accountHandlers.tokens,
    !import.meta.bundled && {
      id: 'getTokenUsage',
      tag: 'Usage',
      summary: "What is left of the month's tokens",
      answer: balanceSchemas('tokens')[version],
    },
  ),
  ask(
    version,
    'team/token-usage/historical',
    accountHandlers.tokenHistory,
    !import.meta.bundled && {
      id: 'getTokenHistory',
      tag: 'Usage',
      summary: 'Tokens, month by month',
      query: historyQuerySchema,
      answer: historySchema('tokens'),
    },
  ),
];

const jobs = (version: Version): readonly KeyEndpoint<ApiDependencies>[] => [
  ask(
    version,
    'concurrency-check',
    accountHandlers.concurrency,
    !import.meta.bundled && {
      id: 'getConcurrency',
      tag: 'Usage',
      summary: 'Open jobs of the key',
      answer: concurrencySchemas[version],
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
      answer: queueSchema,
    },
  ),
];

/** What a team uses and may use, as Firecrawl's clients ask for it under both versions. */
export const accountEndpoints = (['v2', 'v1'] as const).flatMap((version) => [
  ...credits(version),
  ...tokens(version),
  ...jobs(version),
]);
