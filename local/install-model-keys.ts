import { awsClient } from './runtime/aws-request.ts';
import type { Runtime } from './runtime/start-runtime.ts';

/** Keys of models by the names of their providers, as the stack's secret holds them. */
export type ModelKeys = Readonly<Record<string, readonly string[]>>;

/** Environment variables in which a developer has keys; several are separated by commas. */
const variables = {
  OPENAI_API_KEY: 'openai',
  ANTHROPIC_API_KEY: 'anthropic',
  GOOGLE_API_KEY: 'google',
  GEMINI_API_KEY: 'google',
} as const;

/** The keys that stand in an environment. */
export const modelKeysIn = (environment: Readonly<Record<string, string | undefined>>): ModelKeys => {
  const keys: Record<string, string[]> = {};
  for (const [name, provider] of Object.entries(variables)) {
    const found = (environment[name] ?? '').split(/[\s,]+/).filter((key) => key !== '');
    if (found.length > 0) keys[provider] = [...(keys[provider] ?? []), ...found];
  }
  return keys;
};

/** Puts the keys into the stack's secret, as an operator does; without any, no model is asked. */
export const installModelKeys = async (runtime: Runtime, keys: ModelKeys): Promise<void> => {
  const secret = runtime.plan.outputs['ModelKeysSecret'];
  if (secret === undefined) return;
  const client = awsClient(runtime.endpoints.cloud);
  try {
    await client.call('secretsmanager.PutSecretValue', {
      SecretId: secret,
      SecretString: JSON.stringify(keys),
    });
  } finally {
    client.close();
  }
};
