import { expect, test } from 'vitest';
import { ofType, synthesise } from './synthesise.ts';

/**
 * Logical ids of what holds data, and the properties whose change has CloudFormation replace it: another id, or another
 * value of one of these, is another table or bucket, and the data is in the old one. They are never changed.
 */
const stateful: Readonly<Record<string, readonly string[]>> = {
  'AWS::DynamoDB::Table': ['TableName', 'KeySchema'],
  'AWS::S3::Bucket': ['BucketName'],
  'AWS::SecretsManager::Secret': ['Name'],
  'AWS::SQS::Queue': ['QueueName', 'FifoQueue'],
};

const queues = {
  FetchHigh5F92BC84: 'fetch-high',
  FetchHighDead57D3E0B8: 'fetch-high-dead',
  FetchNormal6AF2351F: 'fetch-normal',
  FetchNormalDead7591AC42: 'fetch-normal-dead',
  FetchLow9AB303BC: 'fetch-low',
  FetchLowDead1CDE4944: 'fetch-low-dead',
  RenderEA451E88: 'render',
  RenderDead51A0EE21: 'render-dead',
  Extract9BA700EA: 'extract',
  ExtractDead02769909: 'extract-dead',
  Finish68622C85: 'finish',
  FinishDead25868D5B: 'finish-dead',
  Deliver72E7B226: 'deliver',
  DeliverDead46BA7564: 'deliver-dead',
  Ingest4069586C: 'ingest',
  IngestDead2F221471: 'ingest-dead',
};

const pinned = {
  TableCD117FA1: {
    KeySchema: [
      { AttributeName: 'PK', KeyType: 'HASH' },
      { AttributeName: 'SK', KeyType: 'RANGE' },
    ],
  },
  EnvelopesCFEC9B4B: {},
  Results25575328: {},
  SourcesBE4D2488: {},
  Corpora7C7C03FA: {},
  KeySecret2DA13121: {},
  HeaderSecret26647C28: {},
  ModelKeys639631F7: {},
  ...Object.fromEntries(Object.entries(queues).map(([id, name]) => [id, { QueueName: name }])),
};

test('what holds data keeps its logical id and what would have it replaced', () => {
  const template = synthesise();
  const found = Object.entries(stateful).flatMap(([type, properties]) =>
    ofType(template, type).map(([id, { Properties: it }]) => [
      id,
      Object.fromEntries(properties.flatMap((name) => (it[name] === undefined ? [] : [[name, it[name]]]))),
    ]),
  );
  expect(Object.fromEntries(found)).toEqual(pinned);
});
