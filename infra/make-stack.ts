import { CfnOutput, Duration, Stack } from 'aws-cdk-lib';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { Rule, RuleTargetInput, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as FunctionTarget } from 'aws-cdk-lib/aws-events-targets';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { corpusSettingSchema, type CorpusPlace } from '../lib/ingest/corpus-setting.ts';
import { accept } from './accept.ts';
import { mailAlerts } from './alarms/alert-mail.ts';
import { makeAlarmTopic, makeBudget, type AlarmTopic } from './alarms/alarm-topic.ts';
import { makeEnvironment } from './environment.ts';
import { type StackFunctionName } from './function-spec.ts';
import { functionSpecs, listFunctions } from './functions.ts';
import { makeEssentialAlarms } from './alarms/essential-alarms.ts';
import { makeErrorAlarm, makeServiceAlarms } from './alarms/make-alarms.ts';
import { makeDashboard, makeQueries } from './operator-views.ts';
import { makeFunction } from './make-function.ts';
import { makeDeadLetterQueue, makeQueue, type WorkQueue } from './make-queues.ts';
import { makeRestApi } from './make-rest-api.ts';
import { makeSchedules } from './schedules/make-schedules.ts';
import { makeStores, type StackStores } from './make-stores.ts';
import { settingsMetadata, stackName } from './names.ts';
import type { GleanerOptions } from './options.ts';
import { notifyOfEnvelopes } from './notify-of-envelopes.ts';
import { listPermissions, wildcardReasons } from './permissions.ts';
import { queueSpecs, type QueueName } from './queues.ts';
import { makeSettingsFile } from './settings-file.ts';

/** The functions that need a corpus exist only if the deployment names one. */
type Functions = Readonly<Record<StackFunctionName, LambdaFunction>>;

const timeoutOf = (name: StackFunctionName): number =>
  functionSpecs.find((spec) => spec.name === name)?.timeoutSeconds ?? 0;

const makeQueues = (
  scope: Construct,
  options: GleanerOptions,
  dead: Queue,
  topic: AlarmTopic,
): readonly WorkQueue[] =>
  queueSpecs(options.fetchConcurrencyMax, options.accountConcurrency)
    .filter(({ onlyWith }) => onlyWith === undefined || options.corpus !== undefined)
    .map((spec) =>
      makeQueue(scope, spec, dead, timeoutOf(spec.wakes), options.alarms === 'all' ? topic : null),
    );

const byQueue = (queues: readonly WorkQueue[], value: (of: WorkQueue) => string): Record<QueueName, string> =>
  Object.fromEntries(queues.map((it) => [it.spec.name, value(it)])) as Record<QueueName, string>;

/** Has Lambda hand events that it gives up to the queue for dead letters; the role has the right for it already. */
const handOverGivenUp = (fn: LambdaFunction, dead: Queue): void =>
  fn.configureAsyncInvoke({ onFailure: { bind: () => ({ destination: dead.queueArn }) } });

const makeFunctions = (
  scope: Construct,
  options: GleanerOptions,
  stores: StackStores,
  { queues, dead }: { readonly queues: readonly WorkQueue[]; readonly dead: Queue },
  topic: AlarmTopic,
): Functions => {
  const urls = byQueue(queues, ({ queue }) => queue.queueUrl);
  const arns = byQueue(queues, ({ queue }) => queue.queueArn);
  const made = listFunctions(options).map((spec) => {
    const fn = makeFunction(scope, spec, {
      folder: options.assets[spec.name],
      environment: makeEnvironment(spec, stores, urls, options),
      settings: makeSettingsFile(spec, options),
      logDays: options.logDays,
      samplesLogs: options.logSample !== undefined,
      permissions: [
        ...listPermissions(spec, stores, arns, options.llm),
        ...(spec.handsOverGivenUp === true
          ? [new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [dead.queueArn] })]
          : []),
      ],
      wildcardReasons: wildcardReasons(spec, stores),
    });
    if (spec.handsOverGivenUp === true) handOverGivenUp(fn, dead);
    if (options.alarms === 'all') makeErrorAlarm(scope, spec, fn, topic);
    return [spec.name, fn] as const;
  });
  return Object.fromEntries(made) as Functions;
};

