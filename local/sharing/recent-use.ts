/** What was used so long ago counts about a third (milliseconds). */
const windowMs = 10_000;
/** Teams that differ by less than this take as much as each other. */
const above = 1.2;
/** Whoever used less than this of the window is not there any more (milliseconds). */
const leastMs = 10;

/** Somebody's run, which is told whenever it is to give way to others, and when it is not to any more. */
export type GiveWay = (gives: boolean) => void;

/**
 * Who has used sandboxes for more than their share of the last seconds. While several teams use them, those above
 * the mean give way: their sandboxes get what processors have left. One team alone gives way to nobody.
 */
export interface RecentUse {
  /** Whether a run of these groups would give way now. */
  isAboveShare(groups: readonly string[]): boolean;
  /** Counts a run from now on until what it answers is called, and tells every run what became of its place. */
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
