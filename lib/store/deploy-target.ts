import { DynamoDBClient } from '@aws-sdk/client-dynamodb';

/**
 * The region and credentials of a person's own AWS settings. A missing one is undefined, and the credentials say why.
 */
export interface DeployTarget {
  readonly region: string | undefined;
  readonly credentials:
    | { readonly ok: true; readonly accessKeyId: string }
    | { readonly ok: false; readonly why: string };
}

const fallback = 'no-region';

/**
 * Resolves region and credentials as every AWS tool does: environment, profiles, single sign-on, instance roles. Calls
 * no service of the account.
 */
export const findDeployTarget = async (): Promise<DeployTarget> => {
  const client = new DynamoDBClient({});
  // Without a region the SDK cannot sign in: a client with a region is needed for that.
  const region = await client.config.region().catch(() => undefined);
  const provider = region === undefined ? new DynamoDBClient({ region: fallback }) : client;
  try {
    const { accessKeyId } = await provider.config.credentials();
    return { region, credentials: { ok: true, accessKeyId } };
  } catch (error) {
    return { region, credentials: { ok: false, why: (error as Error).message } };
  } finally {
    client.destroy();
    provider.destroy();
  }
};
