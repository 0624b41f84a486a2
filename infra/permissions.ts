import { Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Bucket, CfnBucket } from 'aws-cdk-lib/aws-s3';
import type { CfnVectorBucket } from 'aws-cdk-lib/aws-s3vectors';
import {
  partitionKinds,
  dueSourcesValue,
  openJobsIndex,
  openWebhooksValue,
  type PartitionKind,
} from '../lib/keys/table-keys.ts';
import type { ModelSettings } from '../lib/extract/llm/model-settings.ts';
import { chooseEmbedder } from '../lib/ingest/embed/choose-embedder.ts';
import type { FunctionSpec, ObjectAccess } from './function-spec.ts';
import type { StackStores } from './make-stores.ts';
import type { QueueName } from './queues.ts';

const readActions = ['dynamodb:BatchGetItem', 'dynamodb:GetItem', 'dynamodb:Query'];
/**
 * TransactWriteItems has no permission of its own: each of its parts needs the action it stands for (DynamoDB, "Using
 * IAM with transactions").
 */
const writeActions = [
  'dynamodb:BatchWriteItem',
  'dynamodb:ConditionCheckItem',
  'dynamodb:DeleteItem',
  'dynamodb:PutItem',
  'dynamodb:UpdateItem',
];

/**
 * Restricts actions to kinds of items, so that an attacker in a function can read and write no others. Every one of the
 * actions names its partitions, of which one request may have several (DynamoDB, "Using IAM policy conditions for
 * fine-grained access control").
 */
const onItems = (actions: string[], resource: string, partitions: readonly string[]): PolicyStatement[] =>
  partitions.length === 0
    ? []
    : [
        new PolicyStatement({
          actions,
          resources: [resource],
          conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': partitions } },
        }),
      ];

const tableStatements = (spec: FunctionSpec, { table }: StackStores): PolicyStatement[] => {
  const patterns = (kinds: readonly PartitionKind[]): string[] => kinds.map((kind) => partitionKinds[kind]);
  const index = `${table.tableArn}/index/${openJobsIndex.name}`;
  const listed = spec.listsOpenJobs ? [openJobsIndex.value, openWebhooksValue, dueSourcesValue] : [];
  return [
    ...onItems(readActions, table.tableArn, patterns(spec.reads)),
    ...onItems(writeActions, table.tableArn, patterns(spec.writes)),
    ...onItems(['dynamodb:Query'], index, listed),
  ];
};

const objectActions = {
  read: ['s3:GetObject'],
  write: ['s3:PutObject'],
  delete: ['s3:DeleteObject'],
  confirm: ['s3:GetObjectTagging', 's3:PutObjectTagging'],
} as const;

const bucketStatements = (bucket: Bucket, access: readonly ObjectAccess[]): PolicyStatement[] => {
  const statements = access.map(
    ({ prefix, may }) =>
      new PolicyStatement({
        actions: may.flatMap((right) => objectActions[right]),
        resources: [bucket.arnForObjects(`${prefix}*`)],
      }),
  );
  // Without it S3 answers 403 instead of 404 for a missing object ("GetObject", Permissions).
  const reads = access.some(({ may }) => may.includes('read'));
  const list = new PolicyStatement({ actions: ['s3:ListBucket'], resources: [bucket.bucketArn] });
  return reads ? [...statements, list] : statements;
};

/**
 * Returns why the wildcards are there, under cdk-nag's name for each. Keys of objects hold dates and hashes, so a grant
 * can name their prefix only.
 */
export const wildcardReasons = (spec: FunctionSpec, stores: StackStores): Record<string, string> => {
  const idOf = (bucket: Bucket): string =>
    Stack.of(bucket).getLogicalId(bucket.node.defaultChild as CfnBucket);
  const vectorsId = (bucket: CfnVectorBucket): string => Stack.of(bucket).getLogicalId(bucket);
  const reasons = (bucket: Bucket, access: readonly ObjectAccess[]): [string, string][] =>
    access.map(({ prefix, may }) => [
      `AwsSolutions-IAM5[Resource::<${idOf(bucket)}.Arn>/${prefix}*]`,
      `${spec.name} may ${may.join(' and ')} objects under ${prefix}, whose keys hold dates and hashes.`,
    ]);
  return Object.fromEntries([
    ...reasons(stores.envelopes, spec.envelopes),
    ...reasons(stores.results, spec.results),
    ...reasons(stores.sources, spec.sources),
    ...(stores.corpora === null ? [] : reasons(stores.corpora, spec.corpora)),
    ...(stores.vectors === null || spec.vectors === undefined
      ? []
      : [
          [
            `AwsSolutions-IAM5[Resource::<${vectorsId(stores.vectors)}.VectorBucketArn>/index/*]`,
            `${spec.name} ${spec.vectors} vectors in the indexes of the corpus, one for each embedder.`,
          ] as const,
        ]),
  ]);
};

/**
 * Returns the permission to call Bedrock's embedder, which needs no key: for the one model that the deployment names.
 */
