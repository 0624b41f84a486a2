import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readSettingsFile } from '../../lib/config.ts';
import type { LocalCredentials } from '../door/local-credentials.ts';
import type { FunctionPlan } from '../template/functions.ts';
import { contextObject, errorParts, withinResponseLimit, type InvocationOutcome } from './invocation.ts';
import type { RuntimeSandbox } from './start-sandbox.ts';
import { moduleExtension } from '../../lib/module-extension.ts';

type Handler = (event: unknown, context: unknown) => unknown;

/**
 * Returns the function's source file, so that breakpoints are in the original code: `functions/<name>.ts`. A function
 * of another stack has none there, and runs from its bundle.
 */
const modulePath = (plan: FunctionPlan, sourceDir: string): string => {
  const source = join(sourceDir, `${plan.name}${moduleExtension}`);
  return existsSync(source) ? source : join(plan.folder, `${plan.module}.mjs`);
};

/**
 * Loads a function into the runtime's own process (`--inproc`), for breakpoints and coverage. One process has one
 * environment: the functions' variables are all set before the first is loaded. A crash or an endless loop is not
 * contained here; a timeout fails the invocation and leaves the handler running.
 */
export const startInProcess = (plan: FunctionPlan, sourceDir: string): (() => RuntimeSandbox) => {
  let loading: Promise<Handler> | undefined;
  const load = async (): Promise<Handler> => {
    const module = (await import(pathToFileURL(modulePath(plan, sourceDir)).href)) as Record<string, unknown>;
    return module[plan.handler] as Handler;
  };
  return () => ({
    alive: true,
    pid: undefined,
    exited: Promise.resolve(),
    retire: () => {},
    kill: () => {},
    run: async (event, context, began) => {
      const limitMs = plan.timeoutSeconds * 1_000;
      const timeout = Promise.withResolvers<InvocationOutcome>();
      const message = `the function took longer than ${plan.timeoutSeconds} s`;
      const timer = setTimeout(
        () =>
          timeout.resolve({ ok: false, kind: 'timeout', errorType: 'Sandbox.Timedout', message, trace: [] }),
        limitMs,
      );
      const work = async (): Promise<InvocationOutcome> => {
        try {
          loading ??= load();
          const handler = await loading;
          began?.();
          const fresh = JSON.parse(JSON.stringify(event ?? null)) as unknown;
          const result = await handler(
            fresh,
            contextObject({ ...context, deadlineMs: Date.now() + limitMs }),
          );
          return withinResponseLimit(JSON.stringify(result) ?? 'null');
        } catch (error) {
          return { ok: false, kind: 'error', ...errorParts(error) };
        }
      };
      const outcome = await Promise.race([work(), timeout.promise]);
      clearTimeout(timer);
      return outcome;
    },
  });
};

/**
 * Sets the variables of all functions in this process, before any of their modules reads one. All functions then sign
 * with one key, which is no function's own.
 */
export const adoptEnvironments = (
  environments: readonly Readonly<Record<string, string>>[],
  credentials: LocalCredentials,
): void => {
  for (const environment of environments)
    Object.assign(process.env, readSettingsFile(environment['LAMBDA_TASK_ROOT']), environment);
  // These differ between functions, and all were read by now.
  delete process.env['LAMBDA_TASK_ROOT'];
  process.env['SHARED_PROCESS'] = 'true';
  process.env['AWS_ACCESS_KEY_ID'] = credentials.accessKeyId;
};
