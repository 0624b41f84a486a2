import * as z from 'zod';
import { countOpenJobs } from '../../lib/store/keys/open-jobs-of-keys.ts';
import { readBalance, readHistory, readQueue, type Unit } from '../../lib/steps/api/read-account.ts';
import { callerLimits } from '../../lib/steps/api/admit-caller.ts';
import { jsonResponse, type HttpResponse, type HttpRequest } from '../edge/http.ts';
import type { ApiDependencies } from './dependencies.ts';

type Version = 'v1' | 'v2';
type AnswerAccount = (
  dependencies: ApiDependencies,
  request: HttpRequest,
  version: Version,
) => Promise<HttpResponse>;

/** Jobs of the caller's key, because the limit is that of the key. */
const concurrency: AnswerAccount = async ({ table, keyLimits }, { caller }, version) => {
  const counts = {
    concurrency: await countOpenJobs(table, caller.team, caller.keyId),
    maxConcurrency: callerLimits(caller, keyLimits).openJobs,
  };
  return jsonResponse(200, { success: true, ...(version === 'v1' ? counts : { data: counts }) });
};

const balance =
  (unit: Unit): AnswerAccount =>
  async ({ table, now }, { caller }, version) => {
    const { remaining, planned, start, end } = await readBalance(table, caller.team, unit, now());
    const named = unit === 'credits' ? 'Credits' : 'Tokens';
    const data =
      version === 'v1'
        ? {
            [`remaining_${unit}`]: remaining,
            [`plan_${unit}`]: planned,
            billing_period_start: start,
            billing_period_end: end,
          }
        : {
            [`remaining${named}`]: remaining,
            [`plan${named}`]: planned,
            billingPeriodStart: start,
            billingPeriodEnd: end,
          };
    return jsonResponse(200, { success: true, data });
  };

/** Query of the history. */
export const historyQuerySchema = z.object({
  byApiKey: z
    .enum(['true', 'false'])
    .optional()
    .meta({ default: 'false', description: 'Apart for each key.' }),
});

const history =
  (unit: Unit): AnswerAccount =>
  async ({ table }, { caller, query }) => {
    const months = await readHistory(table, caller.team, unit, query['byApiKey'] === 'true');
    const periods = months.map(({ used, ...period }) => ({ ...period, [`${unit}Used`]: used }));
    return jsonResponse(200, { success: true, periods });
  };

/** No job waits for another: each begins when it is accepted, and its pages wait for their hosts. */
const queue: AnswerAccount = async ({ table, keyLimits, now }, { caller }) => {
  const { open, mostRecentSuccess } = await readQueue(table, caller.team, now());
  return jsonResponse(200, {
    success: true,
    jobsInQueue: open,
    activeJobsInQueue: open,
    waitingJobsInQueue: 0,
    maxConcurrency: callerLimits(caller, keyLimits).openJobs,
    mostRecentSuccess,
  });
};

const under = (answer: AnswerAccount) => ({
  v1: async (dependencies: ApiDependencies, request: HttpRequest) =>
    await answer(dependencies, request, 'v1'),
  v2: async (dependencies: ApiDependencies, request: HttpRequest) =>
    await answer(dependencies, request, 'v2'),
});

/** What a team uses and may use, as Firecrawl's clients ask for it: `v1` in snake case, `v2` in camel case. */
export const accountHandlers = {
  concurrency: under(concurrency),
  credits: under(balance('credits')),
  creditHistory: under(history('credits')),
  tokens: under(balance('tokens')),
  tokenHistory: under(history('tokens')),
  queue: under(queue),
};
