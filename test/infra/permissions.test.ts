import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { functionSpecs } from '../../infra/functions.ts';
import { permissionsOfRole, wildcards } from './least-privilege.ts';
import { findFunction, ofType, synthesise, target } from './synthesise.ts';

const embedder = { provider: 'bedrock', model: 'amazon.titan-embed-text-v2:0', dimensions: 512 };
const template = synthesise({ llm: { providers: {}, prices: {}, embedder }, corpus: 'main,s3-vectors' });

const permissions = (name: string): string[] =>
  permissionsOfRole(template, target(findFunction(template, name)[1].Properties['Role']) ?? '');

/** Permissions without the hash that CDK adds to a logical id. */
const readable = (name: string, service: string): string[] =>
  permissions(name)
    .filter((it) => it.startsWith(`${service}:`))
    .map((it) => it.replaceAll(/<(\w+?)[0-9A-F]{8}\.(?:Arn)>/g, '$1'));

test('no policy allows more by a wildcard than the objects under a listed prefix', () => {
  expect(wildcards(template)).toEqual([]);
});

test('the check finds a wildcard action, a wildcard resource and a prefix that is not listed', () => {
  const policy = (Action: string, Resource: unknown) => ({
    Resources: {
      P: {
        Type: 'AWS::IAM::Policy',
        Properties: { PolicyDocument: { Statement: [{ Effect: 'Allow', Action, Resource }] } },
      },
    },
    Outputs: {},
  });
  expect(wildcards(policy('sqs:*', 'arn:aws:sqs:::q'))).toEqual(['P: sqs:*']);
  expect(wildcards(policy('sqs:SendMessage', '*'))).toEqual(['P: *']);
  const whole = { 'Fn::Join': ['', [{ 'Fn::GetAtt': ['Bucket', 'Arn'] }, '/*']] };
  expect(wildcards(policy('s3:GetObject', whole))).toEqual(['P: <Bucket.Arn>/*']);
});

test('each function has a role of its own, with no managed policy', () => {
  const roles = ofType(template, 'AWS::Lambda::Function').map(([, it]) => target(it.Properties['Role']));
  expect(new Set(roles).size).toBe(functionSpecs.length);
  for (const role of roles) {
    expect(template.Resources[role ?? '']?.Properties['ManagedPolicyArns']).toBeUndefined();
  }
});

const secretArn = (name: string): string =>
  `arn:<AWS::Partition>:ssm:<AWS::Region>:<AWS::AccountId>:parameter/Gleaner/${name}`;

test('a function sends to just the queues of its row, and reads a secret only if its row says so', () => {
  for (const spec of functionSpecs) {
    const sends = readable(spec.name, 'sqs').filter((it) => it.startsWith('sqs:SendMessage'));
    expect(sends, spec.name).toHaveLength(spec.sendsTo.length + (spec.handsOverGivenUp === true ? 1 : 0));
    expect(permissions(spec.name).filter((it) => /^(?:ssm|secretsmanager):/.test(it))).toEqual(
      [
        ...(spec.headerSecret === 'reads' ? ['GetParameter header-secret'] : []),
        ...(spec.readsKeySecret ? ['GetParameter key-secret'] : []),
        ...(spec.readsModelKeys ? ['GetParameter model-keys'] : []),
        ...(spec.headerSecret === 'makes' ? ['PutParameter header-secret'] : []),
        ...(spec.makesKeySecret === true ? ['PutParameter key-secret'] : []),
      ].map((grant) => {
        const [action, name = ''] = grant.split(' ');
        return `ssm:${action} ${secretArn(name)}`;
      }),
    );
  }
});

test('nobody reads the secret that opens headers of callers but those that send them', () => {
  const opens = functionSpecs
    .map(({ name }) => name)
    .filter((name) =>
      permissions(name).some((it) => it === `ssm:GetParameter ${secretArn('header-secret')}`),
    );
  expect(opens).toEqual(['fetch-pages', 'render-pages', 'deliver-webhooks']);
});

test(
  'objects are reached by prefix: fetch-pages writes envelopes and nothing else, the api writes requests ' +
    'and uploads only',
  () => {
    expect(readable('fetch-pages', 's3')).toEqual([
      's3:GetObject Envelopes/kept/*',
      's3:GetObject Envelopes/staged/*',
      's3:GetObject Envelopes/uploads/*',
      's3:ListBucket Envelopes',
      's3:PutObject Envelopes/drafts/*',
      's3:PutObject Envelopes/kept/*',
      's3:PutObject Envelopes/reread/*',
      's3:PutObject Envelopes/staged/*',
    ]);
    expect(readable('extract-pages', 's3')).toEqual([
      's3:GetObject Envelopes/drafts/*',
      's3:GetObject Envelopes/kept/*',
      's3:GetObject Envelopes/staged/*',
      's3:ListBucket Envelopes',
      's3:PutObject Envelopes/kept/*',
      's3:PutObject Envelopes/staged/*',
    ]);
    expect(readable('api', 's3').filter((it) => it.startsWith('s3:PutObject'))).toEqual([
      's3:PutObject Envelopes/uploads/*',
      's3:PutObject Results/requests/*',
    ]);
    expect(readable('bury-dead-letters', 's3')).toEqual([]);
    expect(readable('manage-keys', 's3')).toEqual([]);
  },
);

