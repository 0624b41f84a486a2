import { expect, test } from 'vitest';
import { ofType, synthesise } from './synthesise.ts';

/**
 * Logical ids of what holds data, and the properties whose change has CloudFormation replace it: another id, or another
 * value of one of these, is another table or bucket, and the data is in the old one. They are never changed.
 */
const stateful: Readonly<Record<string, readonly string[]>> = {
  'AWS::DynamoDB::Table': ['TableName', 'KeySchema'],
  'AWS::S3::Bucket': ['BucketName'],
  'AWS::S3Vectors::VectorBucket': ['VectorBucketName', 'EncryptionConfiguration'],
  'AWS::KMS::Key': [],
  'AWS::SQS::Queue': ['QueueName', 'FifoQueue'],
};

const queues = {
  FetchHigh5F92BC84: 'fetch-high',
  FetchNormal6AF2351F: 'fetch-normal',
  RenderEA451E88: 'render',
  Extract9BA700EA: 'extract',
  Finish68622C85: 'finish',
  Deliver72E7B226: 'deliver',
  Ingest4069586C: 'ingest',
  DeadLettersQueue4C444EBE: 'dead-letters',
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
  Vectors: { EncryptionConfiguration: { SseType: 'AES256' } },
  HeadersKeyB327AF24: {},
  ...Object.fromEntries(Object.entries(queues).map(([id, name]) => [id, { QueueName: name }])),
};

test('what holds data keeps its logical id and what would have it replaced', () => {
  const template = synthesise({ corpus: 'main,s3-vectors', headersKey: 'new' });
  const found = Object.entries(stateful).flatMap(([type, properties]) =>
    ofType(template, type).map(([id, { Properties: it }]) => [
      id,
      Object.fromEntries(properties.flatMap((name) => (it[name] === undefined ? [] : [[name, it[name]]]))),
    ]),
  );
  expect(Object.fromEntries(found)).toEqual(pinned);
});
