import { expect, test } from 'vitest';
import { describeErrorPage, isLikeErrorPage, mayBeErrorPage, type ErrorPage } from './error-page.ts';

const at = (path: string, markdown: string) => ({
  url: `https://a.test${path}`,
  title: 'Shop of things',
  markdown,
});

const menu = Array.from({ length: 40 }, (_, index) => `Department ${index} of the shop.`).join(' ');
const missing = (path: string): string => `There is no ${path.slice(1)} with us, sorry.\n\n${menu}`;
const error: ErrorPage = describeErrorPage(at('/e3b0c442', missing('/e3b0c442')));

test('a page that says what its host says where nothing is, but for the path, is like its error page', () => {
  expect(isLikeErrorPage(at('/items/9', 'No /items/9.'), describeErrorPage(at('/x1y2', 'No /x1y2.')))).toBe(
    true,
  );
  expect(isLikeErrorPage(at('/gone', missing('/gone')), error)).toBe(true);
});

test('a page that says nearly that is like it where the error page says that it is one, and only there', () => {
  const near = missing('/gone').replace('Department 7', 'Section 7');
  expect(isLikeErrorPage(at('/gone', near), error)).toBe(true);
  if (error.kind !== 'page') throw new Error('the host has an error page');
  expect(isLikeErrorPage(at('/gone', near), { ...error, saysSo: false })).toBe(false);
});

test('another page is not, and none is where the host answers with an error', () => {
  expect(isLikeErrorPage(at('/chair', `A chair. ${'Oak, and leather. '.repeat(30)}`), error)).toBe(false);
  expect(isLikeErrorPage(at('/gone', missing('/gone')), { kind: 'none' })).toBe(false);
});

test('only a short page with words of an error is worth asking, and never the first page of a host', () => {
  expect(mayBeErrorPage(at('/gone', 'Leider nicht vorhanden.'))).toBe(true);
  expect(mayBeErrorPage(at('/chair', 'A chair of oak.'))).toBe(false);
  expect(mayBeErrorPage(at('/chair', `Sorry: ${'word '.repeat(500)}`))).toBe(false);
  expect(mayBeErrorPage(at('/', 'Sorry, nothing here.'))).toBe(false);
});
