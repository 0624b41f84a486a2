import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { serveSite, type TestSite } from '../../../test/harness/serve-site.ts';
import { failure } from '../../failure.ts';
import { limits } from '../../limits/limits.ts';
import { completeScrapeOptions } from '../../request/scrape-options.ts';
import { parseOpenRange } from '../http/address.ts';
import type { CheckHop, FetchOutcome } from '../tier/fetch-request.ts';
import { guardedDial } from '../http/guarded-connect.ts';
import { renderInBrowser, type RenderDependencies } from './render-in-browser.ts';
import type { TierRequest } from '../tier/tier.ts';
import { unpackBrowser } from './unpack-browser.ts';
import { pageTime } from './wait-until-stable.ts';

/** Real Chromium against real servers on loopback, one browser at a time. */
let site: TestSite;
let elsewhere: TestSite;
/** A private service that no page may reach: it counts connections, whatever they speak. */
let secret: Server;
let secretPort = 0;
let secretHits = 0;
let seenHeaders: Record<string, string | string[] | undefined>[] = [];
let onCrash = (): void => {};
/** Chromium itself is unpacked once for all; whatever a browser leaves would lie in a folder of ours. */
const unpackedIn = tmpdir();
const temporary = mkdtempSync(join(unpackedIn, 'gleaner-render-'));
process.env['TMPDIR'] = temporary;

const words = 'Words enough for a page that has something to say. '.repeat(8);
const html = (body: string): string =>
  `<!doctype html><html><head><title>T</title></head><body>${body}</body></html>`;

/** Pages whose script leads to something that is no document, while they load or after that. */
const offers = (to: string): string =>
  html(`<h1>Here it is</h1><p>${words}</p><script>location.href = '${to}';</script><p>The end</p>`);
const offersLate = (to: string): string =>
  html(`<h1>Here it is</h1><p>${words}</p><a id="to" href="${to}">x</a>
    <script>setTimeout(() => { location.href = '${to}'; }, 700);</script><p>The end</p>`);

