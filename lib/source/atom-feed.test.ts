import { expect, test } from 'vitest';
import { writeAtom, type ToldChange } from './atom-feed.ts';

const entry: ToldChange = {
  source: 'notices',
  run: 'job-1',
  kind: 'modified',
  url: 'https://fen.example/a?b=1&c="2"',
  at: '2026-11-20T10:00:00.000Z',
  title: '</title><script>&\u0000\uD800 ]]>',
  movedTo: null,
};
const place = {
  lost: [],
  baseUrl: 'https://api.example/prod',
  query: '?kind=modified',
  now: '2026-11-23T00:00:00.000Z',
};

test('what a page is called stays text, whatever it is', () => {
  const xml = writeAtom([entry], place);
  expect(xml).toContain('<title>modified: &lt;/title&gt;&lt;script&gt;&amp;\uFFFD\uFFFD ]]&gt;</title>');
  expect(xml).toContain('href="https://fen.example/a?b=1&amp;c=&quot;2&quot;"');
  expect(xml).not.toContain('<script');
  expect(xml).not.toContain('\u0000');
  expect(xml.isWellFormed()).toBe(true);
});

test('an entry leads to the versions of its page, and has an id of its own that stays', () => {
  const other = { ...entry, kind: 'deleted' };
  const ids = [...writeAtom([entry, other], place).matchAll(/<id>([^<]*)<\/id>/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(3);
  expect(ids[0]).toBe('https://api.example/prod/v2/changes/feed?kind=modified');
  expect(writeAtom([entry], place)).toContain(
    'rel="alternate" href="https://api.example/prod/monitor/#/sources/notices/page?url=https%3A%2F%2Ffen.example',
  );
});

test('a feed without entries is dated when it is asked for, any other by its newest entry', () => {
  expect(writeAtom([], place)).toContain('<updated>2026-11-23T00:00:00.000Z</updated>');
  expect(writeAtom([entry], place)).not.toContain('2026-11-23');
  // Pages of one run stand in the order of their URLs.
  const later = { ...entry, url: 'https://fen.example/b', at: '2026-11-20T10:00:07.000Z' };
  const [dated] = /<updated>[^<]*<\/updated>/.exec(writeAtom([entry, later], place)) ?? [];
  expect(dated).toBe('<updated>2026-11-20T10:00:07.000Z</updated>');
});

test('changes that cannot be read are an entry of their own, which says why', () => {
  const loss = {
    source: 'notices',
    run: 'job-1',
    at: '2026-11-21T10:00:00.000Z',
    changes: 3,
    error: 'Cannot read 3 changes of the source notices: the file is gone & lost',
  };
  const xml = writeAtom([entry], { ...place, lost: [loss] });
  expect(xml).toContain('<title>3 changes of notices cannot be read</title>');
  expect(xml).toContain('the file is gone &amp; lost</summary>');
  expect(xml).toContain('<id>https://api.example/prod/v2/changes#notices/job-1/lost</id>');
  expect([...xml.matchAll(/<entry>/g)]).toHaveLength(2);
  // The feed is as new as its newest entry.
  expect(xml.split('<entry>')[0]).toContain('<updated>2026-11-21T10:00:00.000Z</updated>');
});
