import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { htmlPage, serveSite, type TestSite } from '../../../test/harness/serve-site.ts';
import { completeScrapeOptions, scrapeOptionsShape } from '../../request/scrape-options.ts';
import type { ScrapeOptions } from '../../request/job-spec.ts';
import * as z from 'zod';
import { parseOpenRange } from '../http/address.ts';
import { isAdHost } from './ad-hosts.ts';
import type { Captures, Picture } from '../tier/captures.ts';
import type { FetchOutcome } from '../tier/fetch-request.ts';
import { guardedDial, type Dial } from '../http/guarded-connect.ts';
import { renderInBrowser } from './render-in-browser.ts';
import { unpackBrowser } from './unpack-browser.ts';

/** Real Chromium against a real server on loopback: what is done with a page, and what is taken of it. */
let site: TestSite;
const unpackedIn = tmpdir();
const temporary = mkdtempSync(join(unpackedIn, 'gleaner-capture-'));

const words = 'Words enough for a page that has something to say. '.repeat(8);
const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect width="40" height="40" fill="red"/></svg>';

const pages: Record<string, string> = {
  '/busy': `<p>${words}</p><button id="go">go</button><ul id="log"></ul><script>
    document.getElementById('go').onclick = () => {
      document.getElementById('log').append('clicked;');
      for (const end = performance.now() + 3_000; performance.now() < end; );
    };</script>`,
  '/form':
    `<body style="margin:0"><p>${words}</p><input id="name"><button id="go">go</button><i class="more">a</i>` +
    `<i class="more">b</i>
    <ul id="log"></ul><div id="box" style="height:50px;overflow:auto"><div style="height:500px">long</div></div>
    <div id="cover" hidden style="position:fixed;inset:0"></div><div style="height:4000px"></div><script>
    const log = (text) => document.getElementById('log').append(text + ';');
    document.getElementById('go').onclick = () => { log('clicked'); setTimeout(() => ` +
    `document.body.insertAdjacentHTML('beforeend', '<b id="later">later</b>'), 300); };
    for (const it of document.querySelectorAll('.more')) it.onclick = () => { log('more ' + ` +
    `it.textContent); document.getElementById('cover').hidden = false; };
    document.getElementById('name').onkeydown = (event) => { if (event.key === 'Enter') log('entered ' + ` +
    `event.target.value); };
    addEventListener('scroll', () => { if (scrollY > 500) document.title = 'scrolled'; });
    document.getElementById('box').onscroll = () => log('box');
    </script></body>`,
  '/link': `<p>${words}</p><a id="next" href="/next">next</a>`,
  '/next': htmlPage('Next', []),
  '/tabs': `<p>${words}</p><a target="_blank" href="/next"><b id="next">next</b></a>`,
  '/base': `<base target="_BLANK"><p>${words}</p><form action="/next"><button id="next">next</button></form>`,
  '/asks':
    `<p>${words}</p><input id="name"><p id="told">old</p><script>
    document.getElementById('name').onkeydown = ({ key }) => { if (key === 'Enter') setTimeout(() => ` +
    `fetch('/slow').then((it) => it.text()).then((text) => { told.textContent = text; }), 50); };</script>`,
  '/tall':
    `<body style="margin:0"><p>${words}</p><img src="/red.svg"><div style="height:3000px;background:#eee">` +
    `</div></body>`,
  '/endless': `<body style="margin:0"><div style="height:20000000px">${words}</div></body>`,
  '/advertised': `<p>${words}</p><script>
    for (const host of ['ads.doubleclick.net', 'stats.example', 'cdn.example'])
      document.write('<script src="http://' + host + '/it.js"></' + 'script>');</script>`,
};

beforeAll(async () => {
  site = await serveSite((path, response) => {
    if (path === '/red.svg')
      return void response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(svg);
    if (path === '/it.js')
      return void response.writeHead(200, { 'content-type': 'text/javascript' }).end('0');
    if (path === '/slow')
      return void setTimeout(() => response.writeHead(200, { 'content-type': 'text/plain' }).end('new'), 900);
    const body = pages[path.split('?', 1)[0] ?? ''];
    response
      .writeHead(body === undefined ? 404 : 200, { 'content-type': 'text/html' })
      .end(body ?? 'not here');
  });
  await unpackBrowser(unpackedIn);
});

afterAll(async () => {
  await site.close();
  rmSync(temporary, { recursive: true, force: true });
});

afterEach(() => expect(readdirSync(temporary)).toEqual([]));

const optionsSchema = z.object(scrapeOptionsShape);

