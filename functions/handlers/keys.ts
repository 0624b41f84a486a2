import { keyResponse, readKeys, readKeyUsage } from '../../lib/steps/api/read-keys.ts';
import { failure } from '../../lib/failure.ts';
import { invalidRequest } from '../../lib/request/describe-issues.ts';
import { keySpecSchema } from '../../lib/request/keys/key-spec.ts';
import { createKey, revokeKey } from '../../lib/steps/api/manage-keys.ts';
import type { KeyMaker } from '../../lib/request/keys/api-key.ts';
import { callerLimits, type Caller, type KeyLimits } from '../../lib/steps/api/admit-caller.ts';
import { parseJsonBody } from '../../lib/request/parse-request.ts';
import { jsonResponse, refuse, type HttpResponse, type HttpRequest } from '../edge/http.ts';
import type { ApiDependencies } from './dependencies.ts';

const create = async (dependencies: ApiDependencies, request: HttpRequest): Promise<HttpResponse> => {
  const body = parseJsonBody(request.body);
  if (!body.ok) return refuse(body.failure);
  const parsed = keySpecSchema.safeParse(body.value, { reportInput: true });
  if (!parsed.success) {
    return refuse(invalidRequest('Cannot create a key', parsed.error.issues));
  }
  const bound = boundLimits(parsed.data, request.caller.limits);
  const { caller } = request;
  const created = await createKey(
    dependencies,
    { ...parsed.data, ...bound },
    caller.team,
    makersOfNext(caller),
  );
  if (!created.success) return refuse(created.failure);
  const { key, stored } = created;
  const lowered = loweredLimits(callerLimits({ limits: parsed.data }, dependencies.keyLimits), bound);
  return jsonResponse(200, { success: true, key, ...keyResponse(stored, dependencies.keyLimits), lowered });
};

/** Names the limits of a new key that are below those which it would have had from a key without limits. */
const loweredLimits = (otherwise: KeyLimits, bound: Caller['limits']): (keyof KeyLimits)[] =>
  (['requestsPerMinute', 'openJobs'] as const).filter(
    (name) => (bound[name] ?? otherwise[name]) < otherwise[name],
  );

const least = (asked: number | undefined, own: number | undefined): number | undefined =>
  own === undefined ? asked : Math.min(asked ?? own, own);

/**
 * Computes the limits of a new key: none is above those of the key that makes it. Otherwise any key could get around
 * its limits.
 */
const boundLimits = (asked: Caller['limits'], own: Caller['limits']): Caller['limits'] => {
  const requestsPerMinute = least(asked.requestsPerMinute, own.requestsPerMinute);
  const openJobs = least(asked.openJobs, own.openJobs);
  return {
    ...(requestsPerMinute === undefined ? {} : { requestsPerMinute }),
    ...(openJobs === undefined ? {} : { openJobs }),
  };
};

/** Lists the keys whose limits bind a key that the caller makes, the nearest first. */
const makersOfNext = ({ keyId, limits: own, makers }: Caller): readonly KeyMaker[] =>
  Object.keys(own).length === 0 ? makers : [{ id: keyId, ...own }, ...makers];

const list = async (dependencies: ApiDependencies, request: HttpRequest): Promise<HttpResponse> =>
  jsonResponse(200, { success: true, keys: await readKeys(dependencies, request.caller.team) });

const revoke = async (dependencies: ApiDependencies, request: HttpRequest): Promise<HttpResponse> => {
  const revoked = await revokeKey(dependencies, request.parameters['id'] ?? '', request.caller.team);
  return revoked.success
    ? jsonResponse(200, { success: true, id: revoked.id, revoked: true, effectiveWithinSeconds: 60 })
    : refuse(revoked.failure);
};

const usage = async (dependencies: ApiDependencies, request: HttpRequest): Promise<HttpResponse> => {
  const id = request.parameters['id'] ?? '';
  const found = await readKeyUsage(dependencies, request.caller.team, id);
  if (found !== null) return jsonResponse(200, { success: true, ...found });
  const message = `Cannot tell the usage of the key: none of your team's has the id ${id.slice(0, 80)}`;
  return refuse(failure('NOT_FOUND', message));
};

/** The keys of the caller's team: create, list, revoke, and the usage of each. */
export const keyHandlers = { create, list, revoke, usage };
