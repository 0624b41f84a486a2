import { createHash } from 'node:crypto';
import { askTable, type Emulator } from './backend.ts';
import {
  connectionReset,
  forgetCalls,
  pendingCalls,
  removeCall,
  type CallAnswer,
  type Call,
} from './calls.ts';
import { faultKinds, performPartly, makeRefusal, makeStaleAnswer, type SimulatedFault } from './faults.ts';
import { interceptCalls } from './intercept.ts';
import { gone, openLambda, queueEvent, type Lambda } from './lambda.ts';
import type { WireMutant } from './mutants.ts';
import { openSimulatedQueues, type Queue } from './queues.ts';
import { drawReleases, limitReleases, type Release } from './releases.ts';
import type { Sandbox } from './sandbox.ts';
import { receiverOrigin, type Scenario } from './scenario.ts';
import type { FunctionName } from './simulated-functions.ts';
import { advanceTo, epochMs, nextTimerAt, resetTime, virtualNow } from './virtual-time.ts';
import { seededRandom } from '../harness/seeded-random.ts';
import { findPoison } from './find-poison.ts';
import type { Web } from './web.ts';

/** One world: its time, queues, sandboxes and sites, and the scheduler that decides what happens next. */
export interface World {
  readonly scenario: Scenario;
  /** Jobs that were concluded, and how often that write was applied. */
  readonly concluded: Map<string, number>;
  /** Those of them that the release before concluded. */
  readonly concludedByBefore: Set<string>;
  readonly violations: string[];
  /** `ofBefore` counts sandboxes that ran the handlers of the release before. */
  readonly tally: Record<'steps' | 'calls' | 'faults' | 'kills' | 'buried' | 'ofBefore', number>;
  /** From now on nothing goes wrong any more. */
  calm: boolean;
  /** True when nothing is under way and no message waits. */
  isQuiet(): boolean;
  /** Invokes a function; answers `gone` when its sandbox dies, and throws what the handler throws. */
  readonly invoke: Lambda['invoke'];
  /** Lets things happen until `over` says so, or until it has gone on for too long. */
  run(over: () => boolean): Promise<boolean>;
  traceHash(): string;
}

const stepsMax = 30_000;
const minute = 60_000;
const horizonMs = 30 * 60 * minute;
/** How often one message is doubled: one that is put off again and again would else fill its queue with copies. */
const doubledMax = 3;

/** Until every sandbox waits for a call or a timer: undici ends a body in an immediate of its own. */
const settled = async (): Promise<void> => {
  for (let round = 0; round < 3; round += 1) await new Promise((resolve) => void setImmediate(resolve));
};

