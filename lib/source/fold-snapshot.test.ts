import { expect, test } from 'vitest';
import { foldSnapshot, type PageChange } from './fold-snapshot.ts';
import { foldHistory, foldMutants } from '../../test/sources/fold-history.ts';
import { deletionDefaults, type DeletionRules, type PageVerdict, type Visit } from './judge-visit.ts';
import { readSnapshot, writeSnapshot, type SnapshotLine } from './snapshot.ts';

test('of random histories: no page that is there is told as deleted, none that is gone is kept', () => {
  const seen = { deletions: 0, restored: 0, held: 0 };
  for (let seed = 1; seed <= 1_000; seed += 1) {
    const { violations, ...counts } = foldHistory(seed);
    expect(violations).toEqual([]);
    seen.deletions += counts.deletions;
    seen.restored += counts.restored;
    seen.held += counts.held;
  }
  // Histories in which nothing happens would show nothing.
  expect(seen.deletions).toBeGreaterThan(1_000);
  expect(seen.restored).toBeGreaterThan(100);
  expect(seen.held).toBeGreaterThan(100);
});

test.each(foldMutants)('and that is noticed where $title', ({ fold }) => {
  const found: string[] = [];
  for (let seed = 1; seed <= 300 && found.length === 0; seed += 1)
    found.push(...foldHistory(seed, fold).violations);
  expect(found).not.toEqual([]);
});

const hour = 60 * 60_000;
const there: PageVerdict = { kind: 'there' };
const gone: PageVerdict = { kind: 'gone', sure: false };
const out: PageVerdict = { kind: 'unreachable' };
const noHost: PageVerdict = { kind: 'no-host' };
const movedTo = (to: string): PageVerdict => ({ kind: 'moved', to });

type Asked = readonly [hours: number, answers: Readonly<Record<string, PageVerdict | 'edited'>>];

/** Folds runs at so many hours: answers by page, of which one that is left out was not asked for. */
const fold = (
  runs: readonly Asked[],
  {
    rules = deletionDefaults,
    complete = true,
    accepted = false,
  }: { rules?: DeletionRules; complete?: boolean; accepted?: boolean } = {},
): {
  readonly states: Record<string, string>;
  readonly told: readonly string[];
  readonly held: number;
  readonly ended: readonly string[];
} => {
  let lines: readonly SnapshotLine[] = [];
  const told: PageChange[] = [];
  let held = 0;
  let ended: readonly string[] = [];
  for (const [index, [hours, answers]] of runs.entries()) {
    const at = hours * hour;
    const visits = Object.entries(answers).map(([name, answer]): Visit => {
      const verdict = answer === 'edited' ? there : answer;
      const contentHash = answer === 'edited' ? `${name} of ${hours}` : name;
      const version = verdict.kind === 'there' ? { envelope: `${name}@${hours}`, contentHash } : {};
      return {
        url: `https://a.test/${name}`,
        hash: name,
        at,
        depth: 1,
        verdict,
        isModified: answer === 'edited',
        ...version,
      };
    });
    const isLast = index === runs.length - 1;
    const facts = { endedAt: at, isComplete: complete, isAccepted: accepted && isLast };
    const folded = foldSnapshot(lines, visits, facts, rules);
    lines = readSnapshot(writeSnapshot(folded.lines));
    told.push(...folded.changes);
    held = folded.held;
    ended = folded.ended.map(({ url }) => url.slice('https://a.test/'.length));
  }
  return {
    states: Object.fromEntries(lines.map(({ hash, state }) => [hash, state])),
    told: told.map(({ kind, url }) => `${kind} ${url.slice('https://a.test/'.length)}`),
    held,
    ended,
  };
};

const many = (count: number, answer: PageVerdict): Record<string, PageVerdict> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`m${index}`, answer]));
const site = { a: there, b: there, c: there, d: there };
const added = ['added a', 'added b', 'added c', 'added d'];

