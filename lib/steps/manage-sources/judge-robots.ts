import { judgeByRobots, openRobotsWork, type RobotsWork } from '../../fetch/robots/robots-judgement.ts';
import { robotsVerdictSchema, type RobotsVerdict } from '../../fetch/robots/robots-verdict.ts';
import { hostOf } from '../../frontier/page.ts';
import { sourceLimits } from '../../limits/source-limits.ts';
import type { PlanEntry, PlanFinding } from '../../source/plan-sources.ts';
import { sourceStart, type ManifestSource } from '../../source/resolve-sources.ts';
import type { SourceState } from '../../source/source-state.ts';
import { getRobots } from '../../store/hosts/robots.ts';
import type { Table } from '../../store/table.ts';

/** What is known of robots.txt, by host. */
export type KnownRobots = ReadonlyMap<string, RobotsVerdict>;

/**
 * Reads what runs have learned in the last day of robots.txt at the hosts where sources begin. A plan sends no requests
 * to hosts.
 */
export const readRobots = async (
  { table, now }: { readonly table: Table; readonly now: () => number },
  sources: readonly ManifestSource[],
): Promise<KnownRobots> => {
  const hosts = [...new Set(sources.map((source) => hostOf(sourceStart(source))))];
  const verdicts = new Map<string, RobotsVerdict>();
  const read = async (host: string): Promise<void> => {
    const parsed = robotsVerdictSchema.safeParse(await getRobots(table, host, now()));
    if (parsed.success) verdicts.set(host, parsed.data);
  };
  for (let start = 0; start < hosts.length; start += 20)
    await Promise.all(hosts.slice(start, start + 20).map(read));
  return verdicts;
};

const obeys = ({ status, crawl }: ManifestSource): boolean =>
  status !== 'retired' && crawl?.ignoreRobotsTxt !== true;

/** Whether a source begins at an address from which no run of it has ever begun. */
const beginsAnew = ({ id, fields }: PlanEntry, states: ReadonlyMap<string, SourceState>): boolean =>
  states.get(id)?.lastRun === undefined || fields.some(({ field }) => /^urls?\b/.test(field));

/**
 * Whether an edit asks for pages that were not asked for before: with a source that begins anew, that is taken up again
 * after a pause, or that obeyed robots.txt no more until now. For a source that has run, a robots.txt which forbids it
 * now is the host's change and not the edit's: its runs fetch nothing and tell so, and the edit, which may concern any
 * other source of the manifest, is no place to stop it.
 */
const asksForMore = (entry: PlanEntry, states: ReadonlyMap<string, SourceState>): boolean =>
  entry.source?.status !== 'paused' &&
  (beginsAnew(entry, states) ||
    entry.fields.some(({ field }) => field === 'status' || field === 'crawl.ignoreRobotsTxt'));

const forbidden = (
  entry: PlanEntry & { readonly source: ManifestSource },
  known: KnownRobots,
  states: ReadonlyMap<string, SourceState>,
  work: RobotsWork,
): PlanFinding[] => {
  const { source } = entry;
  const url = sourceStart(source);
  const verdict = known.get(hostOf(url));
  if (verdict?.kind !== 'rules' || !obeys(source)) return [];
  const judgement = judgeByRobots(verdict.rules, url, work);
  if (judgement === 'allowed') return [];
  // Only a run finds out what a plan had no work left to judge.
  const isError = judgement === 'forbidden' && source.status !== 'proposed' && asksForMore(entry, states);
  const effect = isError ? 'it cannot be a source' : 'its runs fetch nothing there';
  const message =
    judgement === 'forbidden'
      ? `robots.txt of ${hostOf(url)} forbids ${url}: ${effect}`
      : `The rules of robots.txt of ${hostOf(url)}, with those for the sources before it, take more work to apply ` +
        `than a plan may: ${url} counts as forbidden`;
  return [{ level: isError ? 'error' : 'warning', source: source.id, code: 'ROBOTS_DISALLOWED', message }];
};

/** One finding for all: a first manifest has hundreds of hosts that nobody has asked yet. */
const unknown = (hosts: readonly string[]): PlanFinding[] => {
  if (hosts.length === 0) return [];
  const told = hosts.slice(0, sourceLimits.unknownHostsTold);
  const rest = hosts.length - told.length;
  const more = rest === 0 ? '' : ` and ${rest} more ${rest === 1 ? 'host' : 'hosts'}`;
  const message =
    `Nothing is known yet of robots.txt of ${told.join(', ')}${more}: the first run reads it before any page, ` +
    'and fetches nothing that it forbids';
  return [{ level: 'info', code: 'ROBOTS_UNKNOWN', message }];
};

/**
 * Says which sources robots.txt forbids, as far as it is known, and at which hosts of new sources it is not. A host
 * whose robots.txt could not be read counts as not known: the next run asks it again.
 */
export const judgeRobots = (
  entries: readonly PlanEntry[],
  known: KnownRobots,
  states: ReadonlyMap<string, SourceState>,
): PlanFinding[] => {
  const isUnknown = (host: string): boolean => (known.get(host)?.kind ?? 'disallow-all') === 'disallow-all';
  const hosts = entries.flatMap((entry) => {
    const { source } = entry;
    return source !== null && obeys(source) && beginsAnew(entry, states) ? [hostOf(sourceStart(source))] : [];
  });
  const after = entries.flatMap((entry) =>
    entry.source === null ? [] : [{ ...entry, source: entry.source }],
  );
  const work = openRobotsWork();
  return [
    ...after.flatMap((entry) => forbidden(entry, known, states, work)),
    ...unknown([...new Set(hosts)].filter(isUnknown)),
  ];
};
