import { keyVariables, parseModelKeys, type ModelKeys } from '../lib/extract/llm/model-keys.ts';
import {
  fetcherKeyVariables,
  parseFetcherKeys,
  type FetcherKeys,
} from '../lib/fetch/remote/fetcher-settings.ts';
import { awsClient } from './runtime/aws-request.ts';
import { patientClient } from './runtime/try-again.ts';
import type { Runtime } from './runtime/start-runtime.ts';

/** Returns the keys in an environment; several are separated by commas. */
export const modelKeysIn = (environment: Readonly<Record<string, string | undefined>>): ModelKeys => {
  const found = Object.keys(keyVariables).map((name) => [name, environment[name] ?? '']);
  return parseModelKeys(JSON.stringify(Object.fromEntries(found)));
};

/** Returns the keys of services that fetch pages in an environment. */
export const fetcherKeysIn = (environment: Readonly<Record<string, string | undefined>>): FetcherKeys => {
  const found = Object.entries(fetcherKeyVariables).map(([name, service]) => [
    service,
    environment[name] ?? '',
  ]);
  return parseFetcherKeys(JSON.stringify(Object.fromEntries(found)));
};

/** Puts keys into a secret of the stack, as an operator does; into none if the stack has no such secret. */
const installKeys = async (runtime: Runtime, output: string, keys: object): Promise<void> => {
  const secret = runtime.plan.outputs[output];
  if (secret === undefined) return;
  const client = patientClient(awsClient(runtime.endpoints.cloud, runtime.credentials));
  try {
    await client.call('AmazonSSM.PutParameter', {
      Name: secret,
      Value: JSON.stringify(keys),
      Type: 'SecureString',
      Overwrite: true,
    });
  } finally {
    client.close();
  }
};

/** Puts the keys of models into the stack's secret. Without keys no model is asked. */
export const installModelKeys = async (runtime: Runtime, keys: ModelKeys): Promise<void> => {
  await installKeys(runtime, 'ModelKeysSecret', keys);
};

/** Puts the keys of services that fetch pages into the stack's secret. */
export const installFetcherKeys = async (runtime: Runtime, keys: FetcherKeys): Promise<void> => {
  await installKeys(runtime, 'FetcherKeysSecret', keys);
};
