import { describe, expect, test } from 'vitest';
import { readDocumentContent } from '../../lib/content/read-content.ts';
import { openSchemaCheck } from '../../lib/extract/llm/schema-check.ts';
import { compileScope, judgeLink } from '../../lib/frontier/scope.ts';
import { judgeByRobots } from '../../lib/fetch/robots/robots-judgement.ts';
import { rulesFor } from '../../lib/fetch/robots/robots.ts';
import { limits } from '../../lib/limits/limits.ts';
import { schemaProblem } from '../../lib/request/schema/schema-field.ts';
import { pathologicalSelectors } from './pathological-selectors.ts';
import { cpuMs } from '../harness/cpu-time.ts';
import { usualReading } from '../../lib/content/read-as-usual.fixture.ts';

const options = { ...usualReading, formats: ['markdown'], onlyMainContent: false };

const read = (tags: { includeTags?: string[]; excludeTags?: string[] }, paragraphs: number) =>
  readDocumentContent(
    {
      body: Buffer.from(`<!doctype html><body>${'<p class=a>text</p>'.repeat(paragraphs)}</body>`),
      contentType: 'text/html',
      baseUrl: 'http://site.example/',
    },
    { ...options, ...tags },
  );

describe('selectors of a caller', () => {
  test.each(pathologicalSelectors)('%s ends the page, not the worker', (selector) => {
    for (const tags of [{ includeTags: [selector] }, { excludeTags: [selector] }])
      expect(read(tags, 800)).toMatchObject({ kind: 'refused', failure: { code: 'SELECTOR_TOO_COSTLY' } });
  });

  test('a hundred of them together have the steps of one', () => {
    const tags = { excludeTags: Array.from({ length: 100 }, () => 'x ~ * ~ *') };
    expect(read(tags, 800)).toMatchObject({ kind: 'refused', failure: { code: 'SELECTOR_TOO_COSTLY' } });
  });

  test('what pages are read with in earnest is far from the bound', () => {
    const tags = { excludeTags: ['nav', '.a:nth-child(2n+1)', 'header ~ p', 'div > p.a + p', ':not(p) p'] };
    expect(read(tags, 1_500).kind).toBe('read');
  });
});

const folded = (keyword: string, levels: number) => ({
  type: 'object',
  properties: { a: { $ref: '#/$defs/d0' } },
  $defs: Object.fromEntries(
    Array.from({ length: levels }, (_, level) => [
      `d${level}`,
      level === levels - 1
        ? { type: 'string' }
        : { [keyword]: [{ $ref: `#/$defs/d${level + 1}` }, { $ref: `#/$defs/d${level + 1}` }] },
    ]),
  ),
});

describe('schemas of a caller', () => {
  test.each(['anyOf', 'allOf', 'oneOf'])('%s that doubles with every definition is refused', (keyword) => {
    expect(schemaProblem(folded(keyword, 20))?.code).toBe('SCHEMA_TOO_COMPLEX');
    expect(schemaProblem(folded(keyword, 40))?.code).toBe('SCHEMA_TOO_COMPLEX');
    expect(schemaProblem(folded(keyword, 4))).toBeNull();
  });

  test('a tree that refers to itself is a schema like any', () => {
    const node = {
      type: 'object',
      properties: { name: { type: 'string' }, children: { type: 'array', items: { $ref: '#' } } },
    };
    expect(schemaProblem(node)).toBeNull();
    expect(openSchemaCheck(node as never)({ name: 'a', children: [{ name: 'b', children: [] }] })).toEqual(
      [],
    );
  });

  test('a check counts what it reads, however the schema grows', () => {
    expect(openSchemaCheck(folded('anyOf', 30) as never)({ a: 'text' })).toEqual([
      'the schema cannot be applied: it takes too many steps',
    ]);
    const deep = { type: 'object', properties: { c: { anyOf: [{ $ref: '#' }, { $ref: '#' }] } } };
    let value: object = {};
    for (let level = 0; level < 40; level += 1) value = { c: value };
    expect(openSchemaCheck(deep as never)(value as never)).toEqual([
      'the schema cannot be applied: it takes too many steps',
    ]);
  });
});

describe('patterns of a caller', () => {
  test('are charged by the characters that they read of a page’s links, and then read none', () => {
    const pattern = `${'([a-z]?x80)*'.repeat(40)}y0`;
    const scope = compileScope({
      seedUrl: 'http://site.example/',
      includePaths: [],
      excludePaths: Array.from({ length: 67 }, () => pattern),
      regexOnFullURL: true,
      crawlEntireDomain: true,
      allowExternalLinks: false,
      allowSubdomains: false,
    });
    scope.work.left = 20_000_000;
    const link = `http://site.example/${'a'.repeat(150)}`;
    const judged = Array.from({ length: 50 }, () => judgeLink(link, scope));
    expect(judged.at(0)).toEqual({ inScope: true });
    expect(judged.at(-1)).toEqual({ inScope: false, reason: 'too-costly' });
  });

  test('of a large crawl have work enough for all links of a page', () => {
    expect(10 * 30 * 60 * limits.linksPerPageMax).toBeLessThanOrEqual(limits.patternWorkMax);
  });
});

describe('robots.txt of a site', () => {
  const url = `http://site.example/${'a'.repeat(1_800)}/0123456789bcdefghijklmnopqrstuvwxyzXYZ`;

  test.each([
    ['rules that each read the whole path', (at: number) => `allow:*aaa${at.toString(36)}XY`],
    ['rules with many wildcards', (at: number) => `disallow:/${'*a'.repeat(200)}*b${at}Y*X`],
    ['rules that almost end the path', (at: number) => `allow:*aaab*${at.toString(36)}YX$`],
    ['prefixes of every length', (at: number) => `disallow:/${'a'.repeat(at % 1_800)}b`],
    ['prefixes of every length with wildcards', (at: number) => `disallow:/${'a'.repeat(at % 1_800)}*aab`],
  ])('%s forbid what they cannot judge, and take no more than they may', (_title, line) => {
    const lines = Array.from({ length: 40_000 }, (_each, at) => line(at)).join('\n');
    const rules = rulesFor(`User-agent: *\n${lines}`.slice(0, limits.robotsBytesMax), 'Gleaner');
    judgeByRobots(rules, 'http://site.example/');
    const began = cpuMs();
    for (let times = 0; times < 10; times += 1)
      expect(['allowed', 'forbidden', 'unjudged']).toContain(judgeByRobots(rules, url));
    expect(cpuMs() - began).toBeLessThan(10 * 1_000);
  });
});
