import { expect, test } from 'vitest';
import { deletionDefaults, foldSnapshot } from './fold-snapshot.ts';
import type { PageVerdict, Visit } from './judge-visit.ts';
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
