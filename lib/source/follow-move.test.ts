import { expect, test } from 'vitest';
import { foldSnapshot } from './fold-snapshot.ts';
import { knownPages } from './known-pages.ts';
import { sourcePageHash } from './run-record.ts';
import { deletionDefaults, type PageVerdict, type Visit } from './judge-visit.ts';
import { readSnapshot, writeSnapshot, type SnapshotLine } from './snapshot.ts';

const day = 24 * 60 * 60_000;
const there: PageVerdict = { kind: 'there' };
const gone: PageVerdict = { kind: 'gone', sure: false };
const out: PageVerdict = { kind: 'unreachable' };
const to = (path: string): PageVerdict => ({ kind: 'moved', to: `https://a.test${path}` });

interface Answer {
  readonly verdict: PageVerdict;
  readonly isModified?: boolean;
  readonly isNamed?: boolean;
}

/** Folds one run a day of one page, and answers its last line and what was told of it. */
const fold = (answers: readonly Answer[]): { line: SnapshotLine | undefined; told: string[] } => {
  let lines: readonly SnapshotLine[] = [];
  const told: string[] = [];
  for (const [index, { verdict, isModified = false, isNamed = true }] of answers.entries()) {
    const at = index * day;
    const isRead = verdict.kind === 'there' || verdict.kind === 'moved';
    const version = isRead ? { envelope: `e${index}`, contentHash: `h${index}` } : {};
    const page = { url: 'https://a.test/a', hash: 'a', depth: 0, at };
    const visit: Visit = { ...page, verdict, isModified, isNamed, ...version };
    const folded = foldSnapshot(lines, [visit], { endedAt: at, isComplete: true, isAccepted: false }, rules);
    lines = readSnapshot(writeSnapshot(folded.lines));
    told.push(...folded.changes.map(({ kind }) => kind));
  }
  return { line: lines[0], told };
};
const rules = { ...deletionDefaults, mass: 'confirm' } as const;

test('an address that its source names and that leads elsewhere from its first run on is read there', () => {
  const { line, told } = fold([
    { verdict: to('/new') },
    { verdict: to('/new') },
    { verdict: to('/new'), isModified: true },
    { verdict: out },
    { verdict: to('/newer'), isModified: true },
  ]);
  expect(told).toEqual(['added', 'modified', 'modified']);
  expect(line).toMatchObject({ state: 'present', movedTo: 'https://a.test/newer', envelope: 'e4' });
});

test('it stays followed after its source names it no more, and after it was missing', () => {
  const { line, told } = fold([
    { verdict: to('/new') },
    { verdict: gone },
    { verdict: to('/new'), isNamed: false },
    { verdict: to('/new'), isNamed: false, isModified: true },
  ]);
  expect(told).toEqual(['added', 'modified']);
  expect(line).toMatchObject({ state: 'present', movedTo: 'https://a.test/new' });
});

test('one that was left as moved before it was followed is told as added, once', () => {
  const { line, told } = fold([
    { verdict: to('/new'), isNamed: false },
    { verdict: to('/new') },
    { verdict: to('/new') },
  ]);
  expect(told).toEqual(['added']);
  expect(line).toMatchObject({ state: 'present' });
});

test('a page that was there itself and then leads elsewhere has moved, also if it led elsewhere at first', () => {
  const moves = [{ verdict: to('/new') }, { verdict: to('/new') }, { verdict: to('/new') }];
  expect(fold([{ verdict: there }, ...moves])).toMatchObject({
    line: { state: 'moved' },
    told: ['added', 'moved'],
  });
  expect(fold([{ verdict: to('/old') }, { verdict: there }, ...moves])).toMatchObject({
    line: { state: 'moved' },
    told: ['added', 'moved'],
  });
});

test('a link to an old address is no page that was added', () => {
  const folded = fold([
    { verdict: to('/new'), isNamed: false },
    { verdict: to('/new'), isNamed: false },
  ]);
  expect(folded).toMatchObject({ line: { state: 'moved' }, told: [] });
});

/** Visits of a crawl, by path: `there`, or the path to which it leads for good. */
type Crawled = Readonly<Record<string, string>>;

