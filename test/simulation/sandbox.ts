import { AsyncLocalStorage } from 'node:async_hooks';
import type { Release } from './releases.ts';

/**
 * A sandbox of Lambda: one instance of a handler module, one event at a time. Whatever runs on its behalf carries
 * it along, so that a call or a timer is known to be its own, and nothing of it goes on once it is dead.
 */
export interface Sandbox {
  readonly id: string;
  readonly functionName: string;
  /** Whose handlers it runs. */
  readonly release: Release['name'];
  readonly handler: (event: unknown, context: object) => Promise<unknown>;
  alive: boolean;
  busy: boolean;
}

const storage = new AsyncLocalStorage<Sandbox>();

/** The sandbox on whose behalf this code runs; none for the simulation itself. */
export const currentSandbox = (): Sandbox | undefined => storage.getStore();

export const runIn = <Result>(sandbox: Sandbox, work: () => Result): Result => storage.run(sandbox, work);

/** True for the simulation itself, and for a sandbox that was not killed. */
export const aliveNow = (sandbox: Sandbox | undefined): boolean => sandbox?.alive !== false;
