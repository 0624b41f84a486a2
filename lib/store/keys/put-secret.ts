import { ParameterAlreadyExists, PutParameterCommand, type SSMClient } from '@aws-sdk/client-ssm';

/**
 * Replaces a secret's text, or makes the secret. Needs no permission to read it.
 *
 * @param keyId The key of KMS that encrypts it; without it the account's own key for parameters.
 */
export const putSecret = async (
  client: SSMClient,
  name: string,
  text: string,
  keyId?: string,
): Promise<void> => {
  await client.send(
    new PutParameterCommand({
      Name: name,
      Value: text,
      Type: 'SecureString',
      Overwrite: true,
      ...(keyId === undefined ? {} : { KeyId: keyId }),
    }),
  );
};

/** Makes a secret unless there is one. Of several that make it at the same time, one wins: true for that one. */
export const makeSecret = async (client: SSMClient, name: string, text: string): Promise<boolean> => {
  try {
    await client.send(new PutParameterCommand({ Name: name, Value: text, Type: 'SecureString' }));
    return true;
  } catch (error) {
    if (error instanceof ParameterAlreadyExists) return false;
    throw error;
  }
};