const renderAs = async (path: string, options: ScrapeOptions, dial?: Dial): Promise<FetchOutcome> =>
  await renderInBrowser(
    {
      unpack: () => unpackBrowser(unpackedIn),
      dial: dial ?? guardedDial({ open: [parseOpenRange(site.allow) ?? expect.fail()] }),
      temporary,
      userAgent: 'Gleaner/test',
    },
    { url: path.startsWith('http') ? path : `${site.origin}${path}`, timeoutMs: 60_000 },
    options,
    { checkHop: async () => ({ ok: true }), now: Date.now },
  );

/** Renders a page as a request asks. */
const render = async (path: string, request: unknown, dial?: Dial): Promise<FetchOutcome> =>
  await renderAs(path, completeScrapeOptions(optionsSchema.parse(request)), dial);

const capturesOf = (outcome: FetchOutcome): Captures =>
  outcome.kind === 'response' ? (outcome.captures ?? {}) : expect.fail(outcome.failure.message);
const textOf = (outcome: FetchOutcome): string => Buffer.from(outcome.body ?? []).toString('utf8');

/** Width and height of a PNG (its IHDR) or a JPEG (its start of frame). */
const sizeOf = (picture: Picture | undefined): [number, number] => {
  const bytes = Buffer.from(picture?.bytes ?? expect.fail('no picture'));
  if (picture?.type === 'image/png') return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  let at = 2;
  while (bytes[at + 1] !== 0xc0 && bytes[at + 1] !== 0xc2) at += 2 + bytes.readUInt16BE(at + 2);
  return [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)];
};

test('a screenshot is what the window shows, or the whole page, with its pictures loaded', async () => {
  const window = { type: 'screenshot', viewport: { width: 800, height: 600 } };
  const shown = capturesOf(await render('/tall', { formats: [window] })).screenshot;
  expect([shown?.type, sizeOf(shown)]).toEqual(['image/png', [800, 600]]);
  expect(site.requests.some(({ path }) => path === '/red.svg')).toBe(true);
  const whole = capturesOf(await render('/tall', { formats: [{ ...window, fullPage: true, quality: 40 }] }));
  const [width, height] = sizeOf(whole.screenshot);
  expect([whole.screenshot?.type, width, height > 3_000]).toEqual(['image/jpeg', 800, true]);
  expect(whole.actions).toBeUndefined();
});

test('a page without an end has one on its screenshot', async () => {
  const format = { type: 'screenshot', fullPage: true, viewport: { width: 4_000, height: 500 } };
  const { screenshot } = capturesOf(await render('/endless', { formats: [format] }));
  expect(sizeOf(screenshot)).toEqual([4_000, 10_000]);
});

test('the window is as wide as the request wants, or a phone', async () => {
  const actions = [
    { type: 'executeJavascript', script: '[screen.width, screen.height, navigator.maxTouchPoints > 0]' },
  ];
  const seen = async (options: object): Promise<unknown> =>
    capturesOf(await render('/next', { actions, ...options })).actions?.javascriptReturns[0]?.value;
  expect(await seen({})).toEqual([1_280, 1_024, false]);
  expect(await seen({ viewport: { width: 700, height: 500 } })).toEqual([700, 500, false]);
  expect(await seen({ mobile: true })).toEqual([390, 844, true]);
});

test('an element is clicked once, also where its page is busy with the click for longer than a click may take', async () => {
  const outcome = await render('/busy', {
    actions: [{ type: 'click', selector: '#go' }, { type: 'scrape' }],
  });
  expect(textOf(outcome)).toContain('<ul id="log">clicked;</ul>');
});

test('actions are carried out in their order, covered elements and all, before the page is taken', async () => {
  const outcome = await render('/form', {
    actions: [
      { type: 'wait', milliseconds: 50 },
      { type: 'click', selector: '#name' },
      { type: 'executeJavascript', script: 'document.getElementById("name").focus()' },
      { type: 'write', text: 'Ada' },
      { type: 'press', key: 'Enter' },
      { type: 'click', selector: '.more', all: true },
      { type: 'click', selector: '#go' },
      { type: 'wait', selector: '#later' },
      { type: 'scroll', selector: '#box' },
      { type: 'scroll' },
      { type: 'scrape' },
    ],
  });
  const { actions } = capturesOf(outcome);
  expect(textOf(outcome)).toContain('entered Ada;more a;more b;clicked;box;');
  expect(textOf(outcome)).toContain('<title>scrolled</title>');
  expect(actions?.scrapes).toHaveLength(1);
  expect(actions?.scrapes[0]).toMatchObject({
    url: `${site.origin}/form`,
    html: expect.stringContaining('later'),
  });
});

