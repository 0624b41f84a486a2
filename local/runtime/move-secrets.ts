import { missingVersions } from '../../lib/keys/missing-versions.ts';
import type { Plan } from '../template/plan.ts';
import { AwsRequestError, type AwsClient } from './aws-request.ts';

/** The variables that name a function's secrets, and the names that releases up to 0.1.0 had in Secrets Manager. */
const moved = {
  KEY_SECRET_NAME: 'key-secret',
  HEADER_SECRET_NAME: 'header-secret',
  MODEL_KEYS_NAME: 'model-keys',
} as const;

const find = async (cloud: AwsClient, target: string, input: object, absent: string) => {
  try {
    return await cloud.call(target, input);
  } catch (error) {
    if (error instanceof AwsRequestError && error.code === absent) return null;
    throw error;
  }
};

/** Reads a version of a secret in the old place; null if there is none. */
const readOld = async (cloud: AwsClient, secret: string, stage: string): Promise<string | null> => {
  const asked = { SecretId: secret, VersionStage: stage };
  const found = await find(cloud, 'secretsmanager.GetSecretValue', asked, 'ResourceNotFoundException');
  const text = found?.['SecretString'];
  return typeof text === 'string' ? text : null;
};

interface Parameter {
  readonly Value: string;
  readonly Version: number;
}

/** Reads a version of a parameter, the present one without a number; null if there is none. */
const readParameter = async (cloud: AwsClient, name: string, version?: number): Promise<Parameter | null> => {
  const asked = { Name: version === undefined ? name : `${name}:${version}`, WithDecryption: true };
  const absent = version === undefined ? 'ParameterNotFound' : 'ParameterVersionNotFound';
  const found = await find(cloud, 'AmazonSSM.GetParameter', asked, absent);
  return (found?.['Parameter'] as Parameter | undefined) ?? null;
};

/** Reads the present version of a parameter and the one before it; none if there is no parameter. */
const readVersions = async (cloud: AwsClient, name: string): Promise<readonly string[]> => {
  const present = await readParameter(cloud, name);
  if (present === null) return [];
  const before = present.Version === 1 ? null : await readParameter(cloud, name, present.Version - 1);
  return before === null ? [present.Value] : [present.Value, before.Value];
};

/**
 * Puts the secrets of a data directory of release 0.1.0 where this release looks for them, with their versions before:
 * its API keys and the headers that it sealed belong to them. Secrets that there are already stay, unless an earlier
 * start ended before it had put the present version.
 */
export const moveSecrets = async (plan: Plan, cloud: AwsClient): Promise<void> => {
  for (const [variable, old] of Object.entries(moved)) {
    const name = plan.functions.flatMap(({ environment }) => environment[variable] ?? [])[0];
    if (name === undefined) continue;
    const missing = missingVersions(await readVersions(cloud, name), {
      previous: await readOld(cloud, old, 'AWSPREVIOUS'),
      current: await readOld(cloud, old, 'AWSCURRENT'),
    });
    for (const text of missing) {
      const secret = { Name: name, Value: text, Type: 'SecureString', Overwrite: true };
      await cloud.call('AmazonSSM.PutParameter', secret);
    }
  }
};
