import { manifestRootKey, sourceStateKey } from '../../lib/keys/table-keys.ts';
import { appliedHash, appliedKey, writeApplied } from '../../lib/source/applied-manifest.ts';
import type { Cadence } from '../../lib/source/cadence.ts';
import { parseManifest } from '../../lib/source/manifest.ts';
import { sourceLimits } from '../../lib/limits/source-limits.ts';
import { startDueRuns, type DueDependencies } from '../../lib/steps/heartbeat/start-due-runs.ts';
import { reconcileSources } from '../../lib/steps/sources/reconcile-sources.ts';
import { pauseSourceItem, unpauseSourceItem } from '../../lib/store/sources/pause-source.ts';
import { judgeSource, type YearSource } from './year-account.ts';
import { startedRuns, yearClock, yearJobs } from './year-jobs.ts';
import { seededRandom } from '../harness/seeded-random.ts';
import { hops, memoryStores, type StoreCall } from './memory-stores.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const start = Date.UTC(2026, 0, 1);
/** Three of them put their clocks forward in March, two in September or October, one of these by half an hour. */
const zones = [
  'America/New_York',
  'Europe/Berlin',
  'Australia/Lord_Howe',
  'America/Santiago',
  'Africa/Casablanca',
];

export interface YearOptions {
  readonly teams: number;
  readonly sourcesPerTeam: number;
  readonly days: number;
  readonly seed: number;
  /** Heartbeats start runs without asking whether another was first. */
  readonly unasked?: boolean;
}

export interface Year {
  readonly violations: readonly string[];
  readonly sources: number;
  readonly periods: number;
  readonly runs: number;
  readonly skipped: Readonly<Record<string, number>>;
  /** Periods in which the source was paused; and such as passed while no heartbeat came. */
  readonly paused: number;
  readonly missed: number;
  /** Periods that passed after an outage, while the source still waited behind others for the run of an earlier one. */
  readonly waited: number;
  /** The most runs that started in one minute. */
  readonly mostInMinute: number;
}

/** Most of a year's periods are theirs. */
const dailyShare = 0.08;
const windows = [undefined, { from: '02:00', to: '06:00' }, { from: '22:00', to: '03:00' }] as const;

/** Keys that a call writes. */
const writtenBy = ({ name, input }: StoreCall): { PK: string; SK: string }[] => {
  if (name === 'UpdateCommand') return [input.Key];
  if (name !== 'TransactWriteCommand') return [];
  return (input.TransactItems as Record<string, { Key?: { PK: string; SK: string } }>[]).flatMap((write) =>
    Object.values(write).flatMap(({ Key }) => (Key === undefined ? [] : [Key])),
  );
};

const withoutConditions = (call: StoreCall): StoreCall =>
  call.name !== 'TransactWriteCommand'
    ? call
    : {
        ...call,
        input: {
          TransactItems: (call.input.TransactItems as Record<string, object>[]).map((write) =>
            Object.fromEntries(
              Object.entries(write).map(([kind, rest]) => [
                kind,
                { ...rest, ConditionExpression: undefined },
              ]),
            ),
          ),
        },
      };

/** A table whose index of what is due is kept beside it: thousands of states are not looked through each minute. */
const openStores = (random: () => number, isUnasked: boolean) => {
  const dues = new Map<string, { PK: string; SK: string; due: number }>();
  const stores = memoryStores(async (call, act) => {
    await hops(Math.floor(random() * 6));
    if (call.name === 'QueryCommand' && call.input.IndexName !== undefined) {
      const now = Number(call.input.ExpressionAttributeValues[':now']);
      const due = [...dues.values()].filter((item) => item.due <= now).toSorted((a, b) => a.due - b.due);
      return { Items: due.slice(0, call.input.Limit) };
    }
    const answer = act(isUnasked ? withoutConditions(call) : call);
    for (const { PK, SK } of writtenBy(call)) {
      const { Item } = stores.carryOut({ name: 'GetCommand', input: { Key: { PK, SK } } }) as {
        Item?: { nextDueAt?: number };
      };
      if (!SK.startsWith('SOURCE#')) continue;
      if (Item?.nextDueAt === undefined) dues.delete(`${PK} ${SK}`);
      else dues.set(`${PK} ${SK}`, { PK, SK, due: Item.nextDueAt });
    }
    return answer;
  });
  return { stores, dues };
};

/**
 * A year of sources of many cadences in five zones, minute by minute as far as something is due: two heartbeats at a
 * time, outages of hours, runs that last beyond their period, and people who pause and resume. The steps are the real
 * ones from the heartbeat to the claim of a run; jobs end by themselves.
 */
