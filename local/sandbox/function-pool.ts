import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { localAccount, localRegion } from '../template/intrinsics.ts';
import type { FunctionPlan } from '../template/functions.ts';
import type { Executions } from './executions.ts';
import { throttledOutcome, type InvocationContext, type InvocationOutcome } from './invocation.ts';
import type { RuntimeSandbox } from './start-sandbox.ts';
import { makeTurns, type Turns } from '../sharing/turns.ts';
import type { RecentUse } from '../sharing/recent-use.ts';
import { makeProcessorShare, type ProcessorShare } from './processor-share.ts';

/** A sandbox that has been idle this long is ended: it holds 35-80 MB. */
const idleMs = 90_000;

interface Idle {
  readonly sandbox: RuntimeSandbox;
  readonly timer: NodeJS.Timeout;
}

/** Is called once a function is loaded and gets its event. */
type Began = () => void;
type Run = (event: unknown, groups: readonly string[], began?: Began) => Promise<InvocationOutcome>;

/** The right to run one event. */
export interface Lease {
  /** Runs the event and gives the lease back, however the event ends. */
  run(event: unknown, began?: Began): Promise<InvocationOutcome>;
  /** Gives the lease back unused. */
  release(): void;
}

/**
 * The sandboxes of one function: at most `max` at a time and a spare one (`local/sharing/turns.ts`). They are started
 * when all others are busy, and reused last in, first out, so that superfluous ones grow idle and end. A run for a team
 * above its share gets only what processors have left (`local/sharing/recent-use.ts`).
 */
export interface FunctionPool {
  readonly plan: FunctionPlan;
  /** Waits for a turn of these groups. */
  lease(groups?: readonly string[]): Promise<Lease>;
  /** Waits for a turn, then runs the event. */
  invoke(event: unknown, groups?: readonly string[], began?: Began): Promise<InvocationOutcome>;
  readonly turns: Pick<Turns, 'open' | 'changed'>;
  readonly busy: number;
  /** Ends the sandboxes that are idle now. */
  retireIdle(): void;
  /** Lets running events end for `graceMs`, then kills the rest. */
  close(graceMs: number): Promise<void>;
}

export interface FunctionPoolOptions {
  readonly plan: FunctionPlan;
  readonly max: number;
  /** Sandboxes beyond `max`, for groups that hold none. */
  readonly spare: number;
  /** Which teams used sandboxes lately: runs for a team above its share give way to others. */
  readonly recentUse: RecentUse;
  /** The executions that all functions of the account share. */
  readonly executions: Executions;
  readonly start: () => RuntimeSandbox;
  readonly onFailure: (plan: FunctionPlan, outcome: Extract<InvocationOutcome, { ok: false }>) => void;
}

const contextOf = (plan: FunctionPlan): InvocationContext => ({
  awsRequestId: randomUUID(),
  functionName: plan.name,
  functionVersion: '$LATEST',
  invokedFunctionArn: `arn:aws:lambda:${localRegion}:${localAccount}:function:${plan.name}`,
  memoryLimitInMB: String(plan.memoryMb),
  logGroupName: `/aws/lambda/${plan.name}`,
  logStreamName: 'local',
  deadlineMs: 0,
});

const closedOutcome: InvocationOutcome = {
  ok: false,
  kind: 'crash',
  errorType: 'Runtime.Stopped',
  message: 'the runtime is stopping',
  trace: [],
};

const retireAll = (idle: Idle[]): void => {
  for (const { sandbox, timer } of idle.splice(0)) {
    clearTimeout(timer);
    sandbox.retire();
  }
};

export const createFunctionPool = (options: FunctionPoolOptions): FunctionPool => {
  const { plan, max, spare, recentUse, executions, start, onFailure } = options;
  const idle: Idle[] = [];
  const everyone = new Map<RuntimeSandbox, ProcessorShare>();
  const turns = makeTurns(max, spare);
  let closed = false;

  /** Takes a sandbox. One whose lowered weight cannot be restored only serves runs that give way. */
  const take = (gives: boolean): RuntimeSandbox => {
    for (let rested = idle.pop(); rested; rested = idle.pop()) {
      clearTimeout(rested.timer);
      if (!rested.sandbox.alive) continue;
      if (gives || everyone.get(rested.sandbox)?.isLowered !== true) return rested.sandbox;
      rested.sandbox.retire();
    }
    const sandbox = start();
    everyone.set(sandbox, makeProcessorShare(sandbox.pid));
    void sandbox.exited.then(() => everyone.delete(sandbox));
    return sandbox;
  };

  const rest = (sandbox: RuntimeSandbox): void => {
    if (!sandbox.alive) return;
    const timer = setTimeout(() => {
      idle.splice(
        idle.findIndex((it) => it.sandbox === sandbox),
        1,
      );
      sandbox.retire();
    }, idleMs);
    timer.unref();
    idle.push({ sandbox, timer });
  };

  const run: Run = async (event, groups, began) => {
    if (closed) return closedOutcome;
    const release = executions.take();
    if (release === null) return throttledOutcome;
    const sandbox = take(recentUse.isAboveShare(groups));
    const share = everyone.get(sandbox);
    const endUse = recentUse.begin(groups, (gives) => share?.giveWay(gives));
    const outcome = await sandbox.run(event, contextOf(plan), began).finally(() => {
      release();
      endUse();
      share?.giveWay(false);
    });
    if (!outcome.ok && outcome.kind !== 'error') sandbox.kill();
    if (closed) sandbox.kill();
    else rest(sandbox);
    if (!outcome.ok && !closed) onFailure(plan, outcome);
    return outcome;
  };

  const lease = async (groups: readonly string[] = []): Promise<Lease> => {
    const release = await turns.take(groups);
    return {
      release,
      run: async (event, began) => {
        try {
          return await run(event, groups, began);
        } finally {
          release();
        }
      },
    };
  };

  return {
    plan,
    lease,
    invoke: async (event, groups, began) => (await lease(groups)).run(event, began),
    turns,
    get busy() {
      return turns.taken;
    },
    retireIdle: () => retireAll(idle),
    close: async (graceMs) => {
      closed = true;
      retireAll(idle);
      const deadline = Date.now() + graceMs;
      const isBusy = (): boolean => turns.taken > 0;
      while (isBusy() && Date.now() < deadline) await sleep(10);
      const left = [...everyone.keys()];
      for (const sandbox of left) sandbox.kill();
      await Promise.all(left.map((sandbox) => sandbox.exited));
    },
  };
};
