import { expect, test } from 'vitest';
import { objectCalls } from '../../local/calls/object-calls.ts';
import { tableCalls } from '../../local/calls/table-calls.ts';
import type { NotedCall } from '../../local/calls/call-log.ts';
import { judgeCalls } from './judge-calls.ts';
import type { StackPolicies, Statement } from './policies.ts';
import { synthesisePolicies } from './synthesise-policies.ts';
import { findUnusedGrants, grantText, listGrants } from './unused-grants.ts';
import { exceptions, staleExceptions } from './unused-on-purpose.ts';

const tableArn = 'arn:aws:dynamodb:us-east-1:000000000000:table/table';
const inTable = (action: string, input: Record<string, unknown>) =>
  tableCalls(action, input, (name) => `arn:aws:dynamodb:us-east-1:000000000000:table/${name}`);

const policiesOf = (...statements: Statement[]): StackPolicies => ({
  functions: new Map([['finish-job', statements]]),
  resources: new Map(),
});
const allow = (Action: string[], Resource: string, Condition?: Statement['Condition']): Statement => ({
  Effect: 'Allow',
  Action,
  Resource,
  ...(Condition === undefined ? {} : { Condition }),
});
const call = (
  action: string,
  resource: string,
  context: NotedCall['context'] = {},
  by = 'finish-job',
): NotedCall => ({ by, action, resource, context });

const verdicts = async (calls: readonly NotedCall[], policies: StackPolicies): Promise<string[]> =>
  (await judgeCalls(calls, policies)).map(({ verdict }) => verdict);

test('finish-job may read the envelope that holds an answer too large for the table, and no picture', async () => {
  const policies = synthesisePolicies();
  expect(
    await verdicts(
      [
        call('s3:GetObject', 'arn:aws:s3:::envelopes/staged/example.com/a.json'),
        call('s3:GetObject', 'arn:aws:s3:::envelopes/captures/a.png'),
      ],
      policies,
    ),
  ).toEqual(['allowed', 'denied']);
});

test('a function may do what its own role says, not what another role says', async () => {
  const policies = synthesisePolicies();
  const read = 'arn:aws:s3:::envelopes/uploads/a';
  expect(
    await verdicts(
      [
        call('s3:GetObject', read, {}, 'fetch-pages'),
        call('s3:GetObject', read),
        call('s3:GetObject', read, {}, 'nobody'),
      ],
      policies,
    ),
  ).toEqual(['allowed', 'denied', 'denied']);
});

test('partitions outside of dynamodb:LeadingKeys are denied, also as one part of a transaction', async () => {
  const policies = policiesOf(
    allow(['dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:ConditionCheckItem'], tableArn, {
      'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['J#*', 'H#*'] },
    }),
  );
  const parts = inTable('TransactWriteItems', {
    TransactItems: [
      { Put: { TableName: 'table', Item: { PK: { S: 'J#1' }, SK: { S: 'META' } } } },
      { ConditionCheck: { TableName: 'table', Key: { PK: { S: 'H#a' }, SK: { S: 'PACE' } } } },
      { Update: { TableName: 'table', Key: { PK: { S: 'K#1' }, SK: { S: 'KEY' } } } },
      { Delete: { TableName: 'table', Key: { PK: { S: 'J#1' }, SK: { S: 'META' } } } },
    ],
  });
  const calls = parts.map((part) => ({ ...part, by: 'finish-job' }));
  expect(await verdicts(calls, policies)).toEqual(['allowed', 'allowed', 'denied', 'denied']);
});

test('a bucket that refuses what is not encrypted on its way is not asked so, and its policy is judged', async () => {
  const policies = synthesisePolicies();
  const bucket = policies.resources.get('arn:aws:s3:::envelopes');
  expect(bucket).toBeDefined();
  const closed: StackPolicies = {
    ...policies,
    resources: new Map([
      [
        'arn:aws:s3:::envelopes',
        {
          Version: '2012-10-17',
          Statement: [
            { Effect: 'Deny', Principal: '*', Action: 's3:*', Resource: '*' } as unknown as Statement,
          ],
        },
      ],
    ]),
  };
  const read = call('s3:GetObject', 'arn:aws:s3:::envelopes/staged/a');
  expect([await verdicts([read], policies), await verdicts([read], closed)]).toEqual([
    ['allowed'],
    ['denied'],
  ]);
});

test('calls of one kind get the verdict that each of them gets alone', async () => {
  const policies = synthesisePolicies();
  const own = policies.functions.get('fetch-pages') ?? [];
  const keys = own.flatMap(({ Condition = {} }) =>
    Object.values(Condition).flatMap((row) => [row['dynamodb:LeadingKeys'] ?? []].flat()),
  );
  const near = keys.flatMap((key) => [
    key,
    key.replaceAll('*', 'a'),
    key.replaceAll('*', 'b'),
    key.slice(0, -2),
  ]);
  const table = own
    .flatMap(({ Resource }) => [Resource].flat())
    .find((arn) => arn.startsWith('arn:aws:dynamodb'));
  const calls = [
    ...near.map((key) =>
      call('dynamodb:PutItem', table ?? '', { 'dynamodb:LeadingKeys': [key] }, 'fetch-pages'),
    ),
    ...['staged/a', 'staged/b', 'captures/a', 'staged', '*'].map((key) =>
      call('s3:GetObject', `arn:aws:s3:::envelopes/${key}`, {}, 'fetch-pages'),
    ),
  ];
  const alone = await Promise.all(calls.map(async (one) => await verdicts([one], policies)));
  expect(near.length).toBeGreaterThan(10);
  expect(new Set(alone.flat())).toEqual(new Set(['allowed', 'denied']));
  expect((await judgeCalls(calls, policies)).map(({ verdict }) => verdict)).toEqual(
    [...new Map(calls.map((one, index) => [JSON.stringify(one), alone[index]])).values()].flat(),
  );
});

