import { PutSecretValueCommand, type SecretsManagerClient } from '@aws-sdk/client-secrets-manager';

/** Replaces a secret's text. Needs no permission to read it. */
export const putSecret = async (client: SecretsManagerClient, arn: string, text: string): Promise<void> => {
  await client.send(new PutSecretValueCommand({ SecretId: arn, SecretString: text }));
};
