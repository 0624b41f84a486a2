/**
 * Decides which waiting event gets the next sandbox. A turn belongs to the groups of its messages, which are teams.
 * There are as many turns at a time as the function has sandboxes, and a spare one only for a group that holds none:
 * whatever one team sends, and however long it takes, work on another team's page starts at once. Of the waiting
 * groups, the one with the fewest turns is next.
 */
export interface Turns {
  /** Waits for a turn; the returned function gives it back. */
  take(groups: readonly string[]): Promise<() => void>;
  /** Which groups could get a turn now: all groups, all except some, or none. */
  open(): 'everybody' | 'nobody' | { readonly except: readonly string[] };
  /** Resolves as soon as a turn is given back. */
  changed(): Promise<void>;
  readonly taken: number;
}

interface Waiting {
  readonly groups: readonly string[];
  readonly start: () => void;
}

/**
 * Makes the turns.
 *
 * @param max Turns at a time, without the spare one.
 */
export const makeTurns = (max: number, spare: number): Turns => {
  const held = new Map<string, number>();
  const waiting: Waiting[] = [];
  let taken = 0;
  let change = Promise.withResolvers<void>();

  const fewest = (groups: readonly string[]): number =>
    groups.length === 0 ? Number.POSITIVE_INFINITY : Math.min(...groups.map((group) => held.get(group) ?? 0));
  const mayStart = (groups: readonly string[]): boolean =>
    taken < max || (taken < max + spare && fewest(groups) === 0);

  const count = (groups: readonly string[], by: number): void => {
    taken += by;
    for (const group of groups) {
      const left = (held.get(group) ?? 0) + by;
      if (left === 0) held.delete(group);
      else held.set(group, left);
    }
  };

  const startNext = (): void => {
    const ready = waiting.filter(({ groups }) => mayStart(groups));
    const [first, ...others] = ready;
    if (first === undefined) return;
    const next = others.reduce(
      (best, each) => (fewest(each.groups) < fewest(best.groups) ? each : best),
      first,
    );
    waiting.splice(waiting.indexOf(next), 1);
    count(next.groups, 1);
    next.start();
  };

  const turn = (groups: readonly string[]) => () => {
    count(groups, -1);
    startNext();
    change.resolve();
    change = Promise.withResolvers<void>();
  };

  return {
    take: async (groups) => {
      if (mayStart(groups)) count(groups, 1);
      else await new Promise<void>((start) => waiting.push({ groups, start }));
      return turn(groups);
    },
    open: () => {
      // A waiting event begins as soon as another ends, so no sandbox is idle meanwhile.
      if (taken < max || waiting.length === 0) return 'everybody';
      if (taken >= max + spare) return 'nobody';
      return { except: [...new Set([...held.keys(), ...waiting.flatMap(({ groups }) => groups)])] };
    },
    changed: () => change.promise,
    get taken() {
      return taken;
    },
  };
};
