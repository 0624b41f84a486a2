import { join } from 'node:path';
import type { FunctionPlan } from '../template/functions.ts';
import type { Plan } from '../template/plan.ts';
import type { LocalCredentials } from '../door/local-credentials.ts';
import type { Executions } from './executions.ts';
import { freezeBetween } from './freeze-between.ts';
import { functionEnvironment, type Endpoints } from './function-environment.ts';
import { failureLine, openFunctionLog, type FunctionLog } from './function-log.ts';
import { createFunctionPool, type FunctionPool, type FunctionPoolOptions } from './function-pool.ts';
import { makeRecentUse } from '../sharing/recent-use.ts';
import { adoptEnvironments, startInProcess } from './start-in-process.ts';
import { startSandbox } from './start-sandbox.ts';

/** Requests that hold their connection wait and do not compute, so there may be more of them than processors. */
const apiSandboxesMax = 10;
const rotateEveryMs = 30_000;

export interface MakePoolsOptions {
  readonly plan: Plan;
  readonly endpoints: Endpoints;
  readonly credentials: LocalCredentials;
  readonly dataDir: string;
  /** Sandboxes of one function at a time. */
  readonly poolSize: number;
  readonly executions: Executions;
  /** Whether sandboxes are frozen between events. */
  readonly freezes: boolean;
  readonly inproc: boolean;
  readonly onNotice: (subject: string, line: string) => void;
}

/** The functions' sandboxes and their log files. */
export interface Pools {
  readonly pools: ReadonlyMap<string, FunctionPool>;
  close(graceMs: number): Promise<void>;
}

const sourceDir = join(import.meta.dirname, '..', '..', 'functions');

const answersHttp = (plan: Plan, { name }: FunctionPlan): boolean =>
  plan.routes.some((route) => route.functionName === name);

const sizeOf = (plan: Plan, it: FunctionPlan, poolSize: number): number => {
  const { reservedConcurrency } = it;
  const size = answersHttp(plan, it) ? Math.max(apiSandboxesMax, poolSize) : poolSize;
  return Math.max(1, Math.min(size, reservedConcurrency ?? size));
};

/** A function that may run only once at a time has none. */
const spareOf = ({ reservedConcurrency }: FunctionPlan): number =>
  reservedConcurrency === undefined ? 1 : 0;

/** Makes a pool for each function of the template; sandboxes start when they are first needed. */
export const makePools = (options: MakePoolsOptions): Pools => {
  const { plan, endpoints, credentials, dataDir, poolSize, executions, freezes, inproc, onNotice } = options;
  const environments = new Map(
    plan.functions.map((it) => [it.name, functionEnvironment(it, endpoints, credentials, process.env)]),
  );
  if (inproc) adoptEnvironments([...environments.values()], credentials);
  const logs: FunctionLog[] = [];
  // Requests are grouped by their key, and mostly wait; they say nothing about what the teams of queues use.
  const [callers, teams] = [makeRecentUse(Date.now), makeRecentUse(Date.now)];

  const tellIn =
    (log: FunctionLog): FunctionPoolOptions['onFailure'] =>
    (it, outcome) => {
      const what = outcome.kind === 'error' ? `${outcome.errorType}: ${outcome.message}` : outcome.message;
      log.write(failureLine(outcome, new Date()));
      onNotice(it.name, `${it.name}: ${what.split('\n')[0]} (more in ${log.path})`);
    };

  const pools = plan.functions.map((it) => {
    const log = openFunctionLog(dataDir, it.name);
    logs.push(log);
    const environment = environments.get(it.name) ?? {};
    const start = inproc
      ? startInProcess(it, sourceDir)
      : () => {
          const sandbox = startSandbox({ plan: it, environment, dataDir, log });
          return freezes ? freezeBetween(sandbox) : sandbox;
        };
    return [
      it.name,
      createFunctionPool({
        plan: it,
        max: sizeOf(plan, it, poolSize),
        spare: spareOf(it),
        recentUse: answersHttp(plan, it) ? callers : teams,
        executions,
        start,
        onFailure: tellIn(log),
      }),
    ] as const;
  });
  const rotating = setInterval(() => {
    for (const log of logs) log.rotate();
  }, rotateEveryMs);
  rotating.unref();

  return {
    pools: new Map(pools),
    close: async (graceMs) => {
      clearInterval(rotating);
      await Promise.all(pools.map(([, pool]) => pool.close(graceMs)));
      for (const log of logs) log.close();
    },
  };
};
