import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { eventBusQueue } from '../cloud/events/actions.ts';
import type { EventSourcePlan } from '../template/event-sources.ts';
import { localAccount } from '../template/intrinsics.ts';
import { readPlan, type Plan } from '../template/plan.ts';
import type { Assembly } from '../template/template.ts';
import { closeDataDir } from './close-data-dir.ts';
import {
  makeLocalCredentials,
  writeLocalCredentials,
  type LocalCredentials,
} from '../door/local-credentials.ts';
import { awsClient, type AwsClient } from './aws-request.ts';
import { makeExecutions, type Executions } from '../sandbox/executions.ts';
import { retryThrottled } from '../sandbox/retry-throttled.ts';
import { endStaleChildren } from './children.ts';
import { lockDataDir } from './data-lock.ts';
import type { FunctionPool } from '../sandbox/function-pool.ts';
import type { InvocationOutcome } from '../sandbox/invocation.ts';
import { makePools } from '../sandbox/make-pools.ts';
import { quietNotices, type OnNotice } from './notice.ts';
import { moveSecrets } from './move-secrets.ts';
import { pollQueue, type QueuePoller } from './poll-queue.ts';
import { eventQueueName, provisionBucket, provisionQueue, provisionSecret } from './provision-cloud.ts';
import { provisionTable } from './provision-tables.ts';
import { runEventRules } from './run-event-rules.ts';
import { functionTarget, runSchedules, type Deliver } from './run-schedules.ts';
import { serveFront } from './serve-front.ts';
import { startLocalStores, type LocalStores } from './start-stores.ts';
import { sweepExpired } from './sweep-expired.ts';
import { patientClient } from './try-again.ts';

export interface RuntimeOptions {
  /**
   * Makes or reads the synthesised stack. Called once this process has the data directory; the stores start meanwhile.
   */
  readonly assembly: () => Promise<Assembly>;
  readonly dataDir: string;
  /** Port of the API on 127.0.0.1; 0 takes a free one. */
  readonly port: number;
  /** Sandboxes of one function at a time; by default one for each processor, two to four. */
  readonly poolSize?: number | undefined;
  /** Executions of all functions together, as an account limits them; without it, no call is throttled. */
  readonly concurrency?: number | undefined;
  /** Waits after a crash as long as AWS does, and freezes sandboxes between events. */
  readonly asAws?: boolean | undefined;
  /** Runs the functions in this process, from their sources if they are in functions/. */
  readonly inproc?: boolean | undefined;
  /** Another DynamoDB than the bundled one. */
  readonly dynamodb?: string | undefined;
  readonly onNotice: OnNotice;
}

/** A stack that runs. */
export interface Runtime {
  readonly url: string;
  readonly plan: Plan;
  readonly endpoints: { readonly dynamodb: string; readonly cloud: string };
  /** The credentials that its services require; also in `DIR/credentials`. */
  readonly credentials: LocalCredentials;
  /** The use of the account's executions; without `concurrency` none was refused. */
  readonly executions: Executions;
  /**
   * Invokes a function by its name, without HTTP.
   *
   * @throws {Error} when the stack has no such function.
   */
  invoke(name: string, event: unknown): Promise<InvocationOutcome>;
  /** Ends the sandboxes that are idle now: each holds 35 to 80 MB until it has been idle for long. */
  retireIdle(): void;
  /** Lets running work end for a second, then ends everything. */
  stop(): Promise<void>;
  /** Ends everything at once, as `kill -9` would; the next start finds what was in flight. */
  kill(): Promise<void>;
}

/** Lambda's queue of events drops an event at this age; those of this stack are due every minute. */
const eventAgeMs = 60_000;

/** Shown if the system has no networks for processes: macOS, or a Linux that does not allow one. */
const reachable =
  'DynamoDB runs without a network of its own, which this system does not have: other users of this ' +
  'machine, and pages in a browser that find its port, can read what is crawled';

/**
 * Returns event sources for buckets that notify a function: they do so through a queue that the template does not have.
 */
const functionNotifications = (plan: Plan): EventSourcePlan[] => {
  const arns = plan.buckets.flatMap((bucket) => bucket.notifications.map((it) => it.targetArn));
  return [...new Set(arns.flatMap((arn) => functionTarget(arn) ?? []))].map((functionName) => ({
    queue: eventQueueName(functionName),
    functionName,
    batchSize: 1,
    windowSeconds: 0,
    reportsItemFailures: false,
    concurrencyMax: undefined,
  }));
};

const provision = async (
  plan: Plan,
  stores: LocalStores,
  cloud: AwsClient,
  dynamodb: AwsClient,
): Promise<void> => {
  const queues = [
    ...plan.queues,
    ...functionNotifications(plan).map((it) => ({
      name: it.queue,
      attributes: { VisibilityTimeout: '900' },
    })),
    ...(plan.eventRules.length === 0
      ? []
      : [{ name: eventBusQueue, attributes: { VisibilityTimeout: '900' } }]),
  ];
  const makeQueues = async (): Promise<void> => {
    for (const queue of queues) {
      await provisionQueue(cloud, queue, `${stores.cloud}/${localAccount}/${queue.name}`);
    }
    await Promise.all(plan.buckets.map((bucket) => provisionBucket(cloud, bucket)));
  };
  await Promise.all([
    makeQueues(),
    ...plan.tables.map((table) => provisionTable(dynamodb, table)),
    ...plan.secrets.map((secret) => provisionSecret(cloud, secret)),
    moveSecrets(plan, cloud),
  ]);
};

const poolOf = (pools: ReadonlyMap<string, FunctionPool>, name: string): FunctionPool => {
  const pool = pools.get(name);
  if (!pool) throw new Error(`Cannot invoke ${name}: the stack has ${[...pools.keys()].join(', ')}`);
  return pool;
};