test('an embedder of Bedrock may be invoked by those who embed, and no other model; without one nobody may', () => {
  const invoking = functionSpecs.filter(({ name }) => readable(name, 'bedrock').length > 0);
  expect(invoking.map(({ name }) => name)).toEqual(['ingest-envelopes', 'search-corpus']);
  expect(readable('search-corpus', 'bedrock')).toEqual([
    expect.stringMatching(/^bedrock:InvokeModel .*foundation-model\/amazon\.titan-embed-text-v2:0$/),
  ]);
  const none = ofType(synthesise(), 'AWS::IAM::Policy').filter(([, it]) =>
    JSON.stringify(it).includes('bedrock'),
  );
  expect(none).toEqual([]);
});

test('vectors in Amazon S3 Vectors are put by one function and searched by another, where the corpus says so', () => {
  expect(ofType(template, 'AWS::S3Vectors::VectorBucket')).toHaveLength(1);
  const allowed = functionSpecs.flatMap(({ name }) =>
    permissions(name)
      .filter((it) => it.startsWith('s3vectors:'))
      .map((it) => `${name} ${it}`),
  );
  const indexes = '<Vectors.VectorBucketArn>/index/*';
  expect(allowed.toSorted()).toEqual([
    `ingest-envelopes s3vectors:CreateIndex ${indexes}`,
    `ingest-envelopes s3vectors:DeleteVectors ${indexes}`,
    `ingest-envelopes s3vectors:PutVectors ${indexes}`,
    `search-corpus s3vectors:DeleteIndex ${indexes}`,
    `search-corpus s3vectors:GetVectors ${indexes}`,
    'search-corpus s3vectors:ListIndexes <Vectors.VectorBucketArn>',
    `search-corpus s3vectors:QueryVectors ${indexes}`,
  ]);
  for (const corpus of ['main', 'main,qdrant', undefined])
    expect(JSON.stringify(synthesise({ corpus }))).not.toMatch(/s3vectors|VECTOR_BUCKET/i);
});

test('a function that reads objects is told when there is none: without s3:ListBucket, S3 answers 403', () => {
  for (const spec of functionSpecs) {
    for (const [bucket, access] of [
      ['Envelopes', spec.envelopes],
      ['Results', spec.results],
      ['Corpora', spec.corpora],
    ] as const) {
      const reads = access.some(({ may }) => may.includes('read'));
      expect(readable(spec.name, 's3').includes(`s3:ListBucket ${bucket}`), `${spec.name} ${bucket}`).toBe(
        reads,
      );
    }
  }
});

/** What each command of the AWS SDK that lib/ sends needs to be allowed. */
const actionsOf: Readonly<Record<string, readonly string[]>> = {
  BatchGet: ['dynamodb:BatchGetItem'],
  BatchWrite: ['dynamodb:BatchWriteItem'],
  Delete: ['dynamodb:DeleteItem'],
  Get: ['dynamodb:GetItem'],
  CreateIndex: ['s3vectors:CreateIndex'],
  DeleteIndex: ['s3vectors:DeleteIndex'],
  DeleteObject: ['s3:DeleteObject'],
  DeleteVectors: ['s3vectors:DeleteVectors'],
  GetObject: ['s3:GetObject'],
  GetObjectTagging: ['s3:GetObjectTagging'],
  GetQueueAttributes: ['sqs:GetQueueAttributes'],
  GetVectors: ['s3vectors:GetVectors'],
  GetParameter: ['ssm:GetParameter'],
  PutParameter: ['ssm:PutParameter'],
  InvokeModel: ['bedrock:InvokeModel'],
  ListIndexes: ['s3vectors:ListIndexes'],
  ListObjectsV2: ['s3:ListBucket'],
  Put: ['dynamodb:PutItem'],
  PutEvents: ['events:PutEvents'],
  PutObject: ['s3:PutObject'],
  PutObjectTagging: ['s3:PutObjectTagging'],
  PutVectors: ['s3vectors:PutVectors'],
  QueryVectors: ['s3vectors:QueryVectors'],
  Query: ['dynamodb:Query'],
  Scan: ['dynamodb:Scan'],
  SendMessage: ['sqs:SendMessage'],
  SendMessageBatch: ['sqs:SendMessage'],
  TransactGet: ['dynamodb:GetItem'],
  TransactWrite: [
    'dynamodb:ConditionCheckItem',
    'dynamodb:DeleteItem',
    'dynamodb:PutItem',
    'dynamodb:UpdateItem',
  ],
  Update: ['dynamodb:UpdateItem'],
};

/** What a person's own rights do to an account, from the command line: no function calls it. */
const byPeople = /^(?:account|backup)\//;

test('every command that lib/store sends is known here, and some function may send it', () => {
  const folder = join(import.meta.dirname, '../../lib/store');
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !byPeople.test(name),
  );
  const commands = new Set(
    sources.flatMap((name) =>
      [...readFileSync(join(folder, name), 'utf8').matchAll(/new (\w+)Command\(/g)].map((it) => it[1] ?? ''),
    ),
  );
  const allowed = new Set(
    functionSpecs.flatMap(({ name }) => permissions(name).map((it) => it.split(' ')[0])),
  );
  expect(commands.size).toBeGreaterThan(8);
  for (const command of commands) {
    expect(
      actionsOf[command],
      `add ${command} to the table in this file and to infra/permissions.ts`,
    ).toBeDefined();
    for (const action of actionsOf[command] ?? []) expect(allowed, command).toContain(action);
  }
});
