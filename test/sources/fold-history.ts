import { seededRandom } from '../harness/seeded-random.ts';
import { foldSnapshot, type PageChange } from '../../lib/source/fold-snapshot.ts';
import {
  deletionDefaults,
  type DeletionRules,
  type PageVerdict,
  type Visit,
} from '../../lib/source/judge-visit.ts';
import { readSnapshot, writeSnapshot, type SnapshotLine } from '../../lib/source/snapshot.ts';

const hour = 60 * 60_000;

/** A page of a site as it truly is. */
interface TruePage {
  readonly url: string;
  readonly hash: string;
  alive: boolean;
  edition: number;
  /** It answers 404 though it is there, until then; not again before it was seen. */
  deniedUntil: number;
  mayBeDenied: boolean;
  /** The 404s and 410s in a row that it truly gave since it died: the times. */
  gone: number[];
  sure: boolean;
  seenEdition: number | null;
  everSeen: boolean;
}

export interface FoldedHistory {
  readonly violations: readonly string[];
  readonly deletions: number;
  readonly restored: number;
  readonly held: number;
}

/** Equal for lines that are stored alike, whatever the order of their fields. */
const canonical = (lines: readonly SnapshotLine[]): string =>
  JSON.stringify(lines.map((line) => Object.entries(line).toSorted(([a], [b]) => (a < b ? -1 : 1))));

/** Mistakes that a fold may make, which its histories are to notice. */
export const foldMutants: readonly { readonly title: string; readonly fold: typeof foldSnapshot }[] = [
  {
    title: 'a page that was not asked for counts as gone',
    fold: (previous, visits, run, rules) => {
      const asked = new Set(visits.map(({ hash }) => hash));
      const absent = previous.filter(({ hash }) => !asked.has(hash));
      const gone = absent.map(({ url, hash, depth }): Visit => {
        const verdict = { kind: 'gone', sure: false } as const;
        return { url, hash, depth, at: run.endedAt, verdict, isModified: false };
      });
      return foldSnapshot(previous, [...visits, ...gone], run, rules);
    },
  },
  {
    title: 'an outage counts as a 404',
    fold: (previous, visits, run, rules) => {
      const judged = visits.map((visit): Visit => {
        const isOut = visit.verdict.kind === 'unreachable';
        return isOut ? { ...visit, verdict: { kind: 'gone', sure: false } } : visit;
      });
      return foldSnapshot(previous, judged, run, rules);
    },
  },
  {
    title: 'one visit is enough',
    fold: (previous, visits, run) =>
      foldSnapshot(previous, visits, run, { ...deletionDefaults, confirm: 1, afterMs: 0 }),
  },
  {
    title: 'visits need not be apart',
    fold: (previous, visits, run, rules) =>
      foldSnapshot(previous, visits, run, { ...deletionDefaults, ...rules, afterMs: 0 }),
  },
  {
    title: 'what is gone for good is kept',
    fold: (previous, visits, run) => foldSnapshot(previous, visits, run, { ...deletionDefaults, confirm: 4 }),
  },
];

/**
 * The history of one random site: pages appear, are edited, die and come back; runs ask some of them, at random
 * distances, and are cut, denied and interrupted; now and then the host is out, or answers 404 to everything for
 * hours. What the fold says is held against what truly is.
 */
