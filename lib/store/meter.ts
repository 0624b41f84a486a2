import { AsyncLocalStorage } from 'node:async_hooks';
import type { FunctionTime } from '../job/prices.ts';
import { sumOfUnits, wholeUnits, type Units } from '../job/units.ts';

/**
 * Counts the use of paid services for the account of the job that causes it.
 *
 * A function works for several jobs at the same time, through clients that they share. So work for a job runs within
 * that job's account (`Meter.run`). A call of a service finds the account in which it is made and adds what it used
 * (`lib/store/meter-calls.ts`). Writes that change the job anyway carry the account to the job, as extra counters: such
 * a write takes the accumulated units (`drainUnits`), and gives them back if it was cancelled. So each unit is counted
 * once. Units that accumulate after the last such write in a sandbox are carried by the next write for that job there,
 * or by none. Such a write also carries its own units.
 *
 * The time of a function is divided: each moment in equal parts among the jobs at work in it. Waiting is included,
 * because it is billed too. All parts together are the time in which any job was at work.
 */
interface Account {
  units: Units;
  /** Write units that were carried before they were used: by the very writes that use them. */
  prepaid: number;
  /** Brings the time of its function up to now. */
  readonly settle: () => void;
}

const paying = new AsyncLocalStorage<Account>();

/** Whether the present work is counted for a job. */
export const isMetered = (): boolean => paying.getStore() !== undefined;

/** Adds to the account of the present work; does nothing without an account. */
export const recordUnits = (units: Units): void => {
  const account = paying.getStore();
  if (account === undefined) return;
  const paid = Math.min(account.prepaid, units.wru ?? 0);
  account.prepaid -= paid;
  account.units = sumOfUnits([account.units, units, { wru: -paid }]);
};

/** Runs work whose cost was counted beforehand: after a job's last write, no later write would carry it. */
export const withoutMeter = <Result>(work: () => Result): Result => paying.exit(work);

/** The units that a write carries to a job. */
export interface DrainedUnits {
  readonly units: Units;
  /** Gives the units back, because the write had no effect: the next one carries them. */
  restore(): void;
}

/** Computes the least cost of a transaction of so many items: one unit for an item up to a kilobyte, twice. */
export const transactionUnits = (items: number): number => 2 * items;

/**
 * Takes the accumulated units of the present account; none without an account. `own`: the write units that the carrying
 * write itself uses at least. They are carried too, because it may be the last write; what it uses beyond them is
 * carried by the next.
 */
export const drainUnits = (own = 0): DrainedUnits => {
  const account = paying.getStore();
  if (account === undefined) return { units: {}, restore: () => {} };
  account.settle();
  const { whole, rest } = wholeUnits(sumOfUnits([account.units, { wru: own }]));
  account.units = rest;
  account.prepaid += own;
  return {
    units: whole,
    restore: () => {
      account.units = sumOfUnits([account.units, whole]);
    },
  };
};

/** The meter of one function in one sandbox. */
export interface Meter {
  /**
   * Runs work for the account of a job; null for a job that is yet to be made, whose account is separate. `invocations`
   * is the part of an invocation that this is; `fromQueue` says whether a queue started it.
   */
  run<Result>(
    job: string | null,
    part: { readonly invocations: number; readonly fromQueue: boolean },
    work: () => Promise<Result>,
  ): Promise<Result>;
}

/** Jobs whose remaining units are kept for the next visit. */
const accountsKept = 1_000;

/** A receive and a deletion: Lambda's poller makes one of each for the messages of an invocation. */
const requestsOfPoller = 2;

/**
 * Opens the meter of a function. `now` is a clock in milliseconds; `initMs` is the time that the sandbox took to start,
 * which its first work pays.
 */
export const openMeter = (time: FunctionTime, now: () => number, initMs = 0): Meter => {
  const accounts = new Map<string, Account>();
  /** The accounts at work, and how many works each has. */
  const busy = new Map<Account, number>();
  let settledAt = now();
  let unpaidInitMs = initMs;

  const settle = (): void => {
    const at = now();
    const passed = Math.max(0, at - settledAt);
    settledAt = at;
    const works = [...busy.values()].reduce((sum, count) => sum + count, 0);
    for (const [account, count] of busy) {
      account.units = sumOfUnits([account.units, { [time]: (passed * count) / works }]);
    }
  };

  const accountOf = (job: string | null): Account => {
    const known = job === null ? undefined : accounts.get(job);
    if (known !== undefined) return known;
    const account: Account = { units: {}, prepaid: 0, settle };
    if (job !== null) {
      const [oldest] = accounts.keys();
      if (accounts.size >= accountsKept && oldest !== undefined) accounts.delete(oldest);
      accounts.set(job, account);
    }
    return account;
  };

  return {
    run: async (job, { invocations, fromQueue }, work) => {
      settle();
      const account = accountOf(job);
      const { units } = account;
      const polls = fromQueue ? { sqs: requestsOfPoller * invocations } : {};
      account.units = sumOfUnits([units, { runs: invocations, ...polls, [time]: unpaidInitMs }]);
      unpaidInitMs = 0;
      busy.set(account, (busy.get(account) ?? 0) + 1);
      try {
        return await paying.run(account, work);
      } finally {
        settle();
        const left = (busy.get(account) ?? 1) - 1;
        if (left > 0) busy.set(account, left);
        else busy.delete(account);
      }
    },
  };
};
