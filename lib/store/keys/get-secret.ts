import {
  GetSecretValueCommand,
  ResourceNotFoundException,
  type SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { Outage } from '../../outage.ts';

/** Reads a secret's text. The message of an error names the secret, never its value. */
export const getSecret = async (client: SecretsManagerClient, arn: string): Promise<string> => {
  const answer = await client.send(new GetSecretValueCommand({ SecretId: arn }));
  if (answer.SecretString === undefined) throw new Outage(`Cannot read the secret ${arn}: it holds no text`);
  return answer.SecretString;
};

/**
 * Reads the version before a secret's present one. Secrets Manager keeps it as `AWSPREVIOUS` when a new value is put
 * ("PutSecretValue", VersionStages). Null if there is none.
 */
export const getPreviousSecret = async (
  client: SecretsManagerClient,
  arn: string,
): Promise<string | null> => {
  const previous = new GetSecretValueCommand({ SecretId: arn, VersionStage: 'AWSPREVIOUS' });
  try {
    return (await client.send(previous)).SecretString ?? null;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return null;
    throw error;
  }
};

/** Reads a secret once for a sandbox. If it cannot be read, the next call tries again. */
export const rememberSecret = (client: SecretsManagerClient, arn: string): (() => Promise<string>) => {
  let kept: Promise<string> | undefined;
  return () => {
    kept ??= getSecret(client, arn).catch((error: unknown) => {
      kept = undefined;
      throw error;
    });
    return kept;
  };
};