const embedderStatements = ({ table }: StackStores, llm: ModelSettings | undefined): PolicyStatement[] => {
  const choice = llm === undefined ? null : chooseEmbedder(llm);
  if (choice === null || choice.baseUrl !== null) return [];
  const model = Stack.of(table).formatArn({
    service: 'bedrock',
    account: '',
    resource: 'foundation-model',
    resourceName: choice.model,
  });
  return [new PolicyStatement({ actions: ['bedrock:InvokeModel'], resources: [model] })];
};

/** Indexes of vectors: one for each embedder, made with its first vector. */
const indexesIn = ({ attrVectorBucketArn }: CfnVectorBucket): string => `${attrVectorBucketArn}/index/*`;

const vectorStatements = (
  { vectors: use }: FunctionSpec,
  { vectors: bucket }: StackStores,
): PolicyStatement[] => {
  if (use === undefined || bucket === null) return [];
  const onIndexes = {
    puts: ['CreateIndex', 'DeleteVectors', 'PutVectors'],
    searches: ['DeleteIndex', 'GetVectors', 'QueryVectors'],
  }[use];
  const statement = (names: readonly string[], resource: string): PolicyStatement =>
    new PolicyStatement({ actions: names.map((name) => `s3vectors:${name}`), resources: [resource] });
  return [
    statement(onIndexes, indexesIn(bucket)),
    // A function that deletes a corpus lists its indexes.
    ...(use === 'searches' ? [statement(['ListIndexes'], bucket.attrVectorBucketArn)] : []),
  ];
};

/**
 * Returns permissions for the secret that opens headers, and for its key of KMS if it has one: for that secret only,
 * through Parameter Store. Writing a new version needs no right to decrypt. The account's own key for parameters needs
 * no grant: it serves whoever may read the parameter ("AWS Systems Manager User Guide", Restricting access to Parameter
 * Store parameters using IAM policies).
 */
const headerSecretStatements = (
  { headerSecret: use }: FunctionSpec,
  { headerSecret, headersKey, table }: StackStores,
): PolicyStatement[] => {
  if (use === undefined) return [];
  const [action, keyAction] = {
    reads: ['ssm:GetParameter', 'kms:Decrypt'] as const,
    makes: ['ssm:PutParameter', 'kms:Encrypt'] as const,
  }[use];
  const reaches = new PolicyStatement({ actions: [action], resources: [headerSecret.arn] });
  if (headersKey === null) return [reaches];
  const asksKey = new PolicyStatement({
    actions: [keyAction],
    resources: [headersKey.keyArn],
    conditions: {
      StringEquals: {
        'kms:ViaService': `ssm.${Stack.of(table).region}.amazonaws.com`,
        'kms:EncryptionContext:PARAMETER_ARN': headerSecret.arn,
      },
    },
  });
  return [reaches, asksKey];
};

/** Returns permissions for the other secrets: the key of API keys, and the keys of models and of services. */
const secretStatements = (
  spec: FunctionSpec,
  { keySecret, modelKeys, fetcherKeys }: StackStores,
): PolicyStatement[] => {
  const may = (actions: string[], { arn }: StackStores['keySecret']): PolicyStatement =>
    new PolicyStatement({ actions, resources: [arn] });
  return [
    ...(spec.readsModelKeys ? [may(['ssm:GetParameter'], modelKeys)] : []),
    ...(spec.readsFetcherKeys && fetcherKeys !== null ? [may(['ssm:GetParameter'], fetcherKeys)] : []),
    ...(spec.readsKeySecret ? [may(['ssm:GetParameter'], keySecret)] : []),
    ...(spec.makesKeySecret === true ? [may(['ssm:PutParameter'], keySecret)] : []),
  ];
};

/** Returns exactly the permissions in the function's row of the table, on exactly the resources that the row names. */
export const listPermissions = (
  spec: FunctionSpec,
  stores: StackStores,
  queueArns: Readonly<Record<QueueName, string>>,
  llm?: ModelSettings,
): PolicyStatement[] => {
  const onQueues = (action: string, names: readonly QueueName[]): PolicyStatement[] =>
    names.length === 0
      ? []
      : [new PolicyStatement({ actions: [action], resources: names.map((name) => queueArns[name]) })];
  return [
    ...tableStatements(spec, stores),
    ...bucketStatements(stores.envelopes, spec.envelopes),
    ...bucketStatements(stores.results, spec.results),
    ...bucketStatements(stores.sources, spec.sources),
    ...(stores.corpora === null ? [] : bucketStatements(stores.corpora, spec.corpora)),
    ...onQueues('sqs:SendMessage', spec.sendsTo),
    ...onQueues('sqs:GetQueueAttributes', spec.measures),
    ...(spec.putsEvents
      ? [
          new PolicyStatement({
            actions: ['events:PutEvents'],
            resources: [
              Stack.of(stores.table).formatArn({
                service: 'events',
                resource: 'event-bus',
                resourceName: 'default',
              }),
            ],
          }),
        ]
      : []),
    ...(spec.embeds ? embedderStatements(stores, llm) : []),
    ...vectorStatements(spec, stores),
    ...headerSecretStatements(spec, stores),
    ...secretStatements(spec, stores),
  ];
};