test('an action that AWS does not have is no verdict but an error', async () => {
  await expect(judgeCalls([call('dynamodb:PutItems', tableArn)], policiesOf())).rejects.toThrow(
    /Cannot judge/,
  );
});

test('a query is judged by the partition it asks for, under whatever name, of the table or the index', () => {
  const query = { TableName: 'table', ExpressionAttributeValues: { ':p': { S: 'J#1' }, ':s': { S: 'U#' } } };
  expect(
    inTable('Query', {
      ...query,
      KeyConditionExpression: '#s = :s AND #p = :p',
      ExpressionAttributeNames: { '#p': 'PK', '#s': 'SK' },
    }),
  ).toEqual([{ action: 'dynamodb:Query', resource: tableArn, context: { 'dynamodb:LeadingKeys': ['J#1'] } }]);
  expect(inTable('Query', { ...query, IndexName: 'open', KeyConditionExpression: 'state = :p' })).toEqual([
    {
      action: 'dynamodb:Query',
      resource: `${tableArn}/index/open`,
      context: { 'dynamodb:LeadingKeys': ['J#1'] },
    },
  ]);
});

test('batches name every partition in them, once', () => {
  const key = (PK: string) => ({ PK: { S: PK }, SK: { S: 'x' } });
  const read = { RequestItems: { table: { Keys: [key('J#1'), key('J#2'), key('J#1')] } } };
  expect(inTable('BatchGetItem', read)[0]?.context).toEqual({ 'dynamodb:LeadingKeys': ['J#1', 'J#2'] });
  const write = {
    RequestItems: { table: [{ PutRequest: { Item: key('J#1') } }, { DeleteRequest: { Key: key('K#1') } }] },
  };
  expect(inTable('BatchWriteItem', write)[0]?.context).toEqual({ 'dynamodb:LeadingKeys': ['J#1', 'K#1'] });
});

test('an object that is not there takes the right to list its bucket, whatever prefix a list may have', () => {
  const got = (status: number) =>
    objectCalls({
      method: 'GET',
      target: '/envelopes/staged/a%20b?x-id=GetObject',
      copySource: undefined,
      status,
    }).map(({ action, resource }) => `${action} ${resource}`);
  expect(got(200)).toEqual(['s3:GetObject arn:aws:s3:::envelopes/staged/a b']);
  expect(got(404)).toEqual([
    's3:GetObject arn:aws:s3:::envelopes/staged/a b',
    's3:ListBucket arn:aws:s3:::envelopes',
  ]);
  const listed = {
    method: 'GET',
    target: '/envelopes?list-type=2&prefix=staged%2F',
    copySource: undefined,
    status: 200,
  };
  expect(objectCalls(listed)).toEqual([
    { action: 's3:ListBucket', resource: 'arn:aws:s3:::envelopes', context: { 's3:prefix': 'staged/' } },
  ]);
});

test('a grant is unused until a call needs its action, its resource and each value of its conditions', () => {
  const policies = policiesOf(
    allow(['dynamodb:PutItem', 'dynamodb:GetItem'], tableArn, {
      'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['J#*', 'H#*'] },
    }),
    allow(['s3:GetObject'], 'arn:aws:s3:::envelopes/staged/*'),
  );
  const used = [
    call('dynamodb:PutItem', tableArn, { 'dynamodb:LeadingKeys': ['J#1'] }),
    call('s3:GetObject', 'arn:aws:s3:::envelopes/drafts/a'),
    call('s3:GetObject', 'arn:aws:s3:::envelopes/staged/a', {}, 'api'),
  ];
  expect(findUnusedGrants(policies, used).map(grantText)).toEqual([
    `finish-job dynamodb:GetItem ${tableArn}`,
    `finish-job * ${tableArn} dynamodb:LeadingKeys=H#*`,
    'finish-job s3:GetObject arn:aws:s3:::envelopes/staged/*',
  ]);
});

test('a right on kept envelopes is used where the same right on the others is, and by nothing else', () => {
  const arn = 'arn:aws:s3:::envelopes';
  const policies = policiesOf(
    allow(['s3:GetObject', 's3:DeleteObject'], `${arn}/staged/*`),
    allow(['s3:GetObject', 's3:DeleteObject'], `${arn}/kept/*`),
  );
  const used = [call('s3:GetObject', `${arn}/staged/a`)];
  expect(findUnusedGrants(policies, used).map(grantText)).toEqual([
    `finish-job s3:DeleteObject ${arn}/staged/*`,
    `finish-job s3:DeleteObject ${arn}/kept/*`,
  ]);
});

test('every exception covers a grant that the stack has', () => {
  const grants = listGrants(synthesisePolicies());
  expect(exceptions.filter(({ covers }) => !grants.some(covers)).map(({ why }) => why)).toEqual([]);
  expect(staleExceptions(grants)).toEqual([]);
});