const pages: Record<string, (origin: string) => string> = {
  '/scripted': () =>
    html(
      `<div id="root"></div><script>fetch('/data').then((it) => it.json()).then(({ text }) => {
      document.getElementById('root').innerHTML = '<h1>' + text + '</h1><p>${words}</p>` +
        `<img src="/picture.png">'; });</script>`,
    ),
  '/late': () =>
    html(
      `<p>${words}</p><script>setTimeout(() => { document.body.innerHTML += '<b id="late">late</b>'; }, 900);</script>`,
    ),
  '/loop': () => html('<p>before</p><script>for (;;);</script>'),
  '/dialogs': () =>
    html(`<p>${words}</p><script>alert(1); confirm(2); prompt(3); onbeforeunload = () => 'stay';
      for (let i = 0; i < 30; i += 1) window.open('/popup'); document.body.append('past the dialogs');</script>
      <a id="a" target="_blank" href="/popup">x</a><script>document.getElementById('a').click();</script>`),
  '/polls': () => html(`<p>${words}</p><script>setInterval(() => fetch('/data'), 40);</script>`),
  '/reloads': () => html(`<p>${words}</p><script>setTimeout(() => location.reload(), 30);</script>`),
  '/attacks': () =>
    html(
      `<p>${words}</p><script>
      const secret = '127.0.0.1:${secretPort}';
      fetch('http://' + secret + '/fetch', { mode: 'no-cors' }).catch(() => 0);
      fetch('/to-secret', { mode: 'no-cors' }).catch(() => 0);
      new WebSocket('ws://' + secret + '/socket'); new WebSocket('ws://localhost:${secretPort}/'); new ` +
        `WebSocket('ws://[::1]:${secretPort}/');
      new WebSocket('ws://127.1:${secretPort}/'); new WebSocket('ws://2130706433:${secretPort}/');
      navigator.sendBeacon('http://' + secret + '/beacon');
      new Worker(URL.createObjectURL(new Blob(["fetch('http://" + secret + "/worker', { mode: 'no-cors' })"])));
      navigator.serviceWorker?.register('/worker.js').catch(() => 0);
      for (const tag of ['iframe', 'img', 'script', 'embed']) { const it = document.createElement(tag); ` +
        `it.src = 'http://' + secret + '/' + tag; document.body.append(it); }
      const link = document.createElement('link'); link.rel = 'prefetch'; link.href = 'http://' + secret + ` +
        `'/prefetch'; document.head.append(link);
      const early = document.createElement('link'); early.rel = 'preconnect'; early.href = 'http://' + ` +
        `secret; document.head.append(early);
      window.open('http://' + secret + '/popup');
      const form = document.createElement('iframe'); form.src = '/to-secret'; document.body.append(form);
      new RTCPeerConnection({ iceServers: [{ urls: 'turn:' + secret + '?transport=tcp', username: 'u', ` +
        `credential: 'c' }] }).createDataChannel('x');
    </script>`,
    ),
  '/leaves': (origin) => html(`<p>${words}</p><script>location.href = '${origin}/other';</script>`),
  '/opens': () =>
    html(`<title>Just a moment...</title><script>window._cf_chl_opt = {};
      setTimeout(() => { document.cookie = 'passed=1; path=/'; location.reload(); }, 700);</script>`),
  '/fields': () =>
    html(
      `<p>${words}日本 😀</p><input><select><option>a</option></select><textarea>b</textarea><input type="date">
      <p style="font-family:monospace">c</p>` +
        `<script>document.body.append(document.querySelector('p').offsetHeight > 10 ? 'laid out' : '');</script>`,
    ),
  '/offers/zip': () => offers('/download'),
  '/offers/bytes': () => offers('/bytes'),
  '/offers/nothing': () => offers('/nothing'),
  '/offers/mail': () => offers('mailto:a@b.example'),
  '/offers/pdf': () => offers('/paper.pdf'),
  '/late/zip': () => offersLate('/download'),
  '/late/nothing': () => offersLate('/nothing'),
  '/offers/often': () =>
    html(
      `<h1>Here it is</h1><p>${words}</p><script>setInterval(() => { location.href = '/nothing'; }, 60);</script>`,
    ),
  '/late/large': () => offersLate('/large'),
  '/late/gone': () => offersLate('/slow-gone'),
  '/late/no-tls': (origin) => offersLate(origin.replace('http:', 'https:')),
  '/writes': () =>
    html(`<p>${words}</p><script>setTimeout(() => { document.open();
      document.write('<title>T</title><h1>Written by a script</h1><p>${words.slice(0, 90)}</p>'); }, 300);</script>`),
  '/waits/font': () =>
    html(`<style>@font-face{font-family:x;src:url(/never)}body{font-family:x}</style><p>${words}</p>`),
  '/waits/style': () =>
    `<!doctype html><html><head><link rel="stylesheet" href="/never"></head><body><p>${words}</p></body></html>`,
  '/waits/in-body': () => html(`<link rel="stylesheet" href="/never"><p>${words}</p>`),
  '/waits/nested': () => html(`<style>@import url(/never);</style><p>${words}</p>`),
  '/waits/script': () => html(`<h1>First</h1><script src="/never"></script><p>${words}</p>`),
  '/waits/shell': () => html(`<div id="root"></div><script src="/never"></script>`),
  '/languages': () =>
    html(`<p>${words}</p><iframe srcdoc="<p>frame</p>"></iframe><script>
      const tell = (what) => { document.body.append(JSON.stringify(what) + ' '); };
      const script = 'postMessage(navigator.languages)';
      new Worker(URL.createObjectURL(new Blob([script]))).onmessage = ({ data }) => tell({ worker: data });
      const frame = document.querySelector('iframe');
      frame.onload = () => tell({ frame: frame.contentWindow.navigator.languages });
      tell({ language: navigator.language, languages: navigator.languages });
      tell({ number: (1234.5).toLocaleString() });</script>`),
  '/other': () => html(`<h1>Other</h1><p>${words}</p>`),
};

