import { PutSecretValueCommand, type SecretsManagerClient } from '@aws-sdk/client-secrets-manager';

/** Replaces a secret's text. Whoever may do this need not be one who may read it. */
export const putSecret = async (client: SecretsManagerClient, arn: string, text: string): Promise<void> => {
  await client.send(new PutSecretValueCommand({ SecretId: arn, SecretString: text }));
};
