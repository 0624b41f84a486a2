/** After this many milliseconds use counts about a third. */
const windowMs = 10_000;
/** Teams that differ by a smaller factor count as equal. */
const above = 1.2;
/** A team that used less than this within the window no longer counts (milliseconds). */
const leastMs = 10;

/** Tells a run to give way to others, or to stop giving way. */
export type GiveWay = (gives: boolean) => void;

/**
 * Which teams used more than their share of sandboxes in the last seconds. While several teams use them, those above
 * the mean give way: their sandboxes get what processors have left. A team alone gives way to none.
 */
export interface RecentUse {
  /** Says whether a run of these groups would give way now. */
  isAboveShare(groups: readonly string[]): boolean;
  /** Counts a run from now on until the returned function is called, and tells every run whether it now gives way. */
  begin(groups: readonly string[], giveWay: GiveWay): () => void;
}

interface Use {
  readonly ms: number;
  readonly at: number;
  readonly running: number;
}

/** Makes the account of one kind of groups. `now` counts milliseconds. */
export const makeRecentUse = (now: () => number): RecentUse => {
  const uses = new Map<string, Use>();
  const runs = new Set<{ readonly groups: readonly string[]; readonly giveWay: GiveWay }>();

  const useNow = ({ ms, at, running }: Use): number => {
    const kept = Math.exp(-(now() - at) / windowMs);
    return ms * kept + running * windowMs * (1 - kept);
  };
  const count = (groups: readonly string[], by: number): void => {
    for (const group of groups) {
      const use = uses.get(group) ?? { ms: 0, at: now(), running: 0 };
      uses.set(group, { ms: useNow(use), at: now(), running: use.running + by });
    }
  };
  const isAboveShare = (groups: readonly string[]): boolean => {
    for (const [group, use] of uses) if (use.running === 0 && useNow(use) < leastMs) uses.delete(group);
    if (groups.length === 0 || uses.size < 2) return false;
    const all = [...uses.values()].reduce((sum, use) => sum + useNow(use), 0);
    const most = (above * all) / uses.size;
    return groups.every((group) => {
      const use = uses.get(group);
      return use !== undefined && useNow(use) > most;
    });
  };
  const tellAll = (): void => {
    for (const { groups, giveWay } of runs) giveWay(isAboveShare(groups));
  };

  return {
    isAboveShare,
    begin: (groups, giveWay) => {
      const run = { groups, giveWay };
      count(groups, 1);
      runs.add(run);
      tellAll();
      return () => {
        if (!runs.delete(run)) return;
        count(groups, -1);
        tellAll();
      };
    },
  };
};
