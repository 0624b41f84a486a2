import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  App,
  aws_apigateway as apigateway,
  aws_dynamodb as dynamodb,
  aws_events as events,
  aws_events_targets as targets,
  aws_lambda as lambda,
  aws_s3 as s3,
  aws_s3_notifications as notifications,
  aws_sqs as sqs,
  Duration,
  Stack,
} from 'aws-cdk-lib';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { readAssembly } from './template/read-assembly.ts';
import type { Assembly } from './template/template.ts';

/**
 * A handler that needs no packages. It counts each message on the item `PK = <message's id>`, and then does what the
 * message says: nothing, fail it, throw, end the process, or never return. It answers requests with their own content.
 */
const handlerSource =
  `
import { createHash, createHmac } from 'node:crypto';
const hmac = (key, text) => createHmac('sha256', key).update(text).digest();
const sha256 = (text) => createHash('sha256').update(text).digest('hex');
const sign = (host, body) => {
  const time = new Date().toISOString().replaceAll(/[-:]|\\.\\d+/g, '');
  const scope = time.slice(0, 8) + '/us-east-1/x/aws4_request';
  const canonical = ['POST', '/', '', 'host:' + host, '', 'host', sha256(body)].join('\\n');
  const text = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\\n');
  const key = scope.split('/').reduce(hmac, 'AWS4' + process.env.AWS_SECRET_ACCESS_KEY);
  return { 'x-amz-date': time, authorization: 'AWS4-HMAC-SHA256 Credential=' + ` +
  `process.env.AWS_ACCESS_KEY_ID + '/' + scope +
    ', SignedHeaders=host, Signature=' + hmac(key, text).toString('hex') };
};
const call = async (endpoint, target, input) => {
  const body = JSON.stringify(input);
  const response = await fetch(endpoint, { method: 'POST', body, headers: { ...sign(new URL(endpoint).host, body),
    'x-amz-target': target, 'content-type': 'application/x-amz-json-1.0' } });
  if (!response.ok) throw new Error(target + ' ' + response.status + ' ' + await response.text());
  return await response.json();
};
const count = (id, more) => call(process.env.AWS_ENDPOINT_URL_DYNAMODB, 'DynamoDB_20120810.UpdateItem', {
  TableName: process.env.TABLE, Key: { PK: { S: id } }, UpdateExpression: 'ADD seen :one SET pid = :pid',
  ExpressionAttributeValues: { ':one': { N: '1' }, ':pid': { N: String(process.pid) } } });
const keep = (kind, event) => call(process.env.AWS_ENDPOINT_URL_DYNAMODB, 'DynamoDB_20120810.PutItem', {
  TableName: process.env.TABLE, Item: { PK: { S: 'event ' + kind }, event: { S: JSON.stringify(event) } } });
export const handler = async (event, context) => {
  if (event.queryStringParameters?.bytes)
    return { statusCode: 200, body: 'x'.repeat(Number(event.queryStringParameters.bytes)) };
  if (event['detail-type'] === 'Scheduled Event') await keep('schedule', event);
  else if (event.Records?.[0]?.body?.includes('"detail-type"')) await keep('bus', event);
  else if (event.Records?.[0]?.body?.includes('"aws:s3"')) await keep('bucket', event);
  else if (event.Records) await keep('queue', event);
  if (event.httpMethod) {
    if (event.body) await call(process.env.AWS_ENDPOINT_URL_SQS, 'AmazonSQS.SendMessage', { QueueUrl: ` +
  `process.env.QUEUE, MessageBody: event.body });
    return { statusCode: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify({ ` +
  `event, environment: process.env, left: context.getRemainingTimeInMillis(), pid: process.pid }) };
  }
  if (event['detail-type'] === 'Scheduled Event') return void await count('heartbeat');
  if (event.echo !== undefined) return event.echo;
  const batchItemFailures = [];
  for (const record of event.Records ?? []) {
    const message = JSON.parse(record.body ?? '{}');
    for (const object of message.Records ?? []) await count('object ' + object.s3.object.key);
    if (message.id === undefined) continue;
    await count(message.id);
    if (message.do === 'fail') batchItemFailures.push({ itemIdentifier: record.messageId });
    if (message.do === 'throw') throw new Error('asked to throw');
    if (message.do === 'exit') process.exit(3);
    if (message.do === 'loop') for (;;);
  }
  return { batchItemFailures };
};
`;

/** Synthesises into `folder` a small stack with everything that the runtime starts. It has nothing of Gleaner. */
export const synthesiseTestStack = async (folder: string): Promise<Assembly> => {
  const code = join(folder, 'code');
  mkdirSync(code, { recursive: true });
  writeFileSync(join(code, 'index.mjs'), handlerSource);
  const assetsDir = join(folder, 'cdk.out');
  process.env['CDK_VALIDATION'] = 'false';
  const app = new App({ outdir: assetsDir, analyticsReporting: false });
  const stack = new Stack(app, 'Tiny');
  const dead = new sqs.Queue(stack, 'WorkDead');
  const queue = new sqs.Queue(stack, 'Work', {
    visibilityTimeout: Duration.seconds(6),
    deadLetterQueue: { queue: dead, maxReceiveCount: 3 },
  });
  const table = new dynamodb.Table(stack, 'Counts', {
    partitionKey: { name: 'PK', type: dynamodb.AttributeType.STRING },
    billingMode: dynamodb.BillingMode.PAY_PER_REQUEST,
    timeToLiveAttribute: 'ttl',
  });
  const doWork = new lambda.Function(stack, 'DoWork', {
    runtime: lambda.Runtime.NODEJS_24_X,
    handler: 'index.handler',
    code: lambda.Code.fromAsset(code),
    timeout: Duration.seconds(6),
    environment: { TABLE: table.tableName, QUEUE: queue.queueUrl },
  });
  doWork.addEventSource(
    new SqsEventSource(queue, { batchSize: 10, reportBatchItemFailures: true, maxConcurrency: 2 }),
  );
  const bucket = new s3.Bucket(stack, 'Files');
  bucket.addEventNotification(s3.EventType.OBJECT_CREATED, new notifications.SqsDestination(queue));
  new apigateway.LambdaRestApi(stack, 'Api', { handler: doWork });
  new events.Rule(stack, 'Minute', {
    schedule: events.Schedule.rate(Duration.minutes(1)),
    targets: [new targets.LambdaFunction(doWork)],
  });
  new events.Rule(stack, 'Sold', {
    eventPattern: { source: ['shop'], detail: { kind: ['sold', 'lent'] } },
    targets: [new targets.SqsQueue(queue)],
  });
  new events.Rule(stack, 'NotKnown', {
    eventPattern: { source: events.Match.prefix('sh') },
    targets: [new targets.SqsQueue(queue)],
  });
  app.synth();
  return await readAssembly(assetsDir);
};