const verdicts: Readonly<Record<string, PageVerdict | 'edited'>> = {
  there,
  gone,
  out,
  'no host': noHost,
  'gone for good': { kind: 'gone', sure: true },
  edited: 'edited',
};

/** Runs in words: `24 gone, 48 to /b` are two, at these hours, and what page a answers. */
const runsOf = (words: string): Asked[] =>
  words.split(', ').map((run) => {
    const [hours = '', ...rest] = run.split(' ');
    const said = rest.join(' ');
    const verdict = said.startsWith('to ') ? movedTo(said.slice('to '.length)) : verdicts[said];
    if (verdict === undefined && said !== 'nobody asks') throw new Error(`No page answers "${said}"`);
    return [Number(hours), verdict === undefined ? {} : { a: verdict }];
  });

interface Scenario {
  readonly title: string;
  readonly runs: string;
  readonly state: string;
  /** What is told of page a after it was added. */
  readonly told?: readonly string[];
  readonly rules?: Partial<DeletionRules>;
}

/** What happens to page `a` while b, c and d answer as ever. */
const scenarios: readonly Scenario[] = [
  { title: 'it answers as ever', runs: '24 there', state: 'present' },
  {
    title: 'its hub is out, so nobody asks for it',
    runs: '24 nobody asks, 48 nobody asks, 99 nobody asks',
    state: 'present',
  },
  {
    title: 'a limit is met before it, run after run',
    runs: '24 nobody asks, 48 nobody asks, 999 nobody asks',
    state: 'present',
  },
  { title: 'one 404', runs: '24 gone', state: 'missing' },
  {
    title: 'two 404s within a day',
    runs: '24 gone, 30 gone',
    state: 'missing',
  },
  {
    title: 'ten 404s within a day',
    runs: Array.from({ length: 10 }, (_, n) => `${24 + n} gone`).join(', '),
    state: 'missing',
  },
  {
    title: 'two 404s a day apart',
    runs: '24 gone, 48 gone',
    state: 'deleted',
    told: ['deleted a'],
  },
  {
    title: 'two 404s just short of a day apart',
    runs: '24 gone, 47.99 gone',
    state: 'missing',
  },
  {
    title: 'a 404, then it is there',
    runs: '24 gone, 48 there',
    state: 'present',
  },
  {
    title: '404s with a good answer between them',
    runs: '24 gone, 48 there, 72 gone',
    state: 'missing',
  },
  {
    title: 'a 404, a 503, a 404',
    runs: '24 gone, 48 out, 72 gone',
    state: 'deleted',
    told: ['deleted a'],
  },
  {
    title: 'a 404, then only outages',
    runs: '24 gone, 48 out, 999 out',
    state: 'missing',
  },
  {
    title: 'outages for a year',
    runs: Array.from({ length: 30 }, (_, n) => `${24 * (n + 1) * 12} out`).join(', '),
    state: 'unreachable',
  },
  {
    title: 'an outage, then it is there',
    runs: '24 out, 48 there',
    state: 'present',
  },
  {
    title: 'an outage, then it is there, edited',
    runs: '24 out, 48 edited',
    state: 'present',
    told: ['modified a'],
  },
  {
    title: 'an outage, then a 404',
    runs: '24 out, 48 gone',
    state: 'missing',
  },
  {
    title: 'one 410',
    runs: '24 gone for good',
    state: 'deleted',
    told: ['deleted a'],
  },
  {
    title: 'three are wanted, two came',
    runs: '24 gone, 72 gone',
    state: 'missing',
    rules: { confirm: 3 },
  },
  {
    title: 'three are wanted and came',
    runs: '24 gone, 48 gone, 72 gone',
    state: 'deleted',
    told: ['deleted a'],
    rules: { confirm: 3 },
  },
  {
    title: 'a week is wanted',
    runs: '24 gone, 96 gone',
    state: 'missing',
    rules: { afterMs: 168 * hour },
  },
  {
    title: 'its host has no name for a week',
    runs: '24 no host, 192 no host',
    state: 'missing',
  },
  {
    title: 'its host has no name for 15 days',
    runs: '24 no host, 384 no host',
    state: 'deleted',
    told: ['deleted a'],
  },
  {
    title: 'a host without a name, then a 404',
    runs: '24 no host, 72 gone',
    state: 'missing',
  },
  {
    title: 'deleted, and 404 ever after',
    runs: '24 gone, 48 gone, 72 gone',
    state: 'deleted',
    told: ['deleted a'],
  },
  {
    title: 'deleted, then an outage',
    runs: '24 gone, 48 gone, 72 out',
    state: 'deleted',
    told: ['deleted a'],
  },
  {
    title: 'deleted, then there again',
    runs: '24 gone, 48 gone, 72 there',
    state: 'present',
    told: ['deleted a', 'restored a'],
  },
  {
    title: 'deleted, there again, a 404',
    runs: '24 gone, 48 gone, 72 there, 96 gone',
    state: 'missing',
    told: ['deleted a', 'restored a'],
  },
  {
    title: 'deleted twice, with a return between',
    runs: '24 gone, 48 gone, 72 there, 96 gone, 120 gone',
    state: 'deleted',
    told: ['deleted a', 'restored a', 'deleted a'],
  },
  { title: 'it leads elsewhere for good, once', runs: '24 to /b', state: 'missing' },
  {
    title: 'it leads elsewhere for good, confirmed',
    runs: '24 to /b, 48 to /b',
    state: 'moved',
    told: ['moved a'],
  },
  {
    title: 'everything leads to the home page, confirmed',
    runs: '24 to /, 48 to /',
    state: 'moved',
    told: ['moved a'],
  },
  {
    title: 'a move, then a 404: neither is confirmed',
    runs: '24 to /b, 48 gone',
    state: 'missing',
  },
  {
    title: 'moved, then a 404 at the old address',
    runs: '24 to /b, 48 to /b, 99 gone, 199 gone',
    state: 'moved',
    told: ['moved a'],
  },
  {
    title: 'moved, then to a third address',
    runs: '24 to /b, 48 to /b, 72 to /c',
    state: 'moved',
    told: ['moved a'],
  },
  {
    title: 'moved, then there again',
    runs: '24 to /b, 48 to /b, 72 there',
    state: 'present',
    told: ['moved a', 'restored a'],
  },
  { title: 'edited', runs: '24 edited', state: 'present', told: ['modified a'] },
  {
    title: 'edited in each of three runs',
    runs: '24 edited, 48 edited, 72 edited',
    state: 'present',
    told: ['modified a', 'modified a', 'modified a'],
  },
  {
    title: 'a 404, then there and edited',
    runs: '24 gone, 48 edited',
    state: 'present',
    told: ['modified a'],
  },
  {
    title: 'an older run ends after a newer one',
    runs: '48 there, 24 gone',
    state: 'present',
  },
  {
    title: 'an older run that saw an edit ends after a newer one',
    runs: '48 there, 24 edited',
    state: 'present',
    told: ['modified a'],
  },
];

