import { beforeEach, expect, test } from 'vitest';
import { judgeOffer, takeSessionFromAddress } from '../../monitor/session.ts';

const place = { hash: '', pathname: '/monitor/' };
const kept = new Map<string, string>();
const tab = {
  location: place,
  history: {
    replaceState: (_state: null, _title: string, to: string) => {
      place.hash = to.slice(to.indexOf('#'));
    },
  },
  sessionStorage: {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
  },
};
const held = (): string[] => [...kept.values()];
/** Opens an address in the tab. */
const open = (hash: string): string | null => {
  place.hash = hash;
  return takeSessionFromAddress(tab);
};
beforeEach(() => kept.clear());

test('a tab without a session takes that of its address, without a question', () => {
  expect(open('#session=gs_mine.a.r.b')).toBeNull();
  expect([held(), place.hash]).toEqual([['gs_mine.a.r.b'], '#/newest']);
});

test('a tab keeps its session when an address brings another, and the address loses it', () => {
  open('#session=gs_mine.a.r.b');
  expect(open('#session=gs_other.a.r.b')).toBe('gs_other.a.r.b');
  expect([held(), place.hash]).toEqual([['gs_mine.a.r.b'], '#/newest']);
});

test('the same session again, or an address without one, changes nothing', () => {
  open('#session=gs_mine.a.r.b');
  for (const hash of ['#session=gs_mine.a.r.b', '#/jobs', '']) {
    expect(open(hash)).toBeNull();
    expect([held(), place.hash.includes('session')]).toEqual([['gs_mine.a.r.b'], false]);
  }
});

test('a session is changed without a question only within one team, or where the old one is over', () => {
  const [mine, theirs] = [{ team: 'mine' }, { team: 'theirs' }];
  expect(judgeOffer(mine, theirs)).toBe('ask');
  expect(judgeOffer(mine, { team: 'mine' })).toBe('take');
  for (const other of [theirs, 'over', 'unknown'] as const) expect(judgeOffer('over', other)).toBe('take');
  for (const held of [mine, 'unknown'] as const) expect(judgeOffer(held, 'over')).toBe('drop');
  expect(judgeOffer(mine, 'unknown')).toBe('ask');
  expect(judgeOffer('unknown', theirs)).toBe('ask');
});
