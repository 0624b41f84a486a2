import { Duration, Fn, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { AttributeType, BillingMode, ProjectionType, Table } from 'aws-cdk-lib/aws-dynamodb';
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import { CfnVectorBucket } from 'aws-cdk-lib/aws-s3vectors';
import { Key, type IKey } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import { confirmedTag, retentionDays, retentionPrefix } from '../lib/envelope/retention.ts';
import { keptDays } from '../lib/job/prices.ts';
import { retentionClasses } from '../lib/request/source/source-field.ts';
import type { CorpusPlace } from '../lib/ingest/corpus-setting.ts';
import { secretName, type StackSecret } from '../lib/keys/stack-secret.ts';
import { openJobsIndex, ttlAttribute } from '../lib/keys/table-keys.ts';
import { accept } from './accept.ts';

/**
 * A secret: a parameter of Systems Manager (`SecureString`). CloudFormation cannot make such a parameter, so the stack
 * names it, and grants it to those that use it.
 */
export interface SecretPlace {
  readonly name: string;
  readonly arn: string;
}

/** The resources that outlive an invocation. */
export interface StackStores {
  readonly table: Table;
  readonly envelopes: Bucket;
  readonly results: Bucket;
  readonly sources: Bucket;
  /** Null if the deployment names no corpus. */
  readonly corpora: Bucket | null;
  /** Null if no corpus has its vectors in Amazon S3 Vectors. */
  readonly vectors: CfnVectorBucket | null;
  readonly keySecret: SecretPlace;
  readonly headerSecret: SecretPlace;
  /** Encrypts that secret; null if the account's own key does. */
  readonly headersKey: IKey | null;
  readonly modelKeys: SecretPlace;
  /** Null if the deployment names no service that fetches pages. */
  readonly fetcherKeys: SecretPlace | null;
}

/**
 * Returns the removal policy: in production, resources with data outlive the stack. After a failed creation they hold
 * no data, and are removed.
 */
const removalOf = (keep: boolean): RemovalPolicy =>
  keep ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;

const makeTable = (scope: Construct, keep: boolean): Table => {
  const table = new Table(scope, 'Table', {
    partitionKey: { name: 'PK', type: AttributeType.STRING },
    sortKey: { name: 'SK', type: AttributeType.STRING },
    billingMode: BillingMode.PAY_PER_REQUEST,
    timeToLiveAttribute: ttlAttribute,
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
    // Not protected by the template: a failed creation has to remove it again. `gleaner deploy` protects the table of
    // production as soon as the stack exists.
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

/** Objects under a prefix, with a tag if there is one, that are removed so many days after they were put. */
interface ObjectExpiry {
  readonly prefix: string;
  readonly days: number;
  readonly tag?: { readonly name: string; readonly value: string };
}

/**
 * When envelopes expire: those of a class of retention only once ingestion has confirmed them. A draft is read within
 * its job's day, and so is a file that a client sent. Of rules that overlap S3 follows the earliest, so none may hold
 * for the whole bucket.
 */
const envelopeExpiries: readonly ObjectExpiry[] = [
  { prefix: 'staged/', days: keptDays.staged },
  { prefix: 'captures/', days: keptDays.captures },
  { prefix: 'reread/', days: keptDays.staged },
  { prefix: 'drafts/', days: keptDays.drafts },
  { prefix: 'uploads/', days: keptDays.uploads },
  ...retentionClasses.flatMap((retention) => {
    const days = retentionDays[retention];
    return days === null ? [] : [{ prefix: retentionPrefix(retention), days, tag: confirmedTag }];
  }),
];

const makeBucket = (
  scope: Construct,
  id: string,
  keep: boolean,
  expiries: readonly ObjectExpiry[],
): Bucket => {
  const bucket = new Bucket(scope, id, {
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
    encryption: BucketEncryption.S3_MANAGED,
    enforceSSL: true,
    lifecycleRules: [
      { abortIncompleteMultipartUploadAfter: Duration.days(1) },
      ...expiries.map(({ prefix, days, tag }) => ({
        prefix,
        expiration: Duration.days(days),
        ...(tag === undefined ? {} : { tagFilters: { [tag.name]: tag.value } }),
      })),
    ],
    // CloudFormation does not delete a bucket with objects, and emptying one would need a custom resource with a
    // function. `gleaner deploy --destroy` empties those that are deleted.
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

/** Makes a bucket of vectors; CloudFormation does not delete one that still has an index. */
const makeVectorBucket = (scope: Construct, keep: boolean): CfnVectorBucket => {
  const bucket = new CfnVectorBucket(scope, 'Vectors', { encryptionConfiguration: { sseType: 'AES256' } });
  bucket.applyRemovalPolicy(removalOf(keep));
  return bucket;
};

/** Returns its name, which no attribute has: the last part of its ARN. */
export const vectorBucketName = ({ attrVectorBucketArn }: CfnVectorBucket): string =>
  Fn.select(1, Fn.split('/', attrVectorBucketArn));

/**
 * Makes or finds the key of KMS that encrypts the secret for opening callers' headers. A function that opens headers
 * uses it once for each sandbox, through Parameter Store, and CloudTrail logs that. If the key is disabled, no new
 * sandbox can open headers.
 */
const makeHeadersKey = (scope: Construct, keep: boolean, wanted: string | undefined): IKey | null => {
  if (wanted === undefined) return null;
  if (wanted !== 'new') return Key.fromKeyArn(scope, 'HeadersKey', wanted);
  return new Key(scope, 'HeadersKey', {
    description: 'Encrypts the secret that opens the headers which callers gave for the sites they crawl.',
    enableKeyRotation: true,
    // Headers of sources stay sealed under the secret until the source is retired, and nothing opens them without it.
    removalPolicy: removalOf(keep),
  });
};

/** Returns where a secret of the stack is. */
const placeSecret = (scope: Construct, secret: StackSecret): SecretPlace => {
  const stack = Stack.of(scope);
  const name = secretName(stack.stackName, secret);
  return {
    name,
    arn: stack.formatArn({ service: 'ssm', resource: 'parameter', resourceName: name.slice(1) }),
  };
};

/**
 * Makes the table and the buckets, and names the secrets; with `keep`, resources with data stay when the stack is
 * destroyed.
 */
export const makeStores = (
  scope: Construct,
  keep: boolean,
  corpus: CorpusPlace | undefined,
  {
    keyOfHeaders,
    hasFetchers,
  }: { readonly keyOfHeaders?: string | undefined; readonly hasFetchers: boolean },
): StackStores => {
  return {
    table: makeTable(scope, keep),
    envelopes: makeBucket(scope, 'Envelopes', keep, envelopeExpiries),
    results: makeBucket(scope, 'Results', keep, [{ prefix: '', days: keptDays.results }]),
    // Questions about what a site said at some time come years later.
    sources: makeBucket(scope, 'Sources', keep, []),
    // A corpus stays until it is deleted, however long it gets no new pages.
    corpora: corpus === undefined ? null : makeBucket(scope, 'Corpora', keep, []),
    vectors: corpus === 's3-vectors' ? makeVectorBucket(scope, keep) : null,
    // Key of the HMAC under which API keys are stored; manage-keys makes it.
    keySecret: placeSecret(scope, 'key-secret'),
    // Opens the headers that callers gave for the sites they crawl, which are kept sealed; manage-keys makes it.
    headerSecret: placeSecret(scope, 'header-secret'),
    headersKey: makeHeadersKey(scope, keep, keyOfHeaders),
    // API keys of models, as JSON from provider to a list of keys; the operator makes it. Without it no model is asked,
    // and extraction answers only what pages say by themselves.
    modelKeys: placeSecret(scope, 'model-keys'),
    // Keys of services that fetch pages, as JSON from service to key; the operator makes it.
    fetcherKeys: hasFetchers ? placeSecret(scope, 'fetcher-keys') : null,
  };
};
