import fc from 'fast-check';
import { expect, test } from 'vitest';
import { writtenDatesIn, toIsoDateTime, dateReading } from './written-date.ts';

const unknown = { language: null, monthFirst: null };
const iso = (text: string, language: string | null = null): string | null =>
  toIsoDateTime(text, { ...unknown, language });

const padded = (value: number): string => String(value).padStart(2, '0');
const days = fc
  .date({ min: new Date('1600-01-01T00:00:00Z'), max: new Date('2090-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const times = fc
  .tuple(fc.nat(23), fc.nat(59), fc.option(fc.nat(59)), fc.option(fc.integer({ min: 100, max: 999 })))
  .map(([hour, minute, second, fraction]) => {
    const seconds = second === null ? '' : `:${padded(second)}${fraction === null ? '' : `.${fraction}`}`;
    return `T${padded(hour)}:${padded(minute)}${seconds}`;
  });
const zones = fc.constantFrom('', 'Z', '+00:00', '-05:00', '+05:30', '+13:45');

test('a date in ISO 8601 stays as it is, with the zone that it has and with none', () => {
  fc.assert(
    fc.property(days, fc.option(times), zones, (day, time, zone) => {
      const written = time === null ? day : `${day}${time}${zone}`;
      // The first second of 1970 is what templates write that have no date.
      fc.pre(!written.startsWith('1970-01-01T'));
      expect(iso(written)).toBe(written);
    }),
  );
});

test('whatever text is asked, the answer is null or a real day in ISO 8601', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 100, unit: 'binary' }), (text) => {
      for (const found of [iso(text), ...writtenDatesIn(text, unknown).map((date) => date.iso)]) {
        if (found !== null) expect(Number.isNaN(Date.parse(found.slice(0, 10)))).toBe(false);
      }
    }),
  );
});

test.each([
  ['2023-09-30 19:49:39', '2023-09-30T19:49:39'],
  ['2023-09-30T19:49:39+0200', '2023-09-30T19:49:39+02:00'],
  ['20230930', '2023-09-30'],
  ['2023/9/30', '2023-09-30'],
  ['1696103379', '2023-09-30T19:49:39Z'],
  ['October 17, 2018', '2018-10-17'],
  ['Oct. 17th 2018 at 4:05 p.m. EST', '2018-10-17T16:05-05:00'],
  ['Wednesday, 17 October 2018', '2018-10-17'],
  ['Wed, 17 Oct 2018 10:00:00 GMT', '2018-10-17T10:00:00Z'],
  ['Wed Oct 17 2018 10:00:00 GMT+0200 (Central European Summer Time)', '2018-10-17T10:00:00+02:00'],
  ['Wed Oct 17 10:00:00 UTC 2018', '2018-10-17T10:00:00Z'],
  ['17-Oct-2018', '2018-10-17'],
  ['17. Oktober 2018, 14:05 Uhr', '2018-10-17T14:05'],
  ['17.10.2018', '2018-10-17'],
  ['17 octobre 2018 à 8h30', '2018-10-17T08:30'],
  ['1er août 2018', '2018-08-01'],
  ['17 de octubre de 2018', '2018-10-17'],
  ['17 ottobre 2018', '2018-10-17'],
  ['17 oktober 2018', '2018-10-17'],
  ['17 października 2018', '2018-10-17'],
  ['17 октября 2018 г.', '2018-10-17'],
  ['17 жовтня 2018', '2018-10-17'],
  ['17 Οκτωβρίου 2018', '2018-10-17'],
  ['2018. október 17.', '2018-10-17'],
  ['17 Ekim 2018', '2018-10-17'],
  ['ngày 17 tháng 10 năm 2018', '2018-10-17'],
  ['2018年10月17日', '2018-10-17'],
  ['2018년 10월 17일', '2018-10-17'],
  ['2018 년 10 월 17 일', '2018-10-17'],
  ['١٧ أكتوبر ٢٠١٨', '2018-10-17'],
  ['17 ตุลาคม 2561', '2018-10-17'],
  ['๑๗ ตุลาคม ๒๕๖๑', '2018-10-17'],
  ['১৭ অক্টোবর ২০১৮', '2018-10-17'],
  ['２０１８年１０月１７日', '2018-10-17'],
  ['二〇一八年十月十七日', '2018-10-17'],
  ['二零一八年十月廿七日', '2018-10-27'],
  ['平成30年10月17日', '2018-10-17'],
  ['令和元年十月十七日', '2019-10-17'],
  ['中華民國107年10月17日', '2018-10-17'],
  ['民國一〇七年十月十七日', '2018-10-17'],
  ['17 באוקטובר 2018', '2018-10-17'],
  ['١٧ تشرين الأول ٢٠١٨', '2018-10-17'],
  ['17 آب/أغسطس 2018', '2018-08-17'],
  ['17 جويلية 2018', '2018-07-17'],
])('%s is %s', (written, expected) => {
  expect(iso(written)).toBe(expected);
});

test.each([
  '',
  'yesterday',
  '2018',
  '2018-02-30',
  '31 February 2018',
  '8年3月2日',
  '令和8年13月2日',
  '0001-01-01',
  '9999-12-31',
  '1970-01-01T00:00:00',
])('%s is no date', (written) => {
  expect(iso(written)).toBeNull();
});

test('day and month in numbers are told apart by the page, and where it does not say, not at all', () => {
  expect(toIsoDateTime('03/04/2026', dateReading('en-US', 'https://a.test'))).toBe('2026-03-04');
  expect(toIsoDateTime('03/04/2026', dateReading('en-GB', 'https://a.test'))).toBe('2026-04-03');
  expect(toIsoDateTime('03/04/2026', dateReading('en', 'https://a.co.uk'))).toBe('2026-04-03');
  expect(toIsoDateTime('03/04/2026', dateReading('fr', 'https://a.test'))).toBe('2026-04-03');
  expect(iso('03/04/2026')).toBeNull();
  expect(iso('13/04/2026')).toBe('2026-04-13');
});

test('the eleventh month of a Pole is the tenth of a Croat', () => {
  expect(iso('5 listopada 2018', 'pl')).toBe('2018-11-05');
  expect(iso('5. listopada 2018.', 'hr')).toBe('2018-10-05');
});