test.each(scenarios)('$title: $state', ({ runs, state, told = [], rules = {} }) => {
  const others = { b: there, c: there, d: there };
  const asked = runsOf(runs).map(([hours, answers]): Asked => [hours, { ...others, ...answers }]);
  const folded = fold([[0, site], ...asked], { rules: { ...deletionDefaults, ...rules } });
  expect(folded.states).toEqual({ a: state, b: 'present', c: 'present', d: 'present' });
  expect(folded.told).toEqual([...added, ...told]);
});

test('a link that never led to a page leaves no line, and an old address is no page that was added', () => {
  const folded = fold([[0, { a: there, dead: gone, out, old: movedTo('/a') }]]);
  expect(folded.states).toEqual({ a: 'present', old: 'moved' });
  expect(folded.told).toEqual(['added a']);
  expect(
    fold([
      [0, { old: movedTo('/a') }],
      [1, { old: there }],
    ]).told,
  ).toEqual(['added old']);
});

test.each([
  ['gone once', [[24, gone]], []],
  [
    'gone twice, a day apart',
    [
      [24, gone],
      [48, gone],
    ],
    ['old'],
  ],
  [
    'gone twice within a day',
    [
      [24, gone],
      [30, gone],
    ],
    [],
  ],
  ['gone for good once', [[24, { kind: 'gone', sure: true }]], ['old']],
  [
    'gone, then out',
    [
      [24, gone],
      [48, out],
    ],
    [],
  ],
  [
    'gone, leading on, then gone',
    [
      [24, gone],
      [48, movedTo('/a')],
      [72, gone],
    ],
    [],
  ],
  [
    'gone in three runs, so that what was not written is written by the next',
    [
      [24, gone],
      [48, gone],
      [72, gone],
    ],
    ['old'],
  ],
] as const)('an old address that is %s', (_title, answers, ended) => {
  const runs = answers.map(([hours, old]): Asked => [hours, { a: there, old }]);
  const folded = fold([[0, { a: there, old: movedTo('/a') }], ...runs]);
  expect(folded).toEqual({ states: { a: 'present', old: 'moved' }, told: ['added a'], held: 0, ended });
});

