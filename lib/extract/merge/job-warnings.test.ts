import { expect, test } from 'vitest';
import { limits } from '../../limits/limits.ts';
import type { Gap, PageExtraction } from '../model/page-extraction.ts';
import { isLeftOpen, jobWarnings } from './job-warnings.ts';

const page = (gaps: readonly Gap[], warnings: readonly string[] = []): PageExtraction =>
  ({ extraction: { gaps, warnings } }) as unknown as PageExtraction;

const spent = (fields: readonly string[], message = 'nothing is left'): Gap => ({
  code: 'BUDGET_EXHAUSTED',
  message,
  fields: [...fields],
});

test('a list that one page answered is told as open where another page was not read for it', () => {
  const pages = [page([]), page([spent(['stations', 'name'])]), page([spent(['stations', 'name'])])];
  const merged = { open: [], lists: ['stations'], guessed: [] };
  expect(jobWarnings(pages, merged)).toEqual(['Open: stations. BUDGET_EXHAUSTED: nothing is left (2 pages)']);
  expect(isLeftOpen(pages, merged)).toBe(true);
  expect(isLeftOpen(pages, { open: [], lists: [], guessed: [] })).toBe(false);
});

test('a field that no page answered is told as open, and one that some page answered is not', () => {
  const pages = [page([spent(['name', 'price'])])];
  expect(jobWarnings(pages, { open: ['price'], lists: [], guessed: [] })).toEqual([
    'Open: price. BUDGET_EXHAUSTED: nothing is left',
  ]);
});

test('however many reasons there are, what no page says is marked, and what is left out is counted', () => {
  const judged = (name: string) => `Judged by the model, not written in the page: ${name}`;
  const pages = Array.from({ length: 60 }, (_, at) =>
    page([spent([`open-${at}`], `page ${at}`)], [judged(`field-${at}`), 'part 1-50 of 73 read']),
  );
  const open = pages.map((_, at) => `open-${at}`);
  const warnings = jobWarnings(pages, { open, lists: [], guessed: [] });
  expect(warnings).toHaveLength(limits.extractWarningsMax);
  expect(warnings[0]).toBe(judged(pages.map((_, at) => `field-${at}`).join(', ')));
  // 61 reasons, of which all but the first and the last line of the answer are told.
  expect(warnings.at(-1)).toBe(
    `${61 - (limits.extractWarningsMax - 2)} more warnings: the results of the job's pages say which`,
  );
});

test('a value is told as a guess where no page says it, and not where another page does', () => {
  const guesses = page([], ['Guessed by the model, found nowhere in the page: phone, email']);
  const merged = { open: [], lists: [], guessed: ['email'] };
  const told = 'Guessed by the model, found nowhere in the page: email';
  expect(jobWarnings([guesses, page([])], merged)).toEqual([told]);
  expect(jobWarnings([guesses], { ...merged, guessed: [] })).toEqual([]);
});

test('a field that no page answers is told, once: with its reason where a page has one', () => {
  const merged = { open: ['year', 'price'], lists: [], guessed: [] };
  expect(jobWarnings([page([]), page([])], merged)).toEqual(['No page answers: year, price']);
  expect(jobWarnings([page([spent(['price'])]), page([])], merged)).toEqual([
    'No page answers: year',
    'Open: price. BUDGET_EXHAUSTED: nothing is left',
  ]);
  // No page was read, or each page answers for itself.
  expect(jobWarnings([{}], merged)).toEqual([]);
  expect(jobWarnings([page([])], null)).toEqual([]);
});
