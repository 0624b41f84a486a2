import { keyVariables, parseModelKeys, type ModelKeys } from '../lib/extract/llm/model-keys.ts';
import { awsClient } from './runtime/aws-request.ts';
import { patientClient } from './runtime/try-again.ts';
import type { Runtime } from './runtime/start-runtime.ts';

/** Returns the keys in an environment; several are separated by commas. */
export const modelKeysIn = (environment: Readonly<Record<string, string | undefined>>): ModelKeys => {
  const found = Object.keys(keyVariables).map((name) => [name, environment[name] ?? '']);
  return parseModelKeys(JSON.stringify(Object.fromEntries(found)));
};

/** Puts the keys into the stack's secret, as an operator does. Without keys no model is asked. */
export const installModelKeys = async (runtime: Runtime, keys: ModelKeys): Promise<void> => {
  const secret = runtime.plan.outputs['ModelKeysSecret'];
  if (secret === undefined) return;
  const client = patientClient(awsClient(runtime.endpoints.cloud, runtime.credentials));
  try {
    await client.call('secretsmanager.PutSecretValue', {
      SecretId: secret,
      SecretString: JSON.stringify(keys),
    });
  } finally {
    client.close();
  }
};