/** Folds one crawl a day, and answers the last state of each page and what was told. */
const foldCrawls = (runs: readonly Crawled[]): { states: Record<string, string>; told: string[] } => {
  let lines: readonly SnapshotLine[] = [];
  const told: string[] = [];
  for (const [index, answers] of runs.entries()) {
    const at = index * day;
    const visits = Object.entries(answers).map(([path, answer]): Visit => {
      const isMove = answer.startsWith('/');
      return {
        url: `https://a.test${path}`,
        hash: path,
        at,
        depth: path === '/' ? 0 : 1,
        verdict: isMove ? to(answer) : answer === 'gone' ? gone : there,
        ...(isMove ? { toHash: answer } : {}),
        ...(answer === 'gone' ? {} : { envelope: `e${index}`, contentHash: `h${index}` }),
        isModified: answer === 'edited',
      };
    });
    const folded = foldSnapshot(lines, visits, { endedAt: at, isComplete: true, isAccepted: false }, rules);
    lines = readSnapshot(writeSnapshot(folded.lines));
    told.push(...folded.changes.map(({ kind, url }) => `${kind} ${url.slice('https://a.test'.length)}`));
  }
  return { states: Object.fromEntries(lines.map(({ url, state }) => [url.slice(14), state])), told };
};

test('a crawl reads a page where its address leads, if no page of the source stands there', () => {
  expect(foldCrawls([{ '/': 'there', '/x': '/x/', '/y': '/new' }])).toEqual({
    states: { '/': 'present', '/x': 'present', '/y': 'present' },
    told: ['added /', 'added /x', 'added /y'],
  });
});

test('an address that leads to a page of the source is no page', () => {
  const known = { '/': 'there', '/new': 'there', '/old': '/new' };
  expect(foldCrawls([known, known])).toEqual({
    states: { '/': 'present', '/new': 'present', '/old': 'moved' },
    told: ['added /', 'added /new'],
  });
  // Nor where that page was not visited in this run.
  const { told } = foldCrawls([
    { '/': 'there', '/new': 'there' },
    { '/': 'there', '/old': '/new' },
  ]);
  expect(told).toEqual(['added /', 'added /new']);
});

test('of addresses that lead to one page one is read, the one that was read before', () => {
  expect(foldCrawls([{ '/b': '/page', '/c': '/page' }]).told).toEqual(['added /b']);
  const both = { '/a': '/page', '/b': '/page' };
  expect(foldCrawls([{ '/b': '/page' }, both, both])).toEqual({
    states: { '/a': 'moved', '/b': 'present' },
    told: ['added /b'],
  });
});

test('a page that was there has moved, unless only the last slash differs; one that was followed has once it is named', () => {
  const move = { '/x': '/new' };
  expect(foldCrawls([{ '/x': 'there' }, move, move]).told).toEqual(['added /x', 'moved /x']);
  expect(foldCrawls([{ '/x': 'there' }, { '/x': '/x/' }, { '/x': '/x/' }])).toEqual({
    states: { '/x': 'present' },
    told: ['added /x'],
  });
  const named = { '/x': '/new', '/new': 'there' };
  expect(foldCrawls([move, named, named])).toEqual({
    states: { '/new': 'present', '/x': 'moved' },
    told: ['added /x', 'added /new', 'moved /x'],
  });
});

test('the address to which a page has moved is requested by the next run, and one that never had a page is not', () => {
  const line = { hash: '/x', depth: 2, firstSeen: 0, lastChanged: 0, lastSeen: 0, lastVisit: 0 };
  const moved = { ...line, url: 'https://a.test/x', state: 'moved' as const, movedTo: 'https://a.test/new' };
  const old = { url: 'https://a.test/x', depth: 2 };
  expect(knownPages([{ ...moved, envelope: 'e' }])).toEqual([old, { url: 'https://a.test/new', depth: 2 }]);
  expect(knownPages([moved])).toEqual([old]);
  const there = { ...line, url: 'https://a.test/new', hash: sourcePageHash('https://a.test/new') };
  expect(
    knownPages([
      { ...moved, envelope: 'e' },
      { ...there, state: 'present' },
    ]),
  ).toHaveLength(2);
});
