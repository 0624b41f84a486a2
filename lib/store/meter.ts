import { AsyncLocalStorage } from 'node:async_hooks';
import type { FunctionTime } from '../job/prices.ts';
import { sumOfUnits, wholeUnits, type Units } from '../job/units.ts';

/**
 * Counts what is taken of paid services, on account of the job for which it is.
 *
 * A function works for several jobs at the same time, through clients that they share. So whoever works for a
 * job runs within that job's account (`Meter.run`); a call of a service finds the account that it is made in
 * and adds what it took (`lib/store/meter-calls.ts`). The account is carried to the job by the writes that
 * change the job anyway, as counters beside theirs: the write takes what has come together (`drainUnits`), and
 * gives it back if it was cancelled. So what is counted on a job is counted once; what comes together after the
 * last such write in a sandbox is carried by the next write for that job there, or by none. What such a write takes
 * itself, it carries.
 *
 * The time of a function is divided: each moment in equal parts among those who are at work in it, waiting
 * included, because that is billed as well. The parts of all together are the time in which anybody was at
 * work.
 */
interface Account {
  units: Units;
  /** Write units that were carried before they were taken: by the very writes that take them. */
  prepaid: number;
  /** Brings the time of its function up to now. */
  readonly settle: () => void;
}

const paying = new AsyncLocalStorage<Account>();

/** Whether what is done here is counted for somebody. */
export const isMetered = (): boolean => paying.getStore() !== undefined;

/** Adds to the account that this runs in; to none, where nobody is metered. */
export const recordUnits = (units: Units): void => {
  const account = paying.getStore();
  if (account === undefined) return;
  const paid = Math.min(account.prepaid, units.wru ?? 0);
  account.prepaid -= paid;
  account.units = sumOfUnits([account.units, units, { wru: -paid }]);
};

/** Does what was counted beforehand: a write that follows a job's last one would be carried by none. */
export const withoutMeter = <Result>(work: () => Result): Result => paying.exit(work);

/** What a write carries to a job. */
export interface DrainedUnits {
  readonly units: Units;
  /** The write had no effect: the next one carries it. */
  restore(): void;
}

/** The least that a transaction of so many items takes: one unit for an item up to a kilobyte, twice. */
export const transactionUnits = (items: number): number => 2 * items;

/**
 * Takes what has come together on the account that this runs in; nothing, where nobody is metered. `own`: the write
 * units that the write takes at least which is to carry it. They are carried too, for it may be the last; what it takes
 * beyond them is carried by the next.
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
   * Works on account of a job; null for one that is yet to be made, whose account nobody else finds.
   * `invocations` is the part of an invocation that this is; `messages` says whether a queue woke it.
   */
  run<Result>(
    job: string | null,
    part: { readonly invocations: number; readonly fromQueue: boolean },
    work: () => Promise<Result>,
  ): Promise<Result>;
}

/** Jobs whose remainders are kept for the next visit. */
const accountsKept = 1_000;

/** A receive and a deletion: Lambda's poller makes one of each for the messages of an invocation. */
const requestsOfPoller = 2;

/**
 * Opens the meter of a function. `now` is a clock in milliseconds; `initMs` what the sandbox took to start,
 * which its first work pays.
 */
export const openMeter = (time: FunctionTime, now: () => number, initMs = 0): Meter => {
  const accounts = new Map<string, Account>();
  /** Who is at work, and with how many works. */
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
