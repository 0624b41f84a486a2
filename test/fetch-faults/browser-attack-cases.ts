import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { html, redirect, textReply, type FaultCase } from './fault-case.ts';
import { browserCase, inBrowser, scripted } from './browser-cases.ts';

/** A private service that no page may reach: it counts connections, whatever they speak. */
let hits = 0;
const secret = createServer((socket) => {
  hits += 1;
  socket.on('error', () => undefined).end('HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\nsecret');
});
secret.listen(0, '127.0.0.1').unref();
await once(secret, 'listening');
const place = `127.0.0.1:${(secret.address() as AddressInfo).port}`;
const unreached = (): Record<string, unknown> => ({ hits });
const none = { hits: 0 };

/** Kills the browsers of this process. */
const killBrowsers = (): void => {
  const lines = execFileSync('ps', ['-eo', 'pid,ppid,args'], { encoding: 'utf8' }).split('\n');
  for (const line of lines) {
    const [pid, parent, command = ''] = line.trim().split(/\s+/);
    if (Number(parent) === process.pid && command.endsWith('/chromium')) process.kill(Number(pid), 'SIGKILL');
  }
};

/** What a page does to reach the private service, and stays a page all the same. */
const reaching: readonly (readonly [by: string, code: string])[] = [
  [
    'fetch, beacon and redirect',
    `fetch('http://${place}/', { mode: 'no-cors' }).catch(() => 0); ` +
      `navigator.sendBeacon('http://${place}/'); fetch('/to-secret', { mode: 'no-cors' }).catch(() => 0);`,
  ],
  [
    'WebSocket, under every name',
    `for (const host of ['${place}', 'localhost:${place.split(':')[1] ?? ''}', ` +
      `'[::1]:${place.split(':')[1] ?? ''}', '2130706433:${place.split(':')[1] ?? ''}', ` +
      `'127.1:${place.split(':')[1] ?? ''}']) new WebSocket('ws://' + host);`,
  ],
  [
    'worker and service worker',
    `new Worker(URL.createObjectURL(new Blob(["fetch('http://${place}/', { mode: 'no-cors' })"]))); ` +
      `navigator.serviceWorker?.register('/worker.js').catch(() => 0);`,
  ],
  [
    'frame, image, script, embed and prefetch',
    `for (const tag of ['iframe', 'img', 'script', 'embed']) { const it = document.createElement(tag); ` +
      `it.src = 'http://${place}/'; document.body.append(it); } for (const rel of ['prefetch', ` +
      `'preconnect', 'dns-prefetch']) { const it = document.createElement('link'); it.rel = rel; it.href = ` +
      `'http://${place}/'; document.head.append(it); }`,
  ],
  [
    'WebRTC',
    `new RTCPeerConnection({ iceServers: [{ urls: 'turn:${place}?transport=tcp', username: 'u', ` +
      `credential: 'c' }] }).createDataChannel('x');`,
  ],
];

export const browserAttackCases: readonly FaultCase[] = [
  ...reaching.map(([by, code]) =>
    browserCase({
      title: `no page in a browser reaches a private address by ${by}`,
      body: inBrowser,
      replies: {
        '/': scripted(code),
        '/to-secret': redirect(`http://${place}/`),
        '/worker.js': textReply(`fetch('http://${place}/')`, 'text/javascript'),
      },
      pages: { '/': 'done' },
      facts: unreached,
      expected: none,
    }),
  ),
  browserCase({
    title: 'a redirect to a private address ends the page in a browser as over HTTP',
    body: inBrowser,
    replies: { '/': redirect(`http://${place}/`) },
    pages: { '/': 'blocked ADDRESS_NOT_ALLOWED' },
    facts: unreached,
    expected: none,
  }),
  browserCase({
    title: 'a script that moves the page to a private address ends it',
    body: inBrowser,
    replies: { '/': scripted(`location.href = 'http://${place}/';`) },
    pages: { '/': 'blocked ADDRESS_NOT_ALLOWED' },
    facts: unreached,
    expected: none,
  }),
  browserCase({
    title: 'a script that moves the page to where robots.txt forbids ends it',
    body: inBrowser,
    replies: {
      '/robots.txt': textReply('User-agent: *\nDisallow: /private'),
      '/': scripted("location.href = '/private';"),
      '/private': html('Private'),
    },
    pages: { '/': 'blocked ROBOTS_DISALLOWED' },
    facts: (run) => ({ asked: run.asked('/private') }),
    expected: { asked: 0 },
  }),
  browserCase({
    title: 'a script that moves a page of a crawl out of its scope ends it',
    kind: 'crawl',
    body: { scrapeOptions: inBrowser },
    replies: {
      '/': html('Home', ['/leaves']),
      '/leaves': ({ otherOrigin }) => scripted(`location.href = '${otherOrigin}/away';`),
      '/away': html('Away'),
    },
    pages: { '/': 'done', '/leaves': 'skipped REDIRECT_OUT_OF_SCOPE' },
    facts: (run) => ({ asked: run.asked('/away') }),
    expected: { asked: 0 },
  }),
  browserCase({
    title: 'a page that never stops moving on is let go',
    body: inBrowser,
    replies: { '/': scripted('setTimeout(() => location.reload(), 20);') },
    pages: { '/': 'failed REDIRECT_TOO_MANY' },
  }),
  browserCase({
    title: 'scripts that never end are ended with their browser, try for try',
    body: { ...inBrowser, timeout: 1_200 },
    replies: { '/': scripted('for (;;);') },
    pages: { '/': 'failed TIMEOUT' },
    facts: ({ pages }) => ({ attempts: pages[0]?.attempts }),
    expected: { attempts: 2 },
  }),
  browserCase({
    title: 'a browser that dies costs its page one attempt',
    body: inBrowser,
    replies: {
      '/': (_site, before) => (before === 0 ? { act: killBrowsers } : html('Page')),
    },
    pages: { '/': 'done' },
    facts: ({ pages }) => ({
      attempts: pages[0]?.attempts,
      reasons: pages[0]?.requests?.map(({ reason }) => reason ?? 'shown'),
    }),
    expected: { attempts: 1, reasons: ['BROWSER_CRASHED', 'shown'] },
  }),
  browserCase({
    title: 'a page that takes all the memory there is ends before the function does',
    body: { waitFor: '#never' },
    replies: {
      '/': scripted(
        'const all = []; setInterval(() => { for (let i = 0; i < 4; i += 1) all.push(new Uint8Array(16 << ' +
          '20).fill(1)); }, 1);',
      ),
    },
    pages: { '/': 'failed CONTENT_TOO_COMPLEX' },
    facts: (run) => ({ asked: run.asked('/') }),
    expected: { asked: 1 },
  }),
  browserCase({
    title: 'a page that makes a browser load without end is cut off',
    body: inBrowser,
    replies: {
      '/': {
        act: (response) => {
          // A comment costs no layout: what is measured is the limit.
          response.writeHead(200, { 'content-type': 'text/html' }).write('<!doctype html><p>Page</p><!--');
          const more = (): void =>
            void (response.destroyed || (response.write(Buffer.alloc(1 << 20, 'x')), setImmediate(more)));
          more();
        },
      },
    },
    pages: { '/': 'failed RESPONSE_TOO_LARGE' },
  }),
];