export const simulateYear = async (options: YearOptions): Promise<Year> => {
  const random = seededRandom(options.seed);
  const between = (low: number, high: number): number => low + Math.floor(random() * (high - low + 1));
  const end = start + options.days * day;
  yearJobs.clear();
  startedRuns.splice(0);
  yearClock.now = start;
  yearClock.lastsMs = () => (random() < 0.03 ? between(20, 400) * hour : between(1, 90) * minute);
  const { stores, dues } = openStores(random, options.unasked === true);
  const { table, bucket: sources } = stores;
  const skippedRuns: { team: string; source: string; due: number; at: number; code: string }[] = [];
  const dependencies = {
    table,
    sources,
    now: () => yearClock.now,
    random,
    sleep: async () => await Promise.resolve(),
    log: () => {},
  } as unknown as DueDependencies;
  const watched: YearSource[] = [];
  for (let number = 0; number < options.teams; number += 1) {
    const team = `team-${number}`;
    const all = Array.from({ length: options.sourcesPerTeam }, (_, index) => {
      const dice = random();
      const frequency =
        dice < dailyShare ? 'daily' : dice < 0.7 ? 'weekly' : dice < 0.8 ? 'biweekly' : 'monthly';
      const window = windows[between(0, 2)];
      const timezone = zones[between(0, 4)] ?? 'UTC';
      return {
        id: `s-${index}`,
        url: `https://a.test/${index}`,
        frequency,
        timezone,
        ...(window && { window }),
      };
    });
    const parsed = parseManifest({ version: '1.0.0', name: 'tides', sources: all });
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
    const applied = { manifest: parsed.manifest, kept: [] };
    const hash = appliedHash(applied);
    stores.objects.set(appliedKey(team, 'tides', hash), Buffer.from(writeApplied(applied)));
    const head = { version: '1.0.0', hash, sources: all.length, appliedAt: start, by: 'key' };
    const Item = { ...manifestRootKey(team), seq: 1, manifests: { tides: head } };
    stores.carryOut({ name: 'PutCommand', input: { Item } });
    await reconcileSources(dependencies, team);
    for (const { id, url: _url, ...cadence } of all)
      watched.push({ team, id, cadence: cadence as Cadence, pauses: [] });
  }
  const outages = Array.from({ length: Math.ceil(options.days / 100) }, (_, index) => {
    const from = start + (index * 100 + between(5, 60)) * day + between(0, 23) * hour;
    return { from, to: from + between(50, 80) * hour };
  }).filter(({ to }) => to < end - day);
  const acts = Array.from({ length: Math.ceil(watched.length / 20) }, () => {
    const who = watched[between(0, watched.length - 1)] as YearSource;
    const at = start + between(1, options.days - 20) * day;
    return { who, from: at, to: at + between(1, 400) * hour };
  })
    .filter(({ who }, place, all) => all.findIndex((other) => other.who === who) === place)
    .flatMap(({ who, from, to }) => [
      { at: from, does: 'pause', who, from, to },
      { at: to, does: 'resume', who, from, to },
    ])
    .toSorted((a, b) => a.at - b.at);
  for (;;) {
    const first = Math.min(...[...dues.values()].map(({ due }) => due), acts[0]?.at ?? end);
    yearClock.now = Math.max(yearClock.now + minute, Math.ceil(first / minute) * minute);
    const out = outages.find(({ from, to }) => yearClock.now >= from && yearClock.now < to);
    for (; acts[0] !== undefined && acts[0].at <= yearClock.now; acts.shift()) {
      const { does, who, from, to } = acts[0];
      const name = { team: who.team, source: who.id };
      const { Update } =
        does === 'pause'
          ? pauseSourceItem(table, name, { at: yearClock.now, by: 'key' })
          : unpauseSourceItem(table, name);
      stores.carryOut({ name: 'UpdateCommand', input: Update });
      const { PK, SK } = sourceStateKey(name);
      dues.delete(`${PK} ${SK}`);
      if (does === 'pause') who.pauses.push({ from, to });
      else {
        await reconcileSources(dependencies, who.team);
        // In an outage nobody resumes either.
        for (const pause of who.pauses) pause.to = yearClock.now;
      }
    }
    if (out !== undefined) yearClock.now = out.to;
    if (yearClock.now >= end) break;
    await Promise.all(Array.from({ length: between(1, 2) }, async () => await startDueRuns(dependencies)));
  }
  for (const { team, id } of watched)
    for (const run of stores.skippedRuns({ team, source: id }))
      skippedRuns.push({ team, source: id, due: run.startedAt, at: run.endedAt, code: run.code });
  const seen = new Map(watched.map(({ team, id }) => [`${team}/${id}`, new Map<number, number[]>()]));
  for (const { team, source, due, at } of [...startedRuns, ...skippedRuns]) {
    const mine = seen.get(`${team}/${source}`);
    mine?.set(due, [...(mine.get(due) ?? []), at]);
  }
  // Were all due at once, so many heartbeats would start them.
  const waitMax = (Math.ceil(watched.length / sourceLimits.runsPerBeat) + 1) * minute;
  const surroundings = { start, end: end - 3 * hour, outages, waitMax };
  const judged = watched.map((each) =>
    judgeSource(each, surroundings, seen.get(`${each.team}/${each.id}`) ?? new Map()),
  );
  const sum = (of: (one: (typeof judged)[number]) => number): number =>
    judged.reduce((total, one) => total + of(one), 0);
  const skipped: Record<string, number> = {};
  for (const { code } of skippedRuns) skipped[code] = (skipped[code] ?? 0) + 1;
  const perMinute = Map.groupBy(startedRuns, ({ at }) => Math.floor(at / minute));
  return {
    violations: judged.flatMap(({ violations }) => violations),
    sources: watched.length,
    periods: sum(({ periods }) => periods),
    runs: startedRuns.length,
    skipped,
    paused: sum(({ paused }) => paused),
    missed: sum(({ missed }) => missed),
    waited: sum(({ waited }) => waited),
    mostInMinute: Math.max(...[...perMinute.values()].map((all) => all.length)),
  };
};