/** Connects each queue with the function it wakes, and the dead-letter queue with bury-dead-letters. */
const wakeFunctions = (functions: Functions, queues: readonly WorkQueue[], dead: Queue): void => {
  for (const { spec, queue } of queues) {
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
  }
  // A message that cannot be buried stays in the dead-letter queue and is tried again until its 14 days are over.
  functions['bury-dead-letters'].addEventSource(
    new SqsEventSource(dead, { batchSize: 10, maxConcurrency: 2, reportBatchItemFailures: true }),
  );
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

/**
 * Publishes public keys at each deployment: an upgrade brings functions that need them, and no person should have to
 * invoke anything.
 */
const publishSealKeys = (scope: Construct, manageKeys: LambdaFunction): void => {
  const target = new FunctionTarget(manageKeys, {
    event: RuleTargetInput.fromObject({ action: 'publish' }),
    retryAttempts: 0,
    maxEventAge: Duration.minutes(1),
  });
  const rule = new Rule(scope, 'PublishSealKeys', {
    schedule: Schedule.rate(Duration.minutes(5)),
    targets: [target],
  });
  accept(rule, { 'Serverless-EventBusDLQ': 'What this event did not publish the next one does.' });
};

/** Returns where the corpus of a setting is kept; the setting was checked before. */
const readPlace = (setting: string | undefined): CorpusPlace | undefined =>
  setting === undefined ? undefined : corpusSettingSchema.parse(setting).store;

/** Names the settings among the options; what reads and checks them is not loaded for this. */
const settingsIn = (options: GleanerOptions): string[] => {
  const { assets: _a, outdir: _o, copyAssets: _c, cdkContext: _x, ...settings } = options;
  return Object.entries(settings)
    .flatMap(([name, value]) => (value === undefined ? [] : [name]))
    .toSorted();
};

/** Makes the one stack. It names no account or region, so it synthesises anywhere. */
export const makeStack = (scope: Construct, options: GleanerOptions): Stack => {
  const stack = new Stack(scope, stackName(options.name), {
    description: 'Gleaner: turns websites into structured, versioned JSON.',
  });
  stack.templateOptions.metadata = { [settingsMetadata]: settingsIn(options) };
  const keep = (options.environment ?? 'production') === 'production';
  const mailed = makeAlarmTopic(stack, options.alarmEmail);
  const topic = new SnsAction(mailed);
  const stores = makeStores(stack, keep, readPlace(options.corpus), {
    keyOfHeaders: options.headersKey,
    hasFetchers: options.fetchers !== undefined,
  });
  const dead = makeDeadLetterQueue(stack, timeoutOf('bury-dead-letters'));
  const queues = makeQueues(stack, options, dead, topic);
  const functions = makeFunctions(stack, options, stores, { queues, dead }, topic);
  wakeFunctions(functions, queues, dead);
  const ingest = queues.find(({ spec }) => spec.name === 'ingest');
  if (ingest !== undefined) notifyOfEnvelopes(stores.envelopes, ingest.queue);
  runHeartbeatEveryMinute(stack, functions.heartbeat);
  publishSealKeys(stack, functions['manage-keys']);
  makeSchedules(stack, functions['submit-job'], options.schedules ?? []);
  mailAlerts(stack, stackName(options.name), mailed);
  const { rest, url } = makeRestApi(stack, functions, options);
  makeEssentialAlarms(stack, functions, { rest, table: stores.table }, topic);
  if (options.alarms === 'all') makeServiceAlarms(stack, { api: functions.api, rest }, topic);

  if (options.dashboard === true)
    makeDashboard(stack, { functions, queues, dead, rest, table: stores.table });
  makeQueries(stack, Object.values(functions));
  if (options.monthlyBudget !== undefined && options.alarmEmail !== undefined)
    makeBudget(stack, options.monthlyBudget, options.alarmEmail);

  const outputs = {
    ApiUrl: url,
    TableName: stores.table.tableName,
    ModelKeysSecret: stores.modelKeys.name,
    ...(stores.fetcherKeys === null ? {} : { FetcherKeysSecret: stores.fetcherKeys.name }),
    EnvelopeBucket: stores.envelopes.bucketName,
    SourceBucket: stores.sources.bucketName,
    ManageKeysFunction: functions['manage-keys'].functionName,
    SubmitJobFunction: functions['submit-job'].functionName,
  };
  for (const [id, value] of Object.entries(outputs)) void new CfnOutput(stack, id, { value });
  return stack;
};