export const foldHistory = (
  seed: number,
  fold: typeof foldSnapshot = foldSnapshot,
  runs = 12,
): FoldedHistory => {
  const random = seededRandom(seed);
  const pick = (chance: number): boolean => random() < chance;
  const rules: DeletionRules = { ...deletionDefaults, confirm: 2 + Math.floor(random() * 2) };
  const pages: TruePage[] = [];
  const addPage = (): void => {
    const name = `p${pages.length}`;
    pages.push({
      url: `https://a.test/${name}`,
      hash: `${(pages.length * 7919) % 1000}-${name}`,
      alive: true,
      edition: 0,
      deniedUntil: 0,
      mayBeDenied: true,
      gone: [],
      sure: pick(0.1),
      seenEdition: null,
      everSeen: false,
    });
  };
  for (let count = 1 + Math.floor(random() * 20); count > 0; count -= 1) addPage();
  const violations: string[] = [];
  let lines: readonly SnapshotLine[] = [];
  let [now, deletions, restored, held] = [0, 0, 0, 0];
  const told = new Map<string, PageChange['kind']>();

  const answer = (page: TruePage): { verdict: PageVerdict; isModified: boolean } | null => {
    if (pick(0.12)) return null;
    if (pick(0.15)) return { verdict: { kind: 'unreachable' }, isModified: false };
    if (page.alive) {
      if (now < page.deniedUntil) return { verdict: { kind: 'gone', sure: false }, isModified: false };
      const isModified = page.seenEdition !== null && page.seenEdition !== page.edition;
      page.seenEdition = page.edition;
      page.mayBeDenied = true;
      return { verdict: { kind: 'there' }, isModified };
    }
    page.gone.push(now);
    return { verdict: { kind: 'gone', sure: page.sure }, isModified: false };
  };

  for (let run = 0; run < runs; run += 1) {
    now += hour * (1 + Math.floor(random() * 100));
    if (pick(0.3)) addPage();
    const storm = pick(0.06);
    const isMoving = pick(0.04);
    for (const page of pages) {
      if (pick(0.15)) page.edition += 1;
      if (page.alive && pick(isMoving ? 0.7 : 0.06)) {
        page.alive = false;
        page.gone = [];
      } else if (!page.alive && pick(0.05)) {
        page.alive = true;
        page.mayBeDenied = false;
      }
      // It lies for less than a day, and then says so at least once before it lies again.
      if (page.alive && page.mayBeDenied && (storm || pick(0.03))) {
        page.deniedUntil = now + 20 * hour;
        page.mayBeDenied = false;
      }
    }
    const visits: Visit[] = [];
    const isOut = pick(0.05);
    for (const page of pages) {
      const answered = isOut
        ? { verdict: { kind: 'unreachable' } as const, isModified: false }
        : answer(page);
      if (answered === null) continue;
      const { url, hash } = page;
      const version = { envelope: `e-${url}-${page.edition}`, contentHash: `h${page.edition}` };
      visits.push({
        url,
        hash,
        at: now,
        depth: 1,
        ...answered,
        ...(answered.verdict.kind === 'there' ? version : {}),
      });
    }
    const facts = { endedAt: now, isComplete: pick(0.8), isAccepted: false };
    const before = lines;
    const folded = fold(before, visits, facts, rules);
    const stored = pick(0.02) ? readSnapshot(writeSnapshot(before)) : before;
    const again = fold(stored, visits.toReversed(), facts, rules);
    if (canonical(folded.lines) !== canonical(again.lines))
      violations.push(`seed ${seed}: the same run folds into other bytes`);
    if (JSON.stringify(folded.changes) !== JSON.stringify(again.changes))
      violations.push(`seed ${seed}: the same run tells other changes`);
    lines = folded.lines;
    held += folded.held;
    const byHash = new Map(lines.map((line) => [line.hash, line]));
    for (const change of folded.changes) {
      const page = pages.find(({ url }) => url === change.url);
      if (page === undefined) continue;
      const last = told.get(change.url);
      told.set(change.url, change.kind);
      if (change.kind === 'deleted') {
        deletions += 1;
        if (page.alive) violations.push(`seed ${seed}: ${change.url} is there and is told as deleted`);
        if (last === 'deleted') violations.push(`seed ${seed}: ${change.url} is told as deleted twice`);
      }
      if (change.kind === 'restored') {
        restored += 1;
        if (last !== 'deleted') violations.push(`seed ${seed}: ${change.url} is restored and was not gone`);
      }
      if (change.kind === 'added' && last !== undefined)
        violations.push(`seed ${seed}: ${change.url} is told as added twice`);
    }
    for (const page of pages) {
      const line = byHash.get(page.hash);
      if (line === undefined) continue;
      const [first = now] = page.gone;
      const enough = page.gone.length >= rules.confirm && (page.gone.at(-1) ?? 0) - first >= rules.afterMs;
      const wasAsked = page.gone.at(-1) === now;
      if (!page.alive && (enough || page.sure) && wasAsked && folded.held === 0 && line.state !== 'deleted')
        violations.push(`seed ${seed}: ${page.url} is gone for good and is ${line.state}`);
    }
    for (const line of before) {
      const now_ = byHash.get(line.hash);
      const visited = visits.some(({ hash }) => hash === line.hash);
      if (!visited && JSON.stringify(now_) !== JSON.stringify(line))
        violations.push(`seed ${seed}: ${line.url} was not asked for, and its line changed`);
    }
  }
  return { violations, deletions, restored, held };
};
