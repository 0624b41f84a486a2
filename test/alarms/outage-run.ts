import { functionSpecs } from '../../infra/functions.ts';
import { jobKey } from '../../lib/keys/table-keys.ts';
import { askTable, type Emulator } from '../simulation/backend.ts';
import { forgetCalls, pendingCalls, removeCall, type CallAnswer, type Call } from '../simulation/calls.ts';
import { apiEvent, clientKey } from '../simulation/client.ts';
import { interceptCalls } from '../simulation/intercept.ts';
import { gone, openLambda, queueEvent } from '../simulation/lambda.ts';
import type { FunctionName } from '../simulation/simulated-functions.ts';
import { openSimulatedQueues, type Queue } from '../simulation/queues.ts';
import {
  advanceTo,
  epochMs,
  nextTimerAt,
  realSleep,
  resetTime,
  virtualNow,
} from '../simulation/virtual-time.ts';
import { htmlPage } from '../harness/serve-site.ts';
import type { MetricSink } from './measured.ts';
import { poisonPath, type PlannedOutage } from './outages.ts';

const minute = 60_000;
export const outageBeginsMs = 20 * minute;
const crawlEveryMs = 10 * minute;
/** What goes on after an alarm had to ring. */
const afterMs = 10 * minute;
/** What a call takes. */
const callMs = 5;
const stepsMax = 60_000;
/** Functions at work make calls or set timers that are closer than this. */
const leapMs = 1_000;

const settled = async (): Promise<void> => {
  for (let round = 0; round < 3; round += 1) await new Promise((resolve) => void setImmediate(resolve));
};

const json = (value: unknown): CallAnswer => ({
  status: 200,
  headers: { 'content-type': 'application/x-amz-json-1.1' },
  body: Buffer.from(JSON.stringify(value)),
});

/** A site of a few pages, each of which links to all. */
const site = (path: string): CallAnswer => {
  const isPage = path === '/' || path.startsWith('/page-');
  const links = Array.from({ length: 6 }, (_, index) => `/page-${index}`);
  const text = `<p>${'A sentence that is long enough to be read as text. '.repeat(8)}</p>`;
  return {
    status: isPage ? 200 : 404,
    headers: { 'content-type': 'text/html' },
    body: Buffer.from(isPage ? htmlPage(`Page ${path}`, links, text) : ''),
  };
};

const isOut = (): boolean => virtualNow() - epochMs >= outageBeginsMs;

/**
 * Whether a function that waits for nothing makes a call after all: Node's threads or loader kept it, which on a busy
 * machine takes long, and virtual time would leap to its end. In an outage, calls hang for good.
 */
const worksOn = async (lambda: { isIdle(): boolean }): Promise<boolean> => {
  for (let waits = isOut() ? 10 : 60_000; waits > 0; waits -= 1) {
    await realSleep(5);
    if (pendingCalls().length > 0 || lambda.isIdle()) return true;
  }
  return false;
};

/**
 * Runs the functions of the stack for virtual time, with a crawl and an extraction every ten minutes and the
 * outage from the twentieth minute on, and hands on every metric that comes of it.
 */
