import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FunctionPlan } from '../template/functions.ts';
import { killGroup, startChild } from '../runtime/children.ts';
import { tail, type FunctionLog } from './function-log.ts';
import {
  withinResponseLimit,
  type FromSandbox,
  type InvocationContext,
  type InvocationOutcome,
} from './invocation.ts';
import { compileCacheFolder } from '../compile-cache.ts';
import { moduleExtension } from '../../lib/module-extension.ts';

/** Lambda allows 10 s; a laptop that starts everything at once may need longer. */
const initMs = 120_000;
/** Grandchildren may hold the error output open, so its end is waited for no longer than this. */
const drainMs = 200;

/** One execution environment of a function: runs one event at a time and is discarded when it dies. */
export interface RuntimeSandbox {
  readonly alive: boolean;
  /** The number of its process; undefined if it shares the runtime's. */
  readonly pid: number | undefined;
  /** Runs one event. `began` is called once the function is loaded and gets the event. */
  run(event: unknown, context: InvocationContext, began?: () => void): Promise<InvocationOutcome>;
  /** Lets an idle sandbox end by itself. */
  retire(): void;
  /** Ends it and everything it started, at once. */
  kill(): void;
  /** Settles when the process has ended. */
  readonly exited: Promise<void>;
}

export interface SandboxOptions {
  readonly plan: FunctionPlan;
  readonly environment: Readonly<Record<string, string>>;
  readonly dataDir: string;
  readonly log: FunctionLog;
}

const modulePath = ({ folder, module }: FunctionPlan): string => {
  const paths = ['mjs', 'js', 'cjs'].map((extension) => join(folder, `${module}.${extension}`));
  return paths.find((path) => existsSync(path)) ?? join(folder, `${module}.mjs`);
};

const describeExit = (code: number | null, signal: string | null, lastLine: string): string =>
  `the process ended with ${signal === null ? `exit code ${code}` : `signal ${signal}`}${lastLine && `: ${lastLine}`}`;

/** Portable: the stacks of a checkout share what is compiled, and each has its bundles at paths of its own. */
const cacheOfCompiled = ({ folder }: FunctionPlan): Readonly<Record<string, string>> => ({
  NODE_COMPILE_CACHE: join(folder, '..', compileCacheFolder),
  NODE_COMPILE_CACHE_PORTABLE: '1',
});

/**
 * Starts a child process that loads the function's bundle. It can be used at once: the first event waits for the load.
 */
export const startSandbox = ({ plan, environment, dataDir, log }: SandboxOptions): RuntimeSandbox => {
  const child = startChild({
    command: process.execPath,
    args: [
      join(import.meta.dirname, `sandbox${moduleExtension}`),
      modulePath(plan),
      plan.handler,
      resolve(dataDir),
    ],
    dataDir,
    stdio: ['ignore', log.descriptor, 'pipe', 'ipc'],
    env: { ...environment, ...cacheOfCompiled(plan) },
  });
  const errors = tail();
  child.stderr?.on('data', (chunk: Buffer) => {
    log.write(chunk);
    errors.add(chunk.toString('utf8'));
  });
  const outputEnded = new Promise((resolve) => child.stderr?.once('end', resolve));

  let alive = true;
  let settle: ((outcome: InvocationOutcome) => void) | undefined;
  let startUpFailure: Extract<FromSandbox, { type: 'failure' }> | undefined;
  const ready = Promise.withResolvers<void>();
  const exited = Promise.withResolvers<void>();

  const finish = (outcome: InvocationOutcome): void => {
    const waiting = settle;
    settle = undefined;
    waiting?.(outcome);
  };
  const die = (errorType: string, message: string): void => {
    alive = false;
    ready.resolve();
    finish({ ok: false, kind: 'crash', errorType, message, trace: startUpFailure?.trace ?? [] });
    exited.resolve();
  };

  child.on('message', (message: FromSandbox) => {
    if (message.type === 'ready') ready.resolve();
    else if (message.type === 'result') finish(withinResponseLimit(message.payload));
    else if (message.requestId === undefined) startUpFailure = message;
    else {
      const { errorType, message: text, trace } = message;
      finish({ ok: false, kind: 'error', errorType, message: text, trace });
    }
  });
  child.on('error', (error) => die('Runtime.SpawnError', error.message));
  // `exit` may come before the last of the error output, and `close` never comes after a disconnect.
  child.on('exit', (code, signal) => {
    alive = false;
    void Promise.race([outputEnded, sleep(drainMs)]).then(() => {
      if (startUpFailure) die(startUpFailure.errorType, `while it was loading: ${startUpFailure.message}`);
      else die('Runtime.ExitError', describeExit(code, signal, errors.lastLine()));
    });
  });

  const kill = (): void => {
    alive = false;
    killGroup(child.pid);
  };
  const timeOut = (what: string, ms: number): void => {
    const message = `${what} took longer than ${ms / 1_000} s`;
    finish({ ok: false, kind: 'timeout', errorType: 'Sandbox.Timedout', message, trace: [] });
    kill();
  };

  return {
    get alive() {
      return alive;
    },
    pid: child.pid,
    exited: exited.promise,
    kill,
    retire: () => {
      alive = false;
      if (child.connected) child.disconnect();
    },
    run: async (event, context, began) => {
      const outcome = new Promise<InvocationOutcome>((resolve) => {
        settle = resolve;
      });
      const initTimer = setTimeout(() => timeOut('loading the function', initMs), initMs);
      await ready.promise;
      clearTimeout(initTimer);
      const limitMs = plan.timeoutSeconds * 1_000;
      const timer = setTimeout(() => timeOut('the function', limitMs), limitMs);
      if (alive && settle) {
        began?.();
        child.send({ event, context: { ...context, deadlineMs: Date.now() + limitMs } }, (error) => {
          if (error)
            finish({
              ok: false,
              kind: 'crash',
              errorType: 'Runtime.ExitError',
              message: error.message,
              trace: [],
            });
        });
      }
      return await outcome.finally(() => clearTimeout(timer));
    },
  };
};
