import { CfnOutput, Duration, Stack } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as FunctionTarget } from 'aws-cdk-lib/aws-events-targets';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import type { Construct } from 'constructs';
import { accept } from './accept.ts';
import { makeAlarmTopic, type AlarmTopic } from './alarm-topic.ts';
import { makeEnvironment } from './environment.ts';
import { type StackFunctionName } from './function-spec.ts';
import { functionSpecs, listFunctions } from './functions.ts';
import { makeErrorAlarm, makeServiceAlarms } from './make-alarms.ts';
import { makeFunction } from './make-function.ts';
import { makeRestApi } from './make-rest-api.ts';
import { makeStores, type StackStores } from './make-stores.ts';
import type { GleanerOptions } from './options.ts';
import { notifyOfEnvelopes } from './notify-of-envelopes.ts';
import { listPermissions, wildcardReasons } from './permissions.ts';
import { makeQueueWithDeadLetters, type QueueWithDeadLetters } from './queue-with-dead-letters.ts';
import { queueSpecs, type QueueName } from './queues.ts';

/** Those that need a corpus are there where the deployment names one. */
type Functions = Readonly<Record<StackFunctionName, LambdaFunction>>;

const timeoutOf = (name: StackFunctionName): number =>
  functionSpecs.find((spec) => spec.name === name)?.timeoutSeconds ?? 0;

const makeQueues = (
  scope: Construct,
  options: GleanerOptions,
  topic: AlarmTopic,
): readonly QueueWithDeadLetters[] =>
  queueSpecs(options.fetchConcurrencyMax)
    .filter(({ onlyWith }) => onlyWith === undefined || options.corpus !== undefined)
    .map((spec) =>
      makeQueueWithDeadLetters(
        scope,
        spec,
        { consumerSeconds: timeoutOf(spec.wakes), burySeconds: timeoutOf('bury-dead-letters') },
        topic,
      ),
    );

const byQueue = (
  queues: readonly QueueWithDeadLetters[],
  value: (of: QueueWithDeadLetters) => string,
): Record<QueueName, string> =>
  Object.fromEntries(queues.map((it) => [it.spec.name, value(it)])) as Record<QueueName, string>;

const makeFunctions = (
  scope: Construct,
  options: GleanerOptions,
  stores: StackStores,
  queues: readonly QueueWithDeadLetters[],
  topic: AlarmTopic,
): Functions => {
  const urls = byQueue(queues, ({ queue }) => queue.queueUrl);
  const arns = byQueue(queues, ({ queue }) => queue.queueArn);
  const made = listFunctions(options).map((spec) => {
    const fn = makeFunction(scope, spec, {
      folder: options.assets[spec.name],
      environment: makeEnvironment(spec, stores, urls, options),
      permissions: listPermissions(spec, stores, arns, options.llm),
      wildcardReasons: wildcardReasons(spec, stores),
    });
    makeErrorAlarm(scope, spec, fn, topic);
    return [spec.name, fn] as const;
  });
  return Object.fromEntries(made) as Functions;
};

/** Connects each queue with the function it wakes, and each dead-letter queue with bury-dead-letters. */
const wakeFunctions = (functions: Functions, queues: readonly QueueWithDeadLetters[]): void => {
  for (const { spec, queue, dead } of queues) {
    functions[spec.wakes].addEventSource(
      new SqsEventSource(queue, {
        batchSize: spec.batchSize,
        maxConcurrency: spec.concurrencyMax,
        ...(spec.windowSeconds === undefined
          ? {}
          : { maxBatchingWindow: Duration.seconds(spec.windowSeconds) }),
        reportBatchItemFailures: true,
      }),
    );
    // What cannot be buried stays in the dead-letter queue and is tried again until its 14 days are over.
    functions['bury-dead-letters'].addEventSource(
      new SqsEventSource(dead, { batchSize: 10, maxConcurrency: 2, reportBatchItemFailures: true }),
    );
  }
};

const runHeartbeatEveryMinute = (scope: Construct, heartbeat: LambdaFunction): void => {
  const target = new FunctionTarget(heartbeat, { retryAttempts: 0, maxEventAge: Duration.minutes(1) });
  const rule = new Rule(scope, 'EveryMinute', {
    schedule: Schedule.rate(Duration.minutes(1)),
    targets: [target],
  });
  accept(rule, {
    'Serverless-EventBusDLQ':
      'An event that says "a minute has passed" is worth nothing a minute later; heartbeat-not-running ' +
      'tells when they stop.',
  });
};

/** Makes the one stack. Nothing in it names an account or a region, so it synthesises anywhere. */
export const makeStack = (scope: Construct, options: GleanerOptions): Stack => {
  const stack = new Stack(scope, 'Gleaner', {
    description: 'Gleaner: turns websites into structured, versioned JSON.',
  });
  const keep = (options.environment ?? 'production') === 'production';
  const topic = makeAlarmTopic(stack, options.alarmEmail);
  const stores = makeStores(stack, keep, options.corpus !== undefined);
  const queues = makeQueues(stack, options, topic);
  const functions = makeFunctions(stack, options, stores, queues, topic);
  wakeFunctions(functions, queues);
  const ingest = queues.find(({ spec }) => spec.name === 'ingest');
  if (ingest !== undefined) notifyOfEnvelopes(stores.envelopes, ingest.queue);
  runHeartbeatEveryMinute(stack, functions.heartbeat);
  makeServiceAlarms(stack, functions, topic);

  const outputs = {
    ApiUrl: makeRestApi(stack, functions),
    TableName: stores.table.tableName,
    ModelKeysSecret: stores.modelKeys.secretArn,
    EnvelopeBucket: stores.envelopes.bucketName,
    ManageKeysFunction: functions['manage-keys'].functionName,
    SubmitJobFunction: functions['submit-job'].functionName,
  };
  for (const [id, value] of Object.entries(outputs)) void new CfnOutput(stack, id, { value });
  return stack;
};
