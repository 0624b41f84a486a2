import type * as z from 'zod';
import { historyQuerySchema } from '../handlers/account.ts';
import { balanceSchemas, concurrencySchemas, historySchema, queueSchema } from '../openapi/answers/keys.ts';
import type { Operation } from '../openapi/operation.ts';

const [credits, tokens] = [balanceSchemas('credits'), balanceSchemas('tokens')];

const account = (version: 'v1' | 'v2'): readonly Operation[] => {
  const [suffix, of] = version === 'v1' ? ['V1', ', under v1'] : ['', ''];
  const ask = (path: string, id: string, summary: string, answer: z.ZodType): Operation => ({
    method: 'GET',
    path: `/${version}/${path}`,
    id: `${id}${suffix}`,
    tag: 'Usage',
    summary: `${summary}${of}`,
    answer,
  });
  const query = historyQuerySchema;
  return [
    ask('concurrency-check', 'getConcurrency', 'Open jobs of the key', concurrencySchemas[version]),
    ask('team/credit-usage', 'getCreditUsage', "What is left of the month's pages", credits[version]),
    {
      ...ask(
        'team/credit-usage/historical',
        'getCreditHistory',
        'Pages, month by month',
        historySchema('credits'),
      ),
      query,
    },
    ask('team/token-usage', 'getTokenUsage', "What is left of the month's tokens", tokens[version]),
    {
      ...ask(
        'team/token-usage/historical',
        'getTokenHistory',
        'Tokens, month by month',
        historySchema('tokens'),
      ),
      query,
    },
    ask('team/queue-status', 'getQueueStatus', 'Open jobs of the team', queueSchema),
  ];
};

export const accountOperations: readonly Operation[] = [...account('v2'), ...account('v1')];
