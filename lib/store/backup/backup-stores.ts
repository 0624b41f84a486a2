import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { readStack } from '../account/read-stack.ts';

/** The table and the buckets of one deployment, with clients that read and write them unchanged. */
export interface BackupStores {
  readonly items: DynamoDBClient;
  readonly table: string;
  readonly objects: S3Client;
  /** The buckets' names by their role, such as `envelopes`: names differ between deployments. */
  readonly buckets: Readonly<Record<string, string>>;
}

/** Where the services of a laptop listen, and with which credentials. */
export interface BackupEndpoints {
  readonly dynamodb: string;
  readonly s3: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
}

const triesMax = 8;

/** Opens the stores of a laptop. */
export const openLocalBackup = (
  { dynamodb, s3, credentials }: BackupEndpoints,
  { table, buckets }: Pick<BackupStores, 'table' | 'buckets'>,
): BackupStores => {
  const shared = { region: 'us-east-1', credentials, maxAttempts: triesMax };
  return {
    items: new DynamoDBClient({ ...shared, endpoint: dynamodb }),
    objects: new S3Client({ ...shared, endpoint: s3, forcePathStyle: true }),
    table,
    buckets,
  };
};

/** Returns the role of a resource, from its name in the template: `Envelopes16C6DCB9` is `envelopes`. */
const roleOf = (logicalId: string): string => logicalId.replace(/[0-9A-F]{8}$/, '').toLowerCase();

/**
 * Opens the stores of a stack in the AWS account that the environment names. Null if there is no such stack.
 *
 * @param table - another table than the stack's, such as one restored to a point in time.
 */
export const openStackBackup = async (
  stack: string,
  table: string | undefined,
): Promise<BackupStores | null> => {
  const standing = await readStack(stack);
  if (standing === null) return null;
  const own = standing.find(({ type }) => type === 'AWS::DynamoDB::Table')?.physicalId;
  if (own === undefined) throw new Error(`The stack ${stack} has no table`);
  const buckets = standing.filter(({ type }) => type === 'AWS::S3::Bucket');
  return {
    items: new DynamoDBClient({ maxAttempts: triesMax }),
    objects: new S3Client({ maxAttempts: triesMax }),
    table: table ?? own,
    buckets: Object.fromEntries(buckets.map(({ logicalId, physicalId }) => [roleOf(logicalId), physicalId])),
  };
};

export const closeBackup = ({ items, objects }: BackupStores): void => {
  items.destroy();
  objects.destroy();
};
