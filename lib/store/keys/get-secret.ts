import {
  GetParameterCommand,
  ParameterNotFound,
  ParameterVersionNotFound,
  type SSMClient,
} from '@aws-sdk/client-ssm';
import { Outage } from '../../outage.ts';

/**
 * Secrets are parameters of Systems Manager (`SecureString`), each with a grant of its own: unlike secrets of Secrets
 * Manager they cost nothing. The message of an error names the secret, never its value.
 */
const readSecret = async (
  client: SSMClient,
  name: string,
): Promise<{ readonly text: string; readonly version: number }> => {
  const { Parameter: found } = await client.send(
    new GetParameterCommand({ Name: name, WithDecryption: true }),
  );
  if (found?.Value === undefined) throw new Outage(`Cannot read the secret ${name}: it holds no text`);
  return { text: found.Value, version: found.Version ?? 1 };
};

/** Reads a secret's text. */
export const getSecret = async (client: SSMClient, name: string): Promise<string> =>
  (await readSecret(client, name)).text;

/** Reads a secret that may not have been made yet; null if so. */
export const findSecret = async (client: SSMClient, name: string): Promise<string | null> => {
  try {
    return await getSecret(client, name);
  } catch (error) {
    if (error instanceof ParameterNotFound) return null;
    throw error;
  }
};

/**
 * Reads a secret's present version and the one before it, if there is one. Parameter Store keeps a hundred versions of
 * a parameter, which are read by number ("AWS Systems Manager User Guide", Working with parameter versions).
 */
export const getSecretVersions = async (client: SSMClient, name: string): Promise<readonly string[]> => {
  const { text, version } = await readSecret(client, name);
  if (version === 1) return [text];
  try {
    return [text, await getSecret(client, `${name}:${version - 1}`)];
  } catch (error) {
    if (error instanceof ParameterVersionNotFound) return [text];
    throw error;
  }
};

/** Reads the versions of a secret that may not have been made yet; none if so. */
export const findSecretVersions = async (client: SSMClient, name: string): Promise<readonly string[]> => {
  try {
    return await getSecretVersions(client, name);
  } catch (error) {
    if (error instanceof ParameterNotFound) return [];
    throw error;
  }
};

/** Reads a secret once for a sandbox. If it cannot be read, the next call tries again. */
export const rememberSecret = (read: () => Promise<string>): (() => Promise<string>) => {
  let kept: Promise<string> | undefined;
  return () => {
    kept ??= read().catch((error: unknown) => {
      kept = undefined;
      throw error;
    });
    return kept;
  };
};
