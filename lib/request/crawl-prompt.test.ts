import { expect, test } from 'vitest';
import { crawlQuestion } from '../extract/model/crawl-question.ts';
import { chosenOptions, droppedWarning, promptOfCrawl } from './crawl-prompt.ts';
import { crawlRequestSchema } from './crawl-request.ts';

const url = 'https://example.com/';

test('what a crawl takes of a model’s answer is kept, and what it does not is dropped and named', () => {
  const answer = {
    includePaths: ['^/blog/', '(?=x)', 7],
    excludePaths: ['('],
    maxDiscoveryDepth: 2,
    limit: -5,
    sitemap: 'sometimes',
    crawlEntireDomain: true,
    allowSubdomains: null,
    ignoreQueryParameters: 'yes',
    webhook: 'https://evil.example/',
  };
  const { options, dropped } = chosenOptions(answer);
  expect(options).toEqual({ includePaths: ['^/blog/'], maxDiscoveryDepth: 2, crawlEntireDomain: true });
  expect(dropped).toEqual([
    'includePaths "(?=x)"',
    'includePaths 7',
    'excludePaths "("',
    'limit -5',
    'sitemap "sometimes"',
    'ignoreQueryParameters "yes"',
    'webhook "https://evil.example/"',
  ]);
  expect(droppedWarning(dropped)).toMatch(/left out: includePaths "\(\?=x\)", /);
  expect(droppedWarning([])).toBe(undefined);
});

test('an answer that is no object has no options', () => {
  expect(chosenOptions(null)).toEqual({ options: {}, dropped: [] });
  expect(chosenOptions('limit')).toEqual({ options: {}, dropped: [] });
});

test('a model is told of no option that a crawl does not take', () => {
  const told = Object.keys((crawlQuestion(url, 'x').schema as { properties: object }).properties);
  expect(told.length).toBeGreaterThan(5);
  expect(told.filter((name) => !Object.hasOwn(crawlRequestSchema.shape, name))).toEqual([]);
  const example = { includePaths: ['^/a'], excludePaths: ['^/b'], maxDiscoveryDepth: 1, limit: 1, delay: 1 };
  const others = { crawlEntireDomain: true, allowSubdomains: true, allowExternalLinks: true };
  const rest = { sitemap: 'only', ignoreQueryParameters: true };
  const all = { ...example, ...others, ...rest };
  expect(Object.keys(all).toSorted()).toEqual(told.toSorted());
  expect(chosenOptions(all)).toEqual({ options: all, dropped: [] });
});

test('a crawl that would be refused is refused before a model is asked, and one without words asks none', () => {
  expect(promptOfCrawl({ url })).toBe(null);
  expect(promptOfCrawl({ url, prompt: '  ' })).toBe(null);
  expect(promptOfCrawl(null)).toBe(null);
  const refused = promptOfCrawl({ url, prompt: 'the blog', limit: -1 });
  expect(refused?.ok === false && refused.failure.message).toMatch(/limit: expected at least 1 page/);
  const taken = promptOfCrawl({ url: 'example.com', prompt: ' the blog ', limit: 3 });
  expect(taken?.ok === true && taken.value).toEqual({ url: 'http://example.com', prompt: 'the blog' });
});
