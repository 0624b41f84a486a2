import type { RuntimeSandbox } from './start-sandbox.ts';

/**
 * Stops the process of a sandbox between events, as Lambda freezes an execution environment: its timers do not run, and
 * its connections grow old, until the next event thaws it. Lambda never freezes in the middle of an event: only "when
 * the runtime and each extension have completed and there are no pending events" ("AWS Lambda Developer Guide", Lambda
 * execution environment). So a worker is not frozen with a lease that it holds for its event.
 */
export const freezeBetween = (sandbox: RuntimeSandbox): RuntimeSandbox => {
  const signal = (name: 'SIGSTOP' | 'SIGCONT'): void => {
    try {
      if (sandbox.pid !== undefined) process.kill(sandbox.pid, name);
    } catch {
      // It has ended, so it need not be frozen or thawed.
    }
  };
  return {
    get alive() {
      return sandbox.alive;
    },
    pid: sandbox.pid,
    exited: sandbox.exited,
    kill: () => sandbox.kill(),
    retire: () => {
      signal('SIGCONT');
      sandbox.retire();
    },
    run: async (event, context) => {
      signal('SIGCONT');
      const outcome = await sandbox.run(event, context);
      if (sandbox.alive) signal('SIGSTOP');
      return outcome;
    },
  };
};
