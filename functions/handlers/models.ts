import { describeModelKeys, wakeModelKey } from '../../lib/steps/api/manage-model-keys.ts';
import { failure } from '../../lib/failure.ts';
import { jsonResponse, refuse, type HttpAnswer, type HttpRequest, type Route } from '../edge/http.ts';
import type { ApiDependencies } from './dependencies.ts';

const wake = async (dependencies: ApiDependencies, request: HttpRequest): Promise<HttpAnswer> => {
  const fingerprint = (request.parameters['fingerprint'] ?? '').slice(0, 40);
  if (await wakeModelKey(dependencies, fingerprint))
    return jsonResponse(200, { success: true, fingerprint, effectiveWithinSeconds: 30 });
  return refuse(
    failure('NOT_FOUND', `Cannot wake the key: none that was used has the fingerprint ${fingerprint}`),
  );
};

/** The keys of models: which rest, why and until when, and how one is woken that a person has mended. */
export const modelRoutes = (dependencies: ApiDependencies): Route[] => [
  {
    method: 'GET',
    path: '/v2/models',
    scope: 'admin',
    answer: async () => jsonResponse(200, { success: true, keys: await describeModelKeys(dependencies) }),
  },
  {
    method: 'POST',
    path: '/v2/models/{fingerprint}/wake',
    scope: 'admin',
    answer: (request) => wake(dependencies, request),
  },
];
