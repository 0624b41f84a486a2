import { limits } from '../../limits/limits.ts';
import { fetchHttp } from '../http/fetch-http.ts';
import { guardedDispatcher } from '../http/guarded-connect.ts';
import type { MakeTier } from './tier.ts';

/** Pages over HTTP, through connections that are kept for the next page of their host. */
export const httpTier: MakeTier = ({ guard, dispatcher, userAgent }) => {
  const unverifiedDispatcher = guardedDispatcher({ ...guard, skipTlsVerification: true });
  return {
    name: 'http',
    requestMs: limits.requestMs,
    pagesAtOnce: limits.urlBatchPagesMax,
    send: (request, _scrape, { checkHop, slot, now }) =>
      fetchHttp({ ...request, userAgent }, { dispatcher, unverifiedDispatcher, checkHop, slot, now }),
  };
};
