import { failure } from '../../lib/failure.ts';
import { readHost } from '../../lib/steps/api/read-host.ts';
import type { HttpHandler } from '../edge/endpoint.ts';
import { jsonResponse, refuse } from '../edge/http.ts';
import type { ApiDependencies } from './dependencies.ts';

/** Answers how a host is requested now. All teams share its pace; only a `Retry-After` may hold longer for one. */
export const hostHandler: HttpHandler<ApiDependencies> = async ({ table, now }, { parameters, caller }) => {
  const given = decodeURIComponent(parameters['host'] ?? '');
  const host = /^[^/?#@\s]{1,255}$/.test(given) ? URL.parse(`http://${given}/`)?.host : undefined;
  if (host === undefined) {
    const message =
      'Cannot look at the host: expected a name such as example.com or example.com:8080, found ' +
      given.slice(0, 80);
    return refuse(failure('BAD_REQUEST', message));
  }
  return jsonResponse(200, { success: true, ...(await readHost(table, host, caller.team, now())) });
};
