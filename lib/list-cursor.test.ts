import { expect, test } from 'vitest';
import { listCursorField, readListCursor, writeListCursor, type ListAsked } from './list-cursor.ts';

const write = (asked: ListAsked, place: string): string => writeListCursor(asked, place) ?? '';

const jobs = (filters: ListAsked['filters']): ListAsked => ({ list: 'jobs', filters });

test('a cursor leads on in its own list, in whatever order the filters were sent', () => {
  const cursor = write(jobs({ team: 'a', state: ['done', 'failed'], source: undefined }), '7.#x');
  expect(readListCursor(jobs({ state: ['failed', 'done'], team: 'a' }), cursor)).toEqual({
    ok: true,
    place: '7.#x',
  });
  expect(readListCursor(jobs({}), undefined)).toEqual({ ok: true, place: undefined });
});

test('a cursor of another list, of other filters, or cut anywhere, is refused', () => {
  const asked = jobs({ team: 'a', state: ['done'] });
  const cursor = write(asked, '12345678.12345678');
  const others = [
    jobs({ team: 'b', state: ['done'] }),
    jobs({ team: 'a', state: [] }),
    { ...asked, list: 'pages' },
  ];
  for (const other of others)
    expect(readListCursor(other, cursor)).toMatchObject({ ok: false, failure: { code: 'CURSOR_UNKNOWN' } });
  for (let length = 0; length < cursor.length; length += 1)
    for (const part of [cursor.slice(0, length), cursor.slice(0, length) + cursor.slice(length + 1)])
      if (part !== cursor) expect([part, readListCursor(asked, part).ok]).toEqual([part, false]);
});

test('the message of a refusal stays short and on one line', () => {
  const read = readListCursor(jobs({}), `\n${'x'.repeat(10_000)}`);
  expect(read.ok ? '' : read.failure.message).toMatch(/^.{100,400}$/);
});

test('a text that is no place of a list is no cursor', () => {
  const field = listCursorField((place) => /^\d+$/.test(place));
  for (const right of [undefined, '7', write(jobs({}), '7')])
    expect([right, field.safeParse(right).success]).toEqual([right, true]);
  for (const wrong of ['', 'x', '.12345678', `7\0${write(jobs({}), '7')}`])
    expect([wrong, field.safeParse(wrong).success]).toEqual([wrong, false]);
});
