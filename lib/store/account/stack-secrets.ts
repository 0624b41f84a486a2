import {
  GetSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { DeleteParametersCommand, SSMClient } from '@aws-sdk/client-ssm';
import { missingVersions } from '../../keys/missing-versions.ts';
import { secretName, stackSecrets } from '../../keys/stack-secret.ts';
import { findSecretVersions } from '../keys/get-secret.ts';
import { putSecret } from '../keys/put-secret.ts';
import type { StandingResource } from './read-stack.ts';

/** The secrets that releases up to 0.1.0 had in Secrets Manager, by their logical ids. */
const movedSecrets = {
  KeySecret: 'key-secret',
  HeaderSecret: 'header-secret',
  ModelKeys: 'model-keys',
} as const;

/** Clients of the account, with the person's own rights. */
export interface SecretClients {
  readonly vault: SecretsManagerClient;
  readonly parameters: SSMClient;
}

export const openSecretClients = (): SecretClients => ({
  vault: new SecretsManagerClient({}),
  parameters: new SSMClient({}),
});

const read = async (vault: SecretsManagerClient, id: string, stage: string): Promise<string | null> => {
  try {
    const asked = new GetSecretValueCommand({ SecretId: id, VersionStage: stage });
    return (await vault.send(asked)).SecretString ?? null;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return null;
    throw error;
  }
};

/**
 * Copies the secrets that a stack still has in Secrets Manager to the parameters where its functions will look for
 * them, each with the version before it. CloudFormation deletes some of them in the deployment that follows. A
 * parameter that there is already stays, unless an earlier copy ended before its present version.
 *
 * @returns Names of the parameters that were made.
 */
export const copyStackSecrets = async (
  { vault, parameters }: SecretClients,
  stack: string,
  standing: readonly StandingResource[],
): Promise<readonly string[]> => {
  const made: string[] = [];
  for (const [logicalId, secret] of Object.entries(movedSecrets)) {
    const old = standing.find(
      (it) => it.type === 'AWS::SecretsManager::Secret' && it.logicalId.startsWith(logicalId),
    );
    if (old === undefined) continue;
    const name = secretName(stack, secret);
    const missing = missingVersions(await findSecretVersions(parameters, name), {
      previous: await read(vault, old.physicalId, 'AWSPREVIOUS'),
      current: await read(vault, old.physicalId, 'AWSCURRENT'),
    });
    for (const text of missing) await putSecret(parameters, name, text);
    if (missing.length > 0) made.push(name);
  }
  return made;
};

/** Deletes the secrets of a stack, which CloudFormation does not know. */
export const deleteStackSecrets = async ({ parameters }: SecretClients, stack: string): Promise<void> => {
  const names = stackSecrets.map((secret) => secretName(stack, secret));
  await parameters.send(new DeleteParametersCommand({ Names: names }));
};