test('a click may lead to another page, which is the one that is taken', async () => {
  const actions = [
    { type: 'screenshot' },
    { type: 'click', selector: '#next' },
    { type: 'screenshot' },
    { type: 'pdf' },
  ];
  const outcome = await render('/link', { actions });
  expect(outcome).toMatchObject({ kind: 'response', url: `${site.origin}/next` });
  const taken = capturesOf(outcome).actions;
  expect(taken?.screenshots.map(({ bytes }) => bytes.length > 500)).toEqual([true, true]);
  expect(Buffer.from(taken?.pdfs[0] ?? []).toString('latin1', 0, 5)).toBe('%PDF-');
});

test.each(['/tabs', '/base'])(
  'a click on what opens in a new tab leads there in the same one: %s',
  async (path) => {
    const outcome = await render(path, { actions: [{ type: 'click', selector: '#next' }] });
    expect(outcome).toMatchObject({
      kind: 'response',
      url: expect.stringMatching(`^${site.origin}/next`),
    });
  },
);

test('what the last action makes the page ask for is waited for, and a key may be named in any case', async () => {
  const actions = [
    { type: 'click', selector: '#name' },
    { type: 'press', key: 'ENTER' },
  ];
  expect(textOf(await render('/asks', { actions }))).toContain('<p id="told">new</p>');
});

test('scripts return expressions, promises and what they say with return; types are those of JavaScript', async () => {
  const scripts = [
    'document.querySelectorAll("i").length',
    'Promise.resolve({ a: [1] })',
    'return "x" + 1',
    'void 0',
    'const r = await Promise.resolve(5); return r',
    'await Promise.resolve(6)',
  ];
  const actions = scripts.map((script) => ({ type: 'executeJavascript', script }));
  expect(capturesOf(await render('/form', { actions })).actions?.javascriptReturns).toEqual([
    { type: 'number', value: 2 },
    { type: 'object', value: { a: [1] } },
    { type: 'string', value: 'x1' },
    { type: 'undefined', value: null },
    { type: 'number', value: 5 },
    { type: 'number', value: 6 },
  ]);
});

test.each([
  [
    [{ type: 'scrape' }, { type: 'click', selector: '#nowhere' }],
    'SELECTOR_NOT_FOUND',
    /actions\.1 \(click\): no element matches "#nowhere"/,
  ],
  [[{ type: 'executeJavascript', script: 'nobody()' }], 'ACTION_FAILED', /nobody is not defined/],
  [
    [{ type: 'executeJavascript', script: '"x".repeat(2e6)' }],
    'RESPONSE_TOO_LARGE',
    /actions\.0 .*2000002 characters/,
  ],
])('an action that cannot be carried out is named by its place: %j', async (actions, code, wanted) => {
  const outcome = await render('/form', { actions });
  expect(outcome).toMatchObject({
    kind: 'failed',
    failure: { code, message: expect.stringMatching(wanted) },
  });
});

test('a selector that is refused today, of a job that was stored before, is named by its place', async () => {
  const options = completeScrapeOptions(optionsSchema.parse({}));
  const stored: ScrapeOptions = { ...options, actions: [{ type: 'click', selector: 'a[', all: false }] };
  expect(await renderAs('/form', stored)).toMatchObject({
    kind: 'failed',
    failure: { code: 'ACTION_FAILED', message: expect.stringMatching(/actions\.0 \(click\): /) },
  });
});

test('an error of the host is not acted on', async () => {
  const actions = [{ type: 'click', selector: '#nowhere' }];
  expect(await render('/gone', { actions, formats: ['screenshot'] })).toMatchObject({
    failure: { code: 'HTTP_NOT_FOUND' },
  });
});

test('hosts of advertisements are asked by no page but their own, unless the request wants them', async () => {
  const dialled: string[] = [];
  const own = guardedDial({ open: [parseOpenRange(site.allow) ?? expect.fail()] });
  const dial: Dial = async (hostname) => {
    dialled.push(hostname);
    return await own('127.0.0.1', site.port);
  };
  const asked = async (url: string, options: object): Promise<string[]> => {
    dialled.length = 0;
    capturesOf(await render(url, options, dial));
    return [...new Set(dialled)].toSorted();
  };
  expect(await asked('http://page.example/advertised', {})).toEqual([
    'cdn.example',
    'page.example',
    'stats.example',
  ]);
  expect(await asked('http://page.example/advertised', { blockAds: false })).toContain('ads.doubleclick.net');
  expect(await asked('http://www.doubleclick.net/advertised', {})).toContain('ads.doubleclick.net');
});

test('a host of advertisements is known by its domain, whatever stands before it', () => {
  expect(['doubleclick.net', 'a.b.DoubleClick.net', 'adservice.google.com.'].filter(isAdHost)).toHaveLength(
    3,
  );
  expect(['notdoubleclick.net', 'google.com', 'net', '', '127.0.0.1'].filter(isAdHost)).toEqual([]);
});