test('a page that led elsewhere for a while and is back as it was is told no change of', () => {
  const url = 'https://a.test/a';
  const facts = { isComplete: true, isAccepted: false };
  const visit = (at: number, verdict: PageVerdict, contentHash: string): Visit => ({
    url,
    hash: 'a',
    at,
    depth: 1,
    verdict,
    // The visit before was led to another page, whose content differs from this one's.
    isModified: at > 0,
    envelope: `a@${at}`,
    contentHash,
  });
  const visits = [
    visit(0, there, 'a'),
    visit(1, movedTo('/b'), 'b'),
    visit(2, there, 'a'),
    visit(3, there, 'c'),
  ];
  let lines: readonly SnapshotLine[] = [];
  const told = visits.map((one) => {
    const folded = foldSnapshot(lines, [one], { ...facts, endedAt: one.at });
    ({ lines } = folded);
    return folded.changes.map(({ kind }) => kind);
  });
  expect(told).toEqual([['added'], [], [], ['modified']]);
  expect(lines[0]).toMatchObject({ state: 'present', lastChanged: 3 });
});

test('where a site loses very many pages at once all of them are held, until a person accepts it', () => {
  const runs: Asked[] = [
    [0, many(100, there)],
    [24, many(40, gone)],
    [48, many(40, gone)],
  ];
  const held = fold(runs);
  expect(held.held).toBe(40);
  expect(new Set(Object.values(held.states))).toEqual(new Set(['present', 'missing']));
  expect(held.told.filter((line) => line.startsWith('deleted'))).toEqual([]);
  expect(fold([...runs, [96, many(40, gone)]]).held).toBe(40);
  const accepted = fold([...runs, [96, many(40, gone)]], { accepted: true });
  expect(accepted.told.filter((line) => line.startsWith('deleted'))).toHaveLength(40);
});

test('who accepts has accepted what was held before, and nothing that goes at once with it', () => {
  const sure: PageVerdict = { kind: 'gone', sure: true };
  const others = (answer: PageVerdict) =>
    Object.fromEntries(Object.entries(many(60, answer)).map(([name, each]) => [`other-${name}`, each]));
  const runs: Asked[] = [
    [0, { ...many(40, there), ...others(there) }],
    [24, many(40, gone)],
    [48, many(40, gone)],
  ];
  const more: Asked = [72, { ...many(40, gone), ...others(sure) }];
  const accepted = fold([...runs, more], { accepted: true });
  expect(accepted.told.filter((line) => line.startsWith('deleted m'))).toHaveLength(40);
  expect(accepted.told.filter((line) => line.startsWith('deleted other'))).toEqual([]);
  expect(accepted.held).toBe(60);
  expect(fold(runs, { accepted: true }).held).toBe(40);
});