beforeAll(async () => {
  secret = createServer((socket) => {
    secretHits += 1;
    socket
      .on('error', () => undefined)
      .resume()
      .end('HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\nsecret');
  });
  await new Promise<void>((resolve) => secret.listen(0, '127.0.0.1', resolve));
  secretPort = (secret.address() as { port: number }).port;
  elsewhere = await serveSite((_path, response, request) => {
    seenHeaders.push(request.headers);
    response
      .writeHead(200, { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' })
      .end('{}');
  });
  site = await serveSite((path, response, request) => {
    if (path === '/languages') seenHeaders.push(request.headers);
    const type = { 'content-type': 'text/html; charset=utf-8' };
    if (path === '/data')
      return void response.writeHead(200, { 'content-type': 'application/json' }).end('{"text":"Scripted"}');
    if (path === '/redirect-home') return void response.writeHead(302, { location: '/other' }).end();
    if (path === '/to-secret')
      return void response.writeHead(302, { location: `http://127.0.0.1:${secretPort}/` }).end();
    if (path === '/to-metadata')
      return void response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data/' }).end();
    if (path === '/download')
      return void response
        .writeHead(200, { 'content-type': 'application/zip', 'content-disposition': 'attachment' })
        .end('PK');
    if (path === '/attached')
      return void response
        .writeHead(200, {
          ...type,
          'content-disposition': 'attachment; filename="a.html"',
          'content-encoding': 'gzip',
        })
        .end(gzipSync('<h1>Attached</h1>'));
    if (path === '/slow-gone')
      return void setTimeout(() => response.writeHead(404, type).end(html('<h1>Gone</h1>')), 3_000);
    if (path === '/large') {
      // It says that more comes than may be read, and does not come to its end.
      const headers = { 'content-type': 'application/octet-stream', 'content-length': String(150 * 2 ** 20) };
      return void response.writeHead(200, headers).write(Buffer.alloc(2 ** 20, 'x'));
    }
    if (path === '/nothing') return void response.writeHead(204).end();
    if (path === '/bytes')
      return void response
        .writeHead(200, {
          'content-type': 'application/octet-stream',
          'content-disposition': 'attachment; filename="a.zip"',
        })
        .end('PK');
    if (path === '/stream' || path === '/paper.pdf')
      return void response
        .writeHead(200, { 'content-type': 'application/octet-stream' })
        .end('%PDF-1.4 bytes');
    if (path === '/json')
      return void response.writeHead(200, { 'content-type': 'application/json' }).end('{"a":1}');
    if (path === '/gone') return void response.writeHead(410, type).end(html('gone'));
    if (path === '/busy')
      return void response.writeHead(429, { ...type, 'retry-after': '7' }).end(html('busy'));
    if (path === '/crash') return onCrash();
    if (path === '/never') return;
    if (path === '/huge') {
      // A comment, which costs no layout.
      response.writeHead(200, type).write('<!--');
      const more = (): void =>
        void (response.destroyed || (response.write(Buffer.alloc(1 << 20, 'x')), setImmediate(more)));
      return more();
    }
    if (path === '/opens' && (request.headers.cookie ?? '').includes('passed=1')) {
      return void response.writeHead(200, type).end(html(`<h1>Behind the wall</h1><p>${words}</p>`));
    }
    if (path === '/headers') {
      seenHeaders.push(request.headers);
      return void response
        .writeHead(200, type)
        .end(
          html(
            `<p>${words}</p><script>fetch('${elsewhere.origin}/x'); document.body.append(document.cookie);</script>`,
          ),
        );
    }
    const body = pages[path]?.(elsewhere.origin);
    response
      .writeHead(body === undefined ? 404 : path === '/opens' ? 403 : 200, type)
      .end(body ?? 'not here');
  });
});

afterAll(async () => {
  await Promise.all([site?.close(), elsewhere?.close(), new Promise((resolve) => secret.close(resolve))]);
  rmSync(temporary, { recursive: true, force: true });
});

const chromiums = (): string[] =>
  execFileSync('ps', ['-eo', 'pid,ppid,args'], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes('/chromium ') && line.includes(temporary));

afterEach(() => {
  expect(chromiums()).toEqual([]);
  const left = readdirSync(temporary);
  // What one browser left is told once, and not of those after it.
  for (const name of left) rmSync(join(temporary, name), { recursive: true, force: true });
  expect(left).toEqual([]);
});

const passAll: CheckHop = async () => ({ ok: true });

const render = async (
  path: string,
  request: Partial<TierRequest> = {},
  {
    options = {},
    checkHop = passAll,
  }: { options?: Parameters<typeof completeScrapeOptions>[0]; checkHop?: CheckHop } = {},
): Promise<FetchOutcome> => {
  const open = [site.allow, elsewhere.allow].flatMap((text) => parseOpenRange(text) ?? []);
  const dependencies: RenderDependencies = {
    unpack: () => unpackBrowser(unpackedIn),
    dial: guardedDial({ open }),
    temporary,
    userAgent: 'Gleaner/test (+https://example.com/bot)',
  };
  const url = path.startsWith('http') ? path : `${site.origin}${path}`;
  return await renderInBrowser(
    dependencies,
    { url, timeoutMs: 60_000, ...request },
    completeScrapeOptions(options),
    {
      checkHop,
      now: Date.now,
    },
  );
};

const textOf = (outcome: FetchOutcome): string => Buffer.from(outcome.body ?? []).toString('utf8');
const codeOf = (outcome: FetchOutcome): string | undefined =>
  outcome.kind === 'failed' ? outcome.failure.code : undefined;

test('a page that a script writes is read as the reader sees it, without its pictures', async () => {
  const outcome = await render('/scripted');
  expect(outcome).toMatchObject({ kind: 'response', status: 200, url: `${site.origin}/scripted` });
  expect(textOf(outcome)).toContain('<h1>Scripted</h1>');
  expect(outcome.headers?.['content-type']).toBe('text/html; charset=utf-8');
  expect(site.requests.filter(({ path }) => path === '/picture.png')).toEqual([]);
});

test('scripts that never end are ended with their browser when the time is over', async () => {
  const outcome = await render('/loop', { timeoutMs: 2_500 });
  expect(codeOf(outcome)).toBe('TIMEOUT');
  // The host has answered: it is no trouble of the host.
  expect(outcome.status).toBe(200);
});

test('a page with fields of a form is laid out with a font', async () => {
  expect(textOf(await render('/fields'))).toContain('laid out');
});

test('dialogs and popups hold nothing up', async () => {
  expect(textOf(await render('/dialogs'))).toContain('past the dialogs');
});

test('a page that never stops asking is taken as it stands; one that never stops moving on is not', async () => {
  expect(textOf(await render('/polls'))).toContain('Words enough');
  expect(codeOf(await render('/reloads'))).toBe('REDIRECT_TOO_MANY');
});

test('what is no document is handed on as it was sent, and a download is refused', async () => {
  expect(textOf(await render('/json'))).toBe('{"a":1}');
  expect(codeOf(await render('/download'))).toBe('CONTENT_TYPE_UNSUPPORTED');
});

test.each([
  ['/attached', '<h1>Attached</h1>'],
  ['/stream', '%PDF-1.4 bytes'],
])('a file that Chromium would download is read as it was sent: %s', async (path, body) => {
  const outcome = await render(path, {}, { options: { waitFor: 10 } });
  expect(outcome).toMatchObject({ kind: 'response', status: 200 });
  expect(textOf(outcome)).toBe(body);
});

test.each(['/offers/zip', '/offers/bytes', '/offers/nothing', '/offers/mail', '/late/zip', '/late/nothing'])(
  'a page whose script leads to what is no document is read as it stands: %s',
  async (path) => {
    const outcome = await render(path, { timeoutMs: 30_000 }, { options: { waitFor: 1_000 } });
    expect(outcome).toMatchObject({
      kind: 'response',
      status: 200,
      url: `${site.origin}${path}`,
      redirects: [],
    });
    expect(textOf(outcome)).toMatch(/<h1>Here it is<\/h1>.*The end/s);
    // Chromium ends its document where a script leads away, so that page is read as it was sent.
    expect(outcome.kind === 'response' && outcome.asSent).toBe(path.startsWith('/offers') ? true : undefined);
  },
);

test.each(['/offers/often', '/late/large'])(
  'a page stays whose script leads to nothing again and again, or to more than may be read: %s',
  async (path) => {
    const outcome = await render(path, { timeoutMs: 30_000 }, { options: { waitFor: 1_500 } });
    expect(outcome).toMatchObject({
      kind: 'response',
      status: 200,
      url: `${site.origin}${path}`,
      redirects: [],
    });
    expect(textOf(outcome)).toContain('<h1>Here it is</h1>');
  },
);

test('a page that moves on while it is read has the status and the address of what is read', async () => {
  const outcome = await render('/late/gone', { timeoutMs: 30_000 }, { options: { waitFor: 2_500 } });
  const isFirst = textOf(outcome).includes('Here it is');
  const path = isFirst ? '/late/gone' : '/slow-gone';
  expect(outcome).toMatchObject({ url: `${site.origin}${path}`, status: isFirst ? 200 : 404 });
});

test('a page that leads to what cannot be reached is not passed for the page before', async () => {
  const outcome = await render('/late/no-tls', { timeoutMs: 30_000 }, { options: { waitFor: 2_000 } });
  expect(codeOf(outcome)).toBe('TLS_FAILED');
});

test('a page that its script writes anew is read as it was written, and has time enough with little', async () => {
  const written = await render('/writes', { timeoutMs: 20_000 }, { options: { waitFor: 1_500 } });
  expect(textOf(written)).toContain('Written by a script');
  expect(written.kind === 'response' && written.asSent).toBe(undefined);
  expect(textOf(await render('/other', { timeoutMs: 5_000 }))).toContain('<h1>Other</h1>');
});

test('of a page in which something was done what is shown is delivered, although a script led away', async () => {
  const actions = [{ type: 'executeJavascript' as const, script: "document.body.append('added')" }];
  const outcome = await render('/offers/zip', { timeoutMs: 30_000 }, { options: { actions } });
  expect(textOf(outcome)).toContain('added');
  expect(outcome.kind === 'response' && outcome.asSent).toBe(undefined);
});

test('a page whose link is clicked stays where the link leads to a download', async () => {
  const actions = [
    { type: 'click', selector: '#to', all: false },
    { type: 'wait', milliseconds: 500 },
    { type: 'scrape' },
  ] as const;
  const outcome = await render('/late/zip', {}, { options: { actions: [...actions] } });
  expect(outcome).toMatchObject({
    kind: 'response',
    status: 200,
    url: `${site.origin}/late/zip`,
    redirects: [],
  });
  expect(outcome.kind === 'response' && outcome.captures?.actions?.scrapes).toHaveLength(1);
});

test('a file that is read as a document takes the place of the page that leads to it', async () => {
  const outcome = await render('/offers/pdf');
  expect(outcome).toMatchObject({
    url: `${site.origin}/paper.pdf`,
    redirects: [`${site.origin}/offers/pdf`],
  });
  expect(textOf(outcome)).toBe('%PDF-1.4 bytes');
});

test.each(['/waits/in-body', '/waits/script', '/waits/nested'])(
  'a page that waits in its middle for what never comes is read as it was sent: %s',
  async (path) => {
    const outcome = await render(path, { timeoutMs: 12_000 });
    expect(outcome).toMatchObject({
      kind: 'response',
      status: 200,
      url: `${site.origin}${path}`,
      asSent: true,
    });
    expect(textOf(outcome)).toContain('Words enough');
  },
);

test.each([
  ['a shell that scripts fill', '/waits/shell', {}],
  ['a page in which something is to be done', '/waits/script', { actions: [{ type: 'scrape' as const }] }],
  ['a page in which an element is waited for', '/waits/script', { waitFor: 'p' }],
])('%s is not passed for finished while a script does not come', async (_, path, options) => {
  const outcome = await render(path, { timeoutMs: 9_000 }, { options });
  expect(outcome).toMatchObject({ status: 200, failure: { code: 'TIMEOUT' } });
});

test.each(['/waits/font', '/waits/style'])(
  'a page is painted without what never comes, and keeps its text: %s',
  async (path) => {
    const options = { formats: [{ type: 'screenshot' as const, fullPage: false }] };
    const outcome = await render(path, { timeoutMs: 45_000 }, { options });
    expect(textOf(outcome)).toContain('Words enough');
    const picture = outcome.kind === 'response' ? outcome.captures?.screenshot : undefined;
    expect(picture?.type).toBe('image/png');
    expect(picture?.bytes.length).toBeGreaterThan(1_000);
  },
);

test('statuses are what they are over HTTP, with Retry-After', async () => {
  expect(await render('/gone')).toMatchObject({
    kind: 'failed',
    status: 410,
    failure: { code: 'HTTP_GONE' },
  });
  expect(await render('/busy')).toMatchObject({ status: 429, retryAfterMs: 7_000 });
});

test('no page reaches a private address: not by redirect, frame, socket, worker, beacon, prefetch or popup', async () => {
  secretHits = 0;
  const outcome = await render('/attacks');
  expect(textOf(outcome)).toContain('Words enough');
  expect(textOf(outcome)).not.toContain('>secret<');
  for (const path of [
    '/to-secret',
    '/to-metadata',
    'http://169.254.169.254/',
    `http://[::ffff:127.0.0.1]:${secretPort}/`,
  ]) {
    expect(await render(path), path).toMatchObject({
      kind: 'failed',
      failure: { code: 'ADDRESS_NOT_ALLOWED' },
    });
  }
  expect(secretHits).toBe(0);
});

test('the server that pages may not reach is there: a page of it is read once it is allowed', async () => {
  secretHits = 0;
  const dependencies = {
    unpack: () => unpackBrowser(unpackedIn),
    dial: guardedDial({ open: [parseOpenRange(`127.0.0.1/32:${secretPort}`) ?? expect.fail()] }),
    temporary,
    userAgent: 'Gleaner',
  };
  const url = `http://127.0.0.1:${secretPort}/`;
  await renderInBrowser(dependencies, { url, timeoutMs: 60_000 }, completeScrapeOptions({}), {
    checkHop: passAll,
    now: Date.now,
  });
  expect(secretHits).toBeGreaterThan(0);
});

test('wherever the page goes next is judged first, by redirect or by script, and a refusal is the end', async () => {
  const hops: string[] = [];
  const asked: CheckHop = async (url) => {
    hops.push(url);
    return { ok: true };
  };
  const moved = await render('/redirect-home', {}, { checkHop: asked });
  expect(moved).toMatchObject({ url: `${site.origin}/other`, redirects: [`${site.origin}/redirect-home`] });
  expect(hops).toEqual([`${site.origin}/other`]);
  const refuse: CheckHop = async () => ({ ok: false, failure: failure('ROBOTS_DISALLOWED', 'no') });
  const before = site.requests.filter(({ path }) => path === '/other').length;
  expect(codeOf(await render('/redirect-home', {}, { checkHop: refuse }))).toBe('ROBOTS_DISALLOWED');
  expect(codeOf(await render('/leaves', {}, { checkHop: refuse }))).toBe('ROBOTS_DISALLOWED');
  expect(site.requests.filter(({ path }) => path === '/other')).toHaveLength(before);
});

test("the caller's headers and cookies go to the page's own origin, and the agent says who asks", async () => {
  seenHeaders = [];
  const outcome = await render('/headers', {
    headers: { Authorization: 'Bearer t', 'X-Mine': '1', Cookie: 'a=b; c=d' },
  });
  const [own, other] = seenHeaders;
  expect(own).toMatchObject({ authorization: 'Bearer t', 'x-mine': '1', cookie: 'a=b; c=d' });
  expect(own?.['user-agent']).toMatch(
    /^Mozilla\/5\.0 .*Chrome\/\d+\.0\.0\.0 Safari\/537\.36 Gleaner\/test \(\+https:/,
  );
  expect(other?.['origin']).toBe(site.origin);
  expect(other).not.toHaveProperty('authorization');
  expect(other).not.toHaveProperty('x-mine');
  expect(textOf(outcome)).toContain('a=b; c=d');
});

test.each([
  [{}, ['en'], '1,234.5'],
  [{ location: { languages: ['de-DE'] } }, ['de-DE'], '1.234,5'],
  [{ location: { languages: ['fr-CH', 'de', 'en'] } }, ['fr-CH', 'de', 'en'], null],
  [{ location: { country: 'de' } }, ['de-DE', 'de'], '1.234,5'],
  [{ location: { languages: ['zz-ZZ', 'de-ab-cd'] } }, ['zz-ZZ'], null],
  [{ headers: { 'Accept-Language': 'it;q=0.3, *;q=0.1, de' } }, ['de', 'it'], null],
])(
  'scripts of a page see the languages that its site is asked for: %j',
  async (options, languages, number) => {
    seenHeaders = [];
    const { headers } = completeScrapeOptions(options);
    const text = textOf(await render('/languages', { headers }, { options }));
    expect(text).toContain(JSON.stringify({ language: languages[0], languages }));
    expect(text).toContain(JSON.stringify({ worker: languages }));
    expect(text).toContain(JSON.stringify({ frame: languages }));
    if (number !== null) expect(text).toContain(JSON.stringify({ number }));
    const header = Object.entries(headers).find(([name]) => /^accept-language$/i.test(name))?.[1] ?? 'en';
    expect(seenHeaders[0]?.['accept-language']).toBe(header);
  },
);

test('waitFor waits for milliseconds or for an element, and says when that does not come', async () => {
  expect(textOf(await render('/late', {}, { options: { waitFor: '#late' } }))).toContain('id="late">late');
  expect(textOf(await render('/late', {}, { options: { waitFor: 1_200 } }))).toContain('id="late">late');
  const missing = await render('/late', { timeoutMs: 15_000 }, { options: { waitFor: '#never' } });
  expect(missing).toMatchObject({ failure: { code: 'SELECTOR_NOT_FOUND' } });
});

test('an element that never comes is given up before the caller who waits for the page is answered', () => {
  const elementMs = (left: number, isAwaited: boolean): number => pageTime(() => left, isAwaited).element();
  expect(elementMs(limits.renderMs, true) + limits.renderIdleMs).toBeLessThan(limits.scrapeWaitMs);
  expect(elementMs(8_000, true)).toBe(6_000);
  expect(elementMs(limits.renderMs, false)).toBe(limits.waitForMsMax);
  expect(elementMs(-1, true)).toBe(1);
});

test('a challenge that a browser solves by itself gives way to the page', async () => {
  const outcome = await render('/opens');
  expect(outcome).toMatchObject({ kind: 'response', status: 200 });
  expect(textOf(outcome)).toContain('Behind the wall');
});

test('a Chromium that dies costs its page one attempt, and nothing is left of it', async () => {
  onCrash = () => {
    for (const line of chromiums()) process.kill(Number(line.trim().split(/\s+/)[0]), 'SIGKILL');
  };
  expect(codeOf(await render('/crash'))).toBe('BROWSER_CRASHED');
});

test('what a killed Chromium was writing goes with it: its temporary folder is its own', async () => {
  const temporaries: string[] = [];
  onCrash = () => {
    for (const line of chromiums()) {
      const pid = line.trim().split(/\s+/)[0] ?? '';
      const own = /(?:^|\0)TMPDIR=([^\0]*)/.exec(readFileSync(`/proc/${pid}/environ`, 'latin1'))?.[1] ?? '';
      temporaries.push(own);
      // So does a download that is not over.
      writeFileSync(join(own, '.org.chromium.Chromium.abcdef'), 'half of it');
      process.kill(Number(pid), 'SIGKILL');
    }
  };
  expect(codeOf(await render('/crash'))).toBe('BROWSER_CRASHED');
  expect(temporaries).toHaveLength(1);
  expect(temporaries[0]?.startsWith(`${temporary}/`)).toBe(true);
  expect(readdirSync(temporary)).toEqual([]);
});

test('a host that does not answer, or never stops, ends within its limits', async () => {
  expect(codeOf(await render('/never', { timeoutMs: 2_000 }))).toBe('TIMEOUT');
  expect(codeOf(await render('/huge'))).toBe('RESPONSE_TOO_LARGE');
  expect(codeOf(await render('http://127.0.0.1:9/'))).toBe('ADDRESS_NOT_ALLOWED');
  expect(codeOf(await render('http://does-not-exist.invalid/'))).toMatch(/^DNS_/);
});
