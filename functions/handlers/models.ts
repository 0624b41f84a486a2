import { describeModelKeys, wakeModelKey } from '../../lib/steps/api/manage-model-keys.ts';
import { failure } from '../../lib/failure.ts';
import { jsonResponse, refuse, type HttpResponse, type HttpRequest } from '../edge/http.ts';
import type { ApiDependencies } from './dependencies.ts';

const wake = async (dependencies: ApiDependencies, request: HttpRequest): Promise<HttpResponse> => {
  const fingerprint = (request.parameters['fingerprint'] ?? '').slice(0, 40);
  if (await wakeModelKey(dependencies, fingerprint))
    return jsonResponse(200, { success: true, fingerprint, effectiveWithinSeconds: 30 });
  return refuse(
    failure('NOT_FOUND', `Cannot wake the key: none that was used has the fingerprint ${fingerprint}`),
  );
};

const list = async (dependencies: ApiDependencies): Promise<HttpResponse> =>
  jsonResponse(200, { success: true, keys: await describeModelKeys(dependencies) });

/** The keys of models: which cool down, why and until when; and the call that makes a repaired key usable again. */
export const modelHandlers = { list, wake };