test('or until a complete run a day later finds the same, where the manifest allows that', () => {
  const rules: DeletionRules = { ...deletionDefaults, mass: 'confirm' };
  const runs: Asked[] = [
    [0, many(100, there)],
    [24, many(40, gone)],
    [48, many(40, gone)],
  ];
  const deleted = (more: readonly Asked[], complete = true): number =>
    fold([...runs, ...more], { rules, complete }).told.filter((line) => line.startsWith('deleted')).length;
  expect(deleted([])).toBe(0);
  expect(deleted([[60, many(40, gone)]])).toBe(0);
  expect(deleted([[73, many(40, gone)]], false)).toBe(0);
  expect(deleted([[73, many(40, gone)]])).toBe(40);
});

test('ten of a hundred are no mass; most of a small site are', () => {
  const deleted = (all: number, lost: number): number =>
    fold([
      [0, many(all, there)],
      [24, many(lost, gone)],
      [48, many(lost, gone)],
    ]).told.filter((line) => line.startsWith('deleted')).length;
  expect(deleted(100, 10)).toBe(10);
  expect(deleted(100, 11)).toBe(0);
  expect(deleted(1_000, 50)).toBe(50);
  expect(deleted(1_000, 51)).toBe(0);
  expect(deleted(4, 2)).toBe(2);
  expect(deleted(4, 3)).toBe(0);
  expect(deleted(8, 8)).toBe(0);
});

test('only a complete run flags a page as unlinked; one link, or its end, takes the flag away', () => {
  const base = { url: 'https://a.test/a', hash: 'a', depth: 1, isModified: false, envelope: 'e' };
  const other = { ...base, url: 'https://a.test/b', hash: 'b', isLinked: true };
  const run = (
    lines: readonly SnapshotLine[],
    hours: number,
    isLinked: boolean | undefined,
    {
      complete = true,
      verdict = there,
      others = there,
    }: { complete?: boolean; verdict?: PageVerdict; others?: PageVerdict } = {},
  ): readonly SnapshotLine[] => {
    const at = hours * hour;
    const visits = [
      { ...base, at, verdict, isLinked },
      { ...other, at, verdict: others },
    ];
    const facts = { endedAt: at, isComplete: complete, isAccepted: false };
    return readSnapshot(writeSnapshot(foldSnapshot(lines, visits, facts).lines));
  };
  const since = (lines: readonly SnapshotLine[]): number | undefined =>
    lines.find(({ hash }) => hash === 'a')?.unlinkedSince;
  const first = run([], 0, true);
  expect(since(run(first, 1, false, { complete: false }))).toBeUndefined();
  expect(since(run(first, 1, undefined))).toBeUndefined();
  expect(since(run(first, 1, false, { others: out }))).toBeUndefined();
  const flagged = run(first, 1, false);
  expect(since(flagged)).toBe(hour);
  expect(since(run(flagged, 2, false))).toBe(hour);
  expect(since(run(flagged, 2, undefined))).toBe(hour);
  expect(since(run(flagged, 2, true, { complete: false }))).toBeUndefined();
  expect(since(run(run(flagged, 2, false, { verdict: gone }), 30, false, { verdict: gone }))).toBeUndefined();
});

test('half of a small site may go at once, and more than half is held', () => {
  const goneAt = (count: number, of: number) => {
    const answers = { ...many(of, there), ...many(count, { kind: 'gone', sure: true }) };
    return fold([
      [0, many(of, there)],
      [24, answers],
    ]);
  };
  expect(goneAt(4, 8)).toMatchObject({ held: 0, states: { m0: 'deleted', m7: 'present' } });
  expect(goneAt(5, 8)).toMatchObject({ held: 5, states: { m0: 'missing', m7: 'present' } });
});
