import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { judgeOffer, keepSession, storedSession, takeSessionFromAddress } from '../../monitor/session.ts';

const place = { hash: '', pathname: '/monitor/' };
const tab = {
  location: place,
  history: {
    replaceState: (_state: null, _title: string, to: string) => {
      place.hash = to.slice(to.indexOf('#'));
    },
  },
};
beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  });
});
afterEach(() => void vi.unstubAllGlobals());

test('a tab without a session takes that of its address, without a question', () => {
  place.hash = '#session=gs_mine.a.r.b';
  expect(takeSessionFromAddress(tab)).toBeNull();
  expect([storedSession(), place.hash]).toEqual(['gs_mine.a.r.b', '#/newest']);
});

test('a tab keeps its session when an address brings another, and the address loses it', () => {
  keepSession('gs_mine.a.r.b');
  place.hash = '#session=gs_other.a.r.b';
  expect(takeSessionFromAddress(tab)).toBe('gs_other.a.r.b');
  expect([storedSession(), place.hash]).toEqual(['gs_mine.a.r.b', '#/newest']);
});

test('the same session again, or an address without one, changes nothing', () => {
  keepSession('gs_mine.a.r.b');
  for (const hash of ['#session=gs_mine.a.r.b', '#/jobs', '']) {
    place.hash = hash;
    expect(takeSessionFromAddress(tab)).toBeNull();
    expect([storedSession(), place.hash.includes('session')]).toEqual(['gs_mine.a.r.b', false]);
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
