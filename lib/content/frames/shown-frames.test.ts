import { expect, test } from 'vitest';
import { contentAsUsual } from '../read-as-usual.fixture.ts';

const url = 'https://www.a.test/jobs';
const short = '<title>Jobs</title><h1>Jobs</h1><p>All open posts of the city.</p>';
const warningsOf = (body: string, options: Parameters<typeof contentAsUsual>[1] = {}): readonly string[] =>
  contentAsUsual(`<!doctype html>${body}`, { url, ...options }).warnings.filter((one) =>
    one.includes('frame'),
  );

test.each([
  ['without a size', '<iframe src="/list"></iframe>'],
  ['with a title', '<iframe src="/list" title="Open posts"></iframe>'],
  ['as wide as the page', '<iframe src="/list" width="100%" height="1200"></iframe>'],
  ['with a style', '<iframe src="/list" style="width:100%; height: 80vh; border: 0"></iframe>'],
])('a page with a short text and a frame of its site has a warning that names the frame: %s', (_, frame) => {
  expect(warningsOf(short + frame)).toEqual([
    'The page shows a frame, whose text is not read with it: https://www.a.test/list; scrape that address for it',
  ]);
});

test('several frames are counted, and a frame of another host of the site is one of them', () => {
  const frames = '<iframe src="https://apply.a.test/1"></iframe><iframe src="/2"></iframe>';
  expect(warningsOf(short + frames)[0]).toContain('https://apply.a.test/1, and 1 more; scrape');
});

test('under a heading alone, a frame of any site is told', () => {
  const page = '<title>Jobs</title><h1>Jobs</h1><iframe src="https://boards.b.test/city"></iframe>';
  expect(warningsOf(page)[0]).toContain('https://boards.b.test/city; scrape');
});

test.each([
  ['a film', '<iframe src="https://www.youtube.com/embed/abcdefgh" width="560" height="315"></iframe>'],
  ['a map', '<iframe src="https://www.google.com/maps/embed?pb=1" width="600" height="450"></iframe>'],
  ['another site', '<iframe src="https://b.test/list"></iframe>'],
  ['an advertisement of its own', '<iframe src="https://ads.a.test/slot?w=300"></iframe>'],
  ['consent', '<iframe src="/frame" title="Cookie consent"></iframe>'],
  ['a counter', '<iframe src="/count" width="1" height="1"></iframe>'],
  ['a box beside the text', '<iframe src="/news" width="160" height="600"></iframe>'],
  ['a bar', '<iframe src="/bar" style="height: 90px; width: 728px"></iframe>'],
  ['a hidden frame', '<div hidden><iframe src="/list"></iframe></div>'],
  ['a frame without an address', '<iframe></iframe><iframe src="about:blank"></iframe>'],
  ['a frame of scripts', '<iframe src="javascript:void 0"></iframe>'],
  ['the page itself', '<iframe src="/jobs#top"></iframe>'],
  ['a frame for those without scripts', '<noscript><iframe src="/list"></iframe></noscript>'],
])('frames that are no content bring no warning: %s', (_, frame) => {
  expect(warningsOf(short + frame)).toEqual([]);
});

test('a page with a text of its own has no warning of its frames', () => {
  const text = `<p>${'We mend clocks and sell them in our shop. '.repeat(20)}</p>`;
  expect(warningsOf(`${short}${text}<iframe src="/list"></iframe>`)).toEqual([]);
});

test('a request whose tags choose a part of the page is not told of what stands beside it', () => {
  expect(warningsOf(`${short}<iframe src="/list"></iframe>`, { includeTags: ['p'] })).toEqual([]);
});

test('a relative frame of a file that was sent is not named: its address leads nowhere', () => {
  const file = 'https://upload.invalid/0123/page.html';
  expect(warningsOf(`${short}<iframe src="list.html"></iframe>`, { url: file })).toEqual([]);
});