export const runOutage = async (
  stores: { readonly table: Emulator; readonly objects: Emulator },
  outage: PlannedOutage,
  metrics: MetricSink,
): Promise<void> => {
  const runMs = outageBeginsMs + outage.withinMinutes * minute + afterMs;
  resetTime(1);
  forgetCalls();
  const queues = openSimulatedQueues(virtualNow, () => [0], Number.POSITIVE_INFINITY);
  for (const queue of queues.all.values()) {
    const timeout = functionSpecs.find(({ name }) => name === queue.wakes)?.timeoutSeconds ?? 0;
    // As in the stack: a message whose worker died comes again after six times the function's timeout.
    Object.assign(queue, { visibilityMs: 6_000 * timeout });
  }
  await interceptCalls(
    {
      table: (action, body) => askTable(stores.table, action, body),
      queues: (action, body) => queues.answer(action, body),
      objects: (method, path, headers, body) => stores.objects.send(method, path, headers, body),
      secrets: () => json({ Parameter: { Value: 'pepper', Version: 1 } }),
      events: () => json({ FailedEntryCount: 0, Entries: [{ EventId: 'event' }] }),
      site: ({ path }) => site(path),
    },
    virtualNow,
  );
  const lambda = openLambda({ note: () => undefined });

  const held = (name: FunctionName): 'throttled' | 'disabled' | null =>
    isOut() ? (outage.holds?.(name) ?? null) : null;

  const invoke = async (name: FunctionName, event: unknown): Promise<unknown> => {
    metrics.invoked(name);
    try {
      const answer = await lambda.invoke(name, event);
      if (answer === gone) metrics.died(name);
      return answer;
    } catch (error) {
      metrics.died(name);
      throw error;
    }
  };

  const deliver = async (queue: Queue): Promise<void> => {
    const messages = queues.take(queue, () => 0);
    if (messages.length === 0) return;
    metrics.received(queue.name, messages.length);
    const answer = await invoke(queue.wakes as FunctionName, queueEvent(queue, messages)).catch(() => gone);
    const failed =
      answer === gone
        ? null
        : new Set(
            (answer as { batchItemFailures: { itemIdentifier: string }[] }).batchItemFailures.map(
              ({ itemIdentifier }) => itemIdentifier,
            ),
          );
    for (const message of messages) {
      message.inFlight = false;
      if (failed !== null && !failed.has(message.id)) queues.remove(queue, message);
    }
  };

  /** What is done to the table past every function. The run waits for it. */
  const edits: Promise<unknown>[] = [];

  const tamper = (id: string, by: Readonly<Record<string, number>>): void => {
    const names = Object.keys(by);
    const { PK, SK } = jobKey(id);
    const update = {
      TableName: 'gleaner',
      Key: { PK: { S: PK }, SK: { S: SK } },
      UpdateExpression: `ADD ${names.map((_, index) => `#n${index} :v${index}`).join(', ')}`,
      ExpressionAttributeNames: Object.fromEntries(names.map((name, index) => [`#n${index}`, name])),
      ExpressionAttributeValues: Object.fromEntries(
        names.map((name, index) => [`:v${index}`, { N: String(by[name]) }]),
      ),
    };
    edits.push(askTable(stores.table, 'UpdateItem', JSON.stringify(update)));
  };

  const ask = async (path: string, body: object): Promise<void> => {
    if (held('api') !== null) {
      metrics.throttled('api');
      // API Gateway answers so for a function that Lambda does not begin.
      return metrics.answered(500, callMs);
    }
    const began = virtualNow();
    const answer = await invoke('api', apiEvent('POST', path, { body })).catch(() => gone);
    const status = answer === gone ? 504 : (answer as { statusCode: number }).statusCode;
    metrics.answered(status, virtualNow() - began);
    if (path !== '/v2/crawl' || status !== 200 || outage.tampers === undefined || !isOut()) return;
    const { id } = JSON.parse((answer as { body: string }).body) as { id: string };
    tamper(id, outage.tampers);
  };

  /** Calls whose answers were late, and are due. */
  const ready: { readonly call: Call; readonly lateMs: number }[] = [];

  const answer = async (call: Call, instead: CallAnswer | null, lateMs = 0): Promise<void> => {
    const given = instead ?? (await call.perform());
    if (call.service === 'table' && given.status === 200) metrics.asked(call.action, callMs + lateMs);
    call.answer(given);
  };

  const carryOut = async (call: Call): Promise<void> => {
    removeCall(call);
    const poisoned = isOut() && outage.isPoison === true && call.subject.endsWith(poisonPath);
    if (poisoned || (isOut() && outage.kills?.(call.sandbox.functionName as FunctionName) === true))
      return lambda.end(call.sandbox, 'killed');
    const instead = isOut() ? (outage.answer?.(call) ?? null) : null;
    if (instead === 'hang') return;
    const lateMs = isOut() ? (outage.delays?.(call) ?? 0) : 0;
    if (lateMs > 0) return void setTimeout(() => ready.push({ call, lateMs }), lateMs);
    await answer(call, instead);
  };

  const deliverable = (): Queue | undefined =>
    [...queues.all.values()].find(
      ({ wakes, messages }) =>
        held(wakes as FunctionName) === null &&
        lambda.hasRoom(wakes as FunctionName) &&
        messages.some(({ visibleAt }) => visibleAt <= virtualNow()),
    );

  let nextBeatAt = epochMs + minute;
  let nextCrawlAt = epochMs + crawlEveryMs / 2;

  const onMinute = (): void => {
    nextBeatAt += minute;
    const refused = held('heartbeat');
    if (refused === null) void invoke('heartbeat', {}).catch(() => undefined);
    else if (refused === 'throttled') metrics.throttled('heartbeat');
    for (const queue of queues.all.values()) {
      if (held(queue.wakes as FunctionName) === 'throttled' && queue.messages.length > 0)
        metrics.throttled(queue.wakes as FunctionName);
    }
    metrics.measureQueues(queues.all.values());
  };

  const onCrawl = (): void => {
    nextCrawlAt += crawlEveryMs;
    const formats = ['markdown', { type: 'json', fields: [{ name: 'title' }] }];
    const round = Math.round((virtualNow() - epochMs) / minute);
    void ask('/v2/crawl', { url: `http://site${round}.test/`, limit: 10 });
    void ask('/v2/crawl', { url: `http://ask${round}.test/`, limit: 3, scrapeOptions: { formats } });
    void ask('/v2/scrape', { url: `http://one${round}.test/` });
    if (outage.asks !== undefined)
      void ask('/v2/crawl', { url: `http://more${round}.test/`, ...outage.asks });
  };

  await new Promise<void>((resolve, reject) => {
    let hasKey = false;
    const first = invoke('manage-keys', { action: 'create', key: clientKey }).then(
      () => void (hasKey = true),
    );
    first.catch(reject);
    const go = async (): Promise<void> => {
      for (let step = 0; step < stepsMax && virtualNow() < epochMs + runMs; step += 1) {
        await settled();
        await Promise.all(edits.splice(0));
        if (await lambda.beginNext()) continue;
        const late = ready.shift();
        if (late !== undefined) {
          if (late.call.sandbox.alive) await answer(late.call, null, late.lateMs);
          continue;
        }
        const [call] = pendingCalls();
        if (call !== undefined) {
          advanceTo(virtualNow() + callMs);
          await carryOut(call);
          continue;
        }
        const queue = hasKey ? deliverable() : undefined;
        if (queue !== undefined) {
          void deliver(queue);
          continue;
        }
        const at = Math.min(
          nextTimerAt(),
          queues.nextVisibleAt(),
          nextBeatAt,
          nextCrawlAt,
          lambda.nextDeadline(),
        );
        if (at > virtualNow() + leapMs && !lambda.isIdle() && (await worksOn(lambda))) continue;
        advanceTo(at);
        lambda.endOverdue();
        if (virtualNow() >= nextBeatAt) onMinute();
        if (virtualNow() >= nextCrawlAt) onCrawl();
      }
      if (virtualNow() < epochMs + runMs) throw new Error(`The run of "${outage.name}" takes too many steps`);
    };
    go().then(resolve, reject);
  });
};