interface Running {
  readonly pools: ReadonlyMap<string, FunctionPool>;
  readonly stores: LocalStores;
  readonly cloud: AwsClient;
}

const startPoller = (
  source: EventSourcePlan,
  {
    plan,
    pools,
    stores,
    cloud,
    unwrap,
    notice,
    asAws,
  }: Running & {
    readonly plan: Plan;
    readonly unwrap: boolean;
    readonly asAws: boolean;
    readonly notice: ReturnType<typeof quietNotices>;
  },
): QueuePoller => {
  const queue = plan.queues.find(({ name }) => name === source.queue);
  return pollQueue({
    source,
    queueUrl: `${stores.cloud}/${localAccount}/${source.queue}`,
    client: unwrap ? cloud : cloud.inPlaceOf(source.functionName),
    pool: poolOf(pools, source.functionName),
    unwrap,
    asAws,
    visibilityMs: 1_000 * Number(queue?.attributes['VisibilityTimeout'] ?? 900),
    onNotice: (line) => notice(source.queue, line),
  });
};

/**
 * Delivers events of rules and schedules to functions, which are tried again while they are throttled, and to queues.
 */
const makeDeliver =
  ({ pools, stores, cloud }: Running, signal: AbortSignal): Deliver =>
  async (arn, event) => {
    const name = functionTarget(arn);
    if (name !== undefined) {
      const invoke = () => poolOf(pools, name).invoke(event);
      return void (await retryThrottled(invoke, eventAgeMs, signal));
    }
    const queueUrl = `${stores.cloud}/${localAccount}/${arn.split(':').at(-1)}`;
    await cloud.call('AmazonSQS.SendMessage', { QueueUrl: queueUrl, MessageBody: JSON.stringify(event) });
  };

/**
 * Runs a synthesised stack: its tables, queues, buckets and secrets, and its functions, which HTTP, queues, buckets and
 * schedules wake. Everything listens on 127.0.0.1, and is stored in one data directory that only this process uses.
 *
 * @throws {Error} that says what to do, when the directory or port is in use, or the stack cannot be run.
 */
export const startRuntime = async (options: RuntimeOptions): Promise<Runtime> => {
  const dataDir = resolve(options.dataDir);
  closeDataDir(dataDir);
  const lock = lockDataDir(dataDir);
  const credentials = makeLocalCredentials();
  const notice = quietNotices(options.onNotice, Date.now);
  /** Undo steps, run in reverse order. */
  const undo: (() => void | Promise<void>)[] = [() => lock.release()];
  const undoAll = async (): Promise<void> => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    const assembling = options.assembly();
    // Awaited further down; this keeps a failure from being unhandled if the stores fail first.
    assembling.catch(() => {});
    await endStaleChildren(dataDir);
    writeLocalCredentials(dataDir, credentials);
    const front = await serveFront(options.port, credentials, (line) => notice('http', line));
    undo.push(() => front.close());
    const stores = await startLocalStores(dataDir, options.dynamodb, credentials);
    if (stores.openPort !== undefined) options.onNotice(reachable);
    undo.push(() => stores.stop());
    const cloud = awsClient(stores.cloud, credentials);
    const dynamodb = awsClient(stores.dynamodb, credentials);
    undo.push(() => {
      cloud.close();
      dynamodb.close();
    });

    const plan = readPlan(await assembling, stores.cloud);
    for (const warning of plan.warnings) options.onNotice(warning);
    await provision(plan, stores, patientClient(cloud), patientClient(dynamodb));

    const processors = Math.min(4, Math.max(2, availableParallelism()));
    const executions = makeExecutions(options.concurrency ?? Number.POSITIVE_INFINITY);
    const sandboxes = makePools({
      plan,
      endpoints: { ...stores, front: front.url },
      credentials,
      dataDir,
      poolSize: options.poolSize ?? options.concurrency ?? processors,
      executions,
      freezes: options.asAws ?? false,
      inproc: options.inproc ?? false,
      onNotice: notice,
    });
    let graceMs = 1_000;
    const { pools } = sandboxes;
    undo.push(() => sandboxes.close(graceMs));
    front.open({ plan, pools });

    const poll = (source: EventSourcePlan, unwrap: boolean): void => {
      const poller = startPoller(source, {
        plan,
        pools,
        stores,
        cloud,
        unwrap,
        notice,
        asAws: options.asAws ?? false,
      });
      undo.push(() => poller.stop());
    };
    for (const source of plan.eventSources) poll(source, false);
    for (const source of functionNotifications(plan)) poll(source, true);

    const leaving = new AbortController();
    undo.push(() => leaving.abort());
    const deliver = makeDeliver({ pools, stores, cloud }, leaving.signal);
    undo.push(runSchedules(plan.schedules, deliver, (line) => notice('schedules', line)));
    if (plan.eventRules.length > 0) {
      const bus = { client: cloud, queueUrl: `${stores.cloud}/${localAccount}/${eventBusQueue}`, deliver };
      undo.push(runEventRules(plan.eventRules, bus, (line) => notice('events', line), options.onNotice));
    }

    void sweepExpired(dynamodb, plan.tables, leaving.signal, (line) => notice('ttl', line));

    return {
      url: front.url,
      plan,
      executions,
      endpoints: { dynamodb: stores.dynamodb, cloud: stores.cloud },
      credentials,
      invoke: async (name, event) => poolOf(pools, name).invoke(event),
      retireIdle: () => pools.forEach((pool) => pool.retireIdle()),
      stop: undoAll,
      kill: async () => {
        graceMs = 0;
        stores.kill();
        await undoAll();
      },
    };
  } catch (error) {
    await undoAll();
    throw error;
  }
};
