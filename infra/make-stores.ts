import { Duration, Fn, RemovalPolicy } from 'aws-cdk-lib';
import { AttributeType, BillingMode, ProjectionType, Table } from 'aws-cdk-lib/aws-dynamodb';
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import { CfnVectorBucket } from 'aws-cdk-lib/aws-s3vectors';
import { Key, type IKey } from 'aws-cdk-lib/aws-kms';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import type { CorpusPlace } from '../lib/ingest/corpus-setting.ts';
import { openJobsIndex, ttlAttribute } from '../lib/keys/table-keys.ts';
import { accept } from './accept.ts';

/** What outlives an invocation. */
export interface StackStores {
  readonly table: Table;
  readonly envelopes: Bucket;
  readonly results: Bucket;
  readonly sources: Bucket;
  /** Null where the deployment names no corpus. */
  readonly corpora: Bucket | null;
  /** Null where no corpus has its vectors in Amazon S3 Vectors. */
  readonly vectors: CfnVectorBucket | null;
  readonly keySecret: Secret;
  readonly headerSecret: Secret;
  /** Encrypts that secret; null where the account's own key does. */
  readonly headersKey: IKey | null;
  readonly modelKeys: Secret;
}

/** What holds data outlives the stack in production; but nothing outlives a create that failed, which holds none. */
const removalOf = (keep: boolean): RemovalPolicy =>
  keep ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;

const makeTable = (scope: Construct, keep: boolean): Table => {
  const table = new Table(scope, 'Table', {
    partitionKey: { name: 'PK', type: AttributeType.STRING },
    sortKey: { name: 'SK', type: AttributeType.STRING },
    billingMode: BillingMode.PAY_PER_REQUEST,
    timeToLiveAttribute: ttlAttribute,
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
    // Not protected by the template: a create that fails has to take it away again. `gleaner deploy` protects the
    // table of production as soon as the stack stands.
    removalPolicy: removalOf(keep),
  });
  table.addGlobalSecondaryIndex({
    indexName: openJobsIndex.name,
    partitionKey: { name: openJobsIndex.partition, type: AttributeType.STRING },
    sortKey: { name: openJobsIndex.sort, type: AttributeType.NUMBER },
    projectionType: ProjectionType.KEYS_ONLY,
  });
  return table;
};

const makeBucket = (
  scope: Construct,
  id: string,
  keep: boolean,
  expiration: Duration | null,
  sooner: Readonly<Record<string, Duration>> = {},
): Bucket => {
  const bucket = new Bucket(scope, id, {
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
    encryption: BucketEncryption.S3_MANAGED,
    enforceSSL: true,
    lifecycleRules: [
      {
        ...(expiration === null ? {} : { expiration }),
        abortIncompleteMultipartUploadAfter: Duration.days(1),
      },
      ...Object.entries(sooner).map(([prefix, after]) => ({ prefix, expiration: after })),
    ],
    // CloudFormation deletes no bucket that holds objects, and emptying one would take a custom resource with a
    // function: `gleaner deploy --destroy` empties those that go.
    removalPolicy: removalOf(keep),
  });
  accept(bucket, {
    'AwsSolutions-S1':
      'Only the roles of this stack reach the bucket, and it holds copies of public pages. Access logs ' +
      'would be a second bucket that grows with every page; CloudTrail data events answer the same ' +
      'question where an account needs it.',
  });
  return bucket;
};

/** A bucket of vectors; CloudFormation deletes none that still has an index. */
const makeVectorBucket = (scope: Construct, keep: boolean): CfnVectorBucket => {
  const bucket = new CfnVectorBucket(scope, 'Vectors', { encryptionConfiguration: { sseType: 'AES256' } });
  bucket.applyRemovalPolicy(removalOf(keep));
  return bucket;
};

/** Its name, which no attribute tells: the last part of its ARN. */
export const vectorBucketName = ({ attrVectorBucketArn }: CfnVectorBucket): string =>
  Fn.select(1, Fn.split('/', attrVectorBucketArn));

/**
 * The key of KMS under which the secret lies that opens callers' headers. Whoever opens headers asks it once for a
 * sandbox, by way of Secrets Manager, and CloudTrail has a line for that; where it is disabled, no sandbox that starts
 * opens any.
 */
const makeHeadersKey = (scope: Construct, wanted: string | undefined): IKey | null => {
  if (wanted === undefined) return null;
  if (wanted !== 'new') return Key.fromKeyArn(scope, 'HeadersKey', wanted);
  return new Key(scope, 'HeadersKey', {
    description: 'Encrypts the secret that opens the headers which callers gave for the sites they crawl.',
    enableKeyRotation: true,
    // Nothing that it keeps outlives a job; KMS waits thirty days before it deletes a key.
    removalPolicy: RemovalPolicy.DESTROY,
  });
};

/** Makes the table, the buckets and the secrets; with `keep`, what holds data stays when the stack is destroyed. */
export const makeStores = (
  scope: Construct,
  keep: boolean,
  corpus: CorpusPlace | undefined,
  keyOfHeaders?: string,
): StackStores => {
  const keySecret = new Secret(scope, 'KeySecret', {
    description: 'Key of the HMAC under which API keys are stored.',
    generateSecretString: { passwordLength: 64, excludePunctuation: true },
    // The table that stays keeps HMACs of API keys: without it none of them is ever known again.
    removalPolicy: removalOf(keep),
  });
  accept(keySecret, {
    'AwsSolutions-SMG4':
      'Every stored API key is an HMAC under this secret: rotating it would revoke them all at once. It ' +
      'never leaves four functions; keys are revoked one by one with manage-keys.',
  });
  const headersKey = makeHeadersKey(scope, keyOfHeaders);
  const headerSecret = new Secret(scope, 'HeaderSecret', {
    description: 'Opens the headers that callers gave for the sites they crawl, which are kept sealed.',
    ...(headersKey === null ? {} : { encryptionKey: headersKey }),
    generateSecretString: { passwordLength: 64, excludePunctuation: true },
  });
  accept(headerSecret, {
    'AwsSolutions-SMG4':
      'Headers are kept until their job ends, a day at most, and those of sources as long as their manifest: ' +
      'rotating it would fail the jobs that run. Whoever wants to has manage-keys make it anew ' +
      '(renew-header-secret), which publishes the public key that follows from it.',
  });
  // Filled by whoever deploys: without a key no model is asked, and extraction answers what pages say by themselves.
  const modelKeys = new Secret(scope, 'ModelKeys', {
    description: 'API keys of models, as JSON from provider to a list of keys: {"openai": ["sk-..."]}.',
    secretObjectValue: {},
  });
  accept(modelKeys, {
    'AwsSolutions-SMG4':
      'The keys are issued by the providers of models: only they can rotate them. A key that is refused ' +
      'is left alone, and the next one used.',
  });
  return {
    table: makeTable(scope, keep),
    // A draft is read within its job's day, and so is a file that a client sent.
    envelopes: makeBucket(scope, 'Envelopes', keep, Duration.days(90), {
      'drafts/': Duration.days(7),
      'uploads/': Duration.days(1),
    }),
    results: makeBucket(scope, 'Results', keep, Duration.days(30)),
    // What a site said at a time is asked years later.
    sources: makeBucket(scope, 'Sources', keep, null),
    // A corpus stays until it is deleted, however long nothing is added to it.
    corpora: corpus === undefined ? null : makeBucket(scope, 'Corpora', keep, null),
    vectors: corpus === 's3-vectors' ? makeVectorBucket(scope, keep) : null,
    keySecret,
    headerSecret,
    headersKey,
    modelKeys,
  };
};
