import { enforceRateLimit, type Refusal } from '../../lib/steps/api/enforce-rate-limit.ts';
import { refuse, type HttpAnswer, type HttpRequest } from '../edge/http.ts';
import type { ApiDependencies } from './dependencies.ts';

/** The answer to a caller that is at a limit of its key; clients read the wait from any of its three places. */
export const refuseForNow = ({ failure, retryAfterSeconds }: Refusal): HttpAnswer => {
  const refused = refuse(failure, { retryAfterSeconds });
  return { ...refused, headers: { ...refused.headers, 'retry-after': String(retryAfterSeconds) } };
};

/**
 * Holds a route that begins work to the limits of the caller's key, before its body is looked at. Routes that tell how work goes
 * on are never limited: Firecrawl's clients give up waiting at the first 429.
 */
export const withRateLimit =
  (
    dependencies: ApiDependencies,
    begins: 'page' | 'job',
    answer: (request: HttpRequest) => Promise<HttpAnswer>,
  ) =>
  async (request: HttpRequest): Promise<HttpAnswer> => {
    const refusal = await enforceRateLimit(dependencies, request.caller, begins);
    return refusal === null ? await answer(request) : refuseForNow(refusal);
  };