export const openWorld = async (options: {
  readonly scenario: Scenario;
  readonly webs: ReadonlyMap<string, Web>;
  readonly table: Emulator;
  readonly objects: Emulator;
  readonly mutant: WireMutant | undefined;
  /** Whose handlers sandboxes run. */
  readonly releases: readonly [Release, ...Release[]];
  readonly onTrace: ((line: string) => void) | undefined;
}): Promise<World> => {
  const { scenario, webs, mutant, releases } = options;
  resetTime(scenario.seed);
  forgetCalls();
  const random = seededRandom(scenario.seed);
  const pick = (count: number): number => Math.floor(random() * count);
  const hash = createHash('sha256');
  const concluded = new Map<string, number>();
  const concludedByBefore = new Set<string>();
  const applied = new Set<string>(); // tokens of the transactions that concluded a job
  const violations: string[] = [];
  const tally = { steps: 0, calls: 0, faults: 0, kills: 0, buried: 0, ofBefore: 0 };
  let nextBeatAt = epochMs + minute;
  const doubled = new Map<string, number>();

  const note = (line: string): void => {
    const whole = `${((virtualNow() - epochMs) / 1_000).toFixed(3)} ${line}`;
    hash.update(`${whole}\n`);
    options.onTrace?.(whole);
  };

  const queues = openSimulatedQueues(
    virtualNow,
    (body) => {
      if (world.calm) return [0];
      const copies: number[] = [];
      if (random() >= scenario.lose) copies.push(0);
      if (random() < scenario.double && (doubled.get(body) ?? 0) < doubledMax) {
        doubled.set(body, (doubled.get(body) ?? 0) + 1);
        copies.push(pick(30_000));
      }
      return copies.map((late) => (random() < scenario.hold ? late + pick(300_000) : late));
    },
    scenario.receivesMax,
  );

  await interceptCalls(
    {
      table: (action, body) => askTable(options.table, action, body),
      queues: (action, body) => queues.answer(action, body),
      objects: (method, path, headers, body) => options.objects.send(method, path, headers, body),
      secrets: () => ({
        status: 200,
        headers: { 'content-type': 'application/x-amz-json-1.1' },
        body: Buffer.from(
          JSON.stringify({ SecretString: 'pepper', Parameter: { Value: 'pepper', Version: 1 } }),
        ),
      }),
      events: () => ({
        status: 200,
        headers: { 'content-type': 'application/x-amz-json-1.1' },
        body: Buffer.from(JSON.stringify({ FailedEntryCount: 0, Entries: [{ EventId: 'event' }] })),
      }),
      site: (asked) =>
        (asked.origin === receiverOrigin ? { status: 200, headers: {}, body: Buffer.of() } : undefined) ??
        webs.get(asked.origin)?.answer(asked.path, asked.askedAt, asked.byBrowser) ?? {
          status: 404,
          headers: {},
          body: Buffer.of(),
        },
    },
    virtualNow,
  );

  const nextRelease = drawReleases(releases, scenario.seed, () => (tally.ofBefore += 1));
  const { receive } = mutant ?? {};
  const lambda = openLambda({ note, nextRelease, ...(receive === undefined ? {} : { receive }) });

  const end = (sandbox: Sandbox, why: string): void => {
    tally.kills += 1;
    lambda.end(sandbox, why);
  };

  /** As an event source mapping does: what a handler did not name as failed is deleted. */
  const deliver = async (queue: Queue): Promise<void> => {
    const messages = queues.take(queue, pick);
    if (messages.length === 0) return;
    note(`${queue.name} delivers ${messages.map(({ id, receives }) => `${id}/${receives}`).join(' ')}`);
    if (queue.dead === undefined) tally.buried += messages.length;
    let failed: Set<string> | null = null;
    try {
      const answer = await lambda.invoke(queue.wakes as FunctionName, queueEvent(queue, messages));
      if (answer !== gone) {
        const { batchItemFailures } = answer as { batchItemFailures: { itemIdentifier: string }[] };
        failed = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
      }
    } catch {
      // Every message comes again when its visibility timeout is over.
    }
    for (const message of messages) {
      message.inFlight = false;
      if (failed !== null && !failed.has(message.id)) queues.remove(queue, message);
    }
  };

  const beat = async (): Promise<void> => {
    try {
      await lambda.invoke('heartbeat', {});
    } catch {
      // The next one is a minute away.
    }
  };

  const watch = (call: Call, answer: CallAnswer): void => {
    if (call.service !== 'table' || answer.status !== 200 || !call.body.includes('completedAt = :now'))
      return;
    // The SDK sends a transaction whose answer was lost again with its token: DynamoDB answers well, and applies
    // nothing.
    const token = /"ClientRequestToken":"([^"]+)"/.exec(call.body)?.[1];
    if (token !== undefined && applied.has(token)) return;
    if (token !== undefined) applied.add(token);
    const job = /"J#([^"]+)"/.exec(call.body)?.[1] ?? '';
    concluded.set(job, (concluded.get(job) ?? 0) + 1);
    if (call.sandbox.release === 'before') concludedByBefore.add(job);
  };

  const performWatched = async (call: Call, partly: boolean): Promise<CallAnswer> => {
    const answer = partly ? await performPartly(call) : await call.perform();
    watch(call, answer);
    return answer;
  };

  const chooseFault = (): SimulatedFault | null => {
    if (world.calm || tally.faults >= scenario.faults || random() >= scenario.faultRate) return null;
    tally.faults += 1;
    return faultKinds[pick(faultKinds.length)] ?? null;
  };

  const isPoison = findPoison(scenario, webs);

  const carryOut = async (call: Call): Promise<void> => {
    removeCall(call);
    tally.calls += 1;
    const fault = chooseFault();
    note(
      `${call.sandbox.id} ${call.service} ${call.action} ${call.subject}${fault === null ? '' : ` [${fault}]`}`,
    );
    mutant?.rewrite?.(call);
    const stale = world.calm || random() >= scenario.stale ? null : makeStaleAnswer(call);
    if (fault === null && stale !== null) return call.answer(stale);
    if (isPoison(call)) return end(call.sandbox, 'poisoned');
    switch (fault) {
      case 'die-before':
        return end(call.sandbox, 'before its call');
      case 'die-after':
        await performWatched(call, false);
        return end(call.sandbox, 'after its call');
      case 'lose-request':
        return call.fail(connectionReset());
      case 'lose-answer':
        await performWatched(call, false);
        return call.fail(connectionReset());
      case 'refuse':
        return call.answer(makeRefusal(call, pick));
      case 'partly':
      case null:
        return call.answer(await performWatched(call, fault === 'partly'));
    }
  };

  const deliverable = (): Queue[] =>
    [...queues.all.values()].filter(
      ({ wakes, messages }) =>
        !(mutant?.withoutFunction === wakes) &&
        lambda.hasRoom(wakes as FunctionName) &&
        messages.some(({ visibleAt }) => visibleAt <= virtualNow()),
    );

  const nextEventAt = (): number =>
    Math.min(nextTimerAt(), queues.nextVisibleAt(), nextBeatAt, lambda.nextDeadline());

  const passTime = (): void => {
    // While calls are under way they take their time, not a jump to whatever comes next.
    const at = pendingCalls().length > 0 ? virtualNow() + pick(pick(10) === 0 ? 20_000 : 500) : Infinity;
    advanceTo(Math.min(at, nextEventAt()));
    lambda.endOverdue();
    if (virtualNow() < nextBeatAt) return;
    nextBeatAt = virtualNow() + minute;
    if (mutant?.withoutFunction === 'heartbeat') return;
    const beats = world.calm || random() < 0.85 ? 1 : pick(3);
    for (let count = 0; count < beats; count += 1) void beat();
  };

  const step = async (): Promise<void> => {
    if (await lambda.beginNext()) return;
    const calls = pendingCalls();
    const ready = deliverable();
    const slow = calls.length === 0 ? 1 : world.calm ? 0 : scenario.slow;
    const { running } = lambda;
    if (
      !world.calm &&
      running.length > 0 &&
      tally.faults < scenario.faults &&
      random() < scenario.faultRate / 20
    ) {
      tally.faults += 1;
      return end(running[pick(running.length)] as Sandbox, 'of itself');
    }
    if (ready.length > 0 && random() < (calls.length === 0 ? 0.9 : 0.3)) {
      void deliver(ready[pick(ready.length)] as Queue);
      return;
    }
    if (calls.length > 0 && random() >= slow) return await carryOut(calls[pick(calls.length)] as Call);
    passTime();
  };

  const world: World = {
    scenario,
    concluded,
    concludedByBefore,
    violations,
    tally,
    calm: false,
    invoke: (name, event) => lambda.invoke(name, event),
    run: async (over) => {
      for (;;) {
        await settled();
        if (over()) return true;
        tally.steps += 1;
        if (tally.steps > stepsMax || virtualNow() > epochMs + horizonMs) return false;
        await step();
      }
    },
    isQuiet: () =>
      pendingCalls().length === 0 &&
      lambda.isIdle() &&
      [...queues.all.values()].every(
        ({ wakes, messages }) => messages.length === 0 || mutant?.withoutFunction === wakes,
      ),
    traceHash: () => hash.copy().digest('hex').slice(0, 16),
  };
  limitReleases(releases, scenario);
  return world;
};
