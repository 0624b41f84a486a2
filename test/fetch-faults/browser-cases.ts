import { makePdf } from '../../lib/fetch/make-pdf.fixture.ts';
import {
  html,
  notFound,
  redirect,
  textReply,
  type CaseRun,
  type FaultCase,
  type Reply,
} from './fault-case.ts';

/** Pages that get a browser, a real one each, by what HTTP got of them or because the request asks for it. */
export const browserCase = (one: Omit<FaultCase, 'area'>): FaultCase => ({
  area: 'browser',
  kind: 'scrape',
  browser: true,
  ...one,
});

export const words = 'Words enough for a page that has something to say. '.repeat(8);

/** A page whose request wants what only a browser can do. */
export const inBrowser = { waitFor: 1 };

export const scripted = (code: string, body = `<h1>Page</h1><p>${words}</p>`): Reply => ({
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body:
    `<!doctype html><html lang="en"><head><title>Page</title></head><body>${body}<script>${code}</script>` +
    `</body></html>`,
});

const shell = (links: readonly string[] = []): Reply =>
  scripted(
    `document.getElementById('root').innerHTML = '<h1>Built</h1>` +
      `<p>${words}</p>${links.map((to) => `<a href="${to}">${to}</a>`).join('')}';`,
    '<div id="root"></div>',
  );

const wall: Reply = {
  status: 403,
  headers: { 'content-type': 'text/html', 'cf-mitigated': 'challenge' },
  body:
    '<!doctype html><title>Just a moment...</title><h1>Checking your browser</h1>' +
    '<script>window._cf_chl_opt={};</script>',
};

const howOf = ({ pages }: CaseRun): Record<string, unknown> => ({
  tier: pages[0]?.tier,
  left: pages[0]?.fallThrough?.map(({ reason }) => reason),
});
/** Whether the content of the page at a path has these words. */
export const bodyHas = async ({ envelope }: CaseRun, wanted: string, path = '/'): Promise<boolean> =>
  (await envelope(path)).content.body.includes(wanted);
export const failureMessage = ({ pages, names }: CaseRun): string =>
  (pages[0]?.message ?? '').replaceAll(names.origin, '');

/** What the other origin saw of the header that is not meant for it. */
let otherToken = 'not asked';

const shells = Array.from({ length: 8 }, (_, index) => `/${index + 1}`);

export const browserCases: readonly FaultCase[] = [
  browserCase({
    title: 'a shell that scripts fill is shown in a browser',
    replies: { '/': shell() },
    pages: { '/': 'done' },
    facts: async (run) => ({ ...howOf(run), found: await bodyHas(run, 'Words enough') }),
    expected: { tier: 'browser', left: ['script-shell'], found: true },
  }),
  browserCase({
    title:
      'links that scripts write are followed, and the links of plain pages are not asked for with a browser',
    kind: 'crawl',
    replies: { '/': shell(['/plain', '/shell']), '/plain': html('Plain'), '/shell': shell() },
    pages: { '/': 'done', '/plain': 'done', '/shell': 'done' },
    facts: ({ pages }) => ({
      plain: pages.find(({ url }) => url.endsWith('/plain'))?.tier,
      shell: pages.find(({ url }) => url.endsWith('/shell'))?.tier,
    }),
    expected: { plain: 'http', shell: 'browser' },
  }),
  browserCase({
    title: 'a host whose pages are shells is asked with a browser at once after three of them',
    kind: 'batch',
    body: { urls: shells },
    // Further apart than what is known of a host is taken for true.
    delay: 40,
    // Of pages of such a host one in twenty, as drawn, is asked over HTTP nevertheless.
    webDraw: 0.5,
    replies: Object.fromEntries(shells.map((path) => [path, shell()])),
    pages: Object.fromEntries(shells.map((path) => [path, 'done'])),
    facts: ({ pages, asked }) => ({
      overHttp: pages.filter(({ fallThrough }) => fallThrough?.[0]?.reason === 'script-shell').length,
      remembered: pages.filter(({ fallThrough }) => fallThrough?.[0]?.reason === 'remembered').length,
      requests: shells.reduce((sum, path) => sum + asked(path), 0),
    }),
    expected: { overHttp: 3, remembered: 5, requests: 11 },
  }),
  browserCase({
    title: 'a challenge is met once more in a browser, and ends the page as blocked where it stands',
    body: { timeout: 4_000 },
    replies: { '/': wall },
    pages: { '/': 'blocked CHALLENGE' },
    facts: (run) => ({ ...howOf(run), asked: run.asked('/') }),
    expected: { tier: 'browser', left: ['challenge'], asked: 2 },
  }),
  browserCase({
    title: 'a challenge that an honest browser passes gives way to the page',
    replies: {
      '/': (_site, _before, request) =>
        (request.headers.cookie ?? '').includes('passed=1')
          ? html('Behind')
          : {
              ...wall,
              body:
                `${String(wall.body)}<script>setTimeout(() => { document.cookie = 'passed=1'; ` +
                `location.reload(); }, 300);</script>`,
            },
    },
    pages: { '/': 'done' },
    facts: async ({ envelope }) => ({ title: (await envelope('/')).page_metadata.title }),
    expected: { title: 'Behind' },
  }),
  browserCase({
    title: 'an element that comes late is waited for',
    body: { waitFor: '#late' },
    replies: {
      '/': scripted(
        "setTimeout(() => { document.body.innerHTML += '<p id=late>The late words</p>'; }, 900);",
      ),
    },
    pages: { '/': 'done' },
    facts: async (run) => ({ found: await bodyHas(run, 'The late words') }),
    expected: { found: true },
  }),
  browserCase({
    title: 'an element that never comes ends the page, once',
    // A busy machine takes seconds to show the page, after which alone the element is waited for.
    body: { waitFor: '#never', timeout: 20_000 },
    replies: { '/': html('Page') },
    pages: { '/': 'failed SELECTOR_NOT_FOUND' },
    facts: (run) => ({ asked: run.asked('/'), message: failureMessage(run) }),
    expected: { asked: 1, message: 'Cannot render /: no element matches "#never"' },
  }),
  browserCase({
    title: 'dialogs hold nothing up',
    body: inBrowser,
    replies: {
      '/': scripted(
        "alert(1); confirm(2); prompt(3); onbeforeunload = () => 'stay'; document.body.append('past them');",
      ),
    },
    pages: { '/': 'done' },
    facts: async (run) => ({ found: await bodyHas(run, 'past them') }),
    expected: { found: true },
  }),
  browserCase({
    title: 'popups are not opened',
    body: inBrowser,
    replies: {
      '/': scripted(
        "for (let i = 0; i < 20; i += 1) open('/popup'); document.getElementById('a').click();",
        `<h1>Page</h1><p>${words}</p><a id="a" target="_blank" href="/popup">x</a>`,
      ),
      '/popup': html('Popup'),
    },
    pages: { '/': 'done' },
    // The item of a page leaves its own URL out.
    facts: ({ pages: [page], names }) => ({ url: (page?.finalUrl ?? page?.url)?.replace(names.origin, '') }),
    expected: { url: '/' },
  }),
  browserCase({
    title: 'a PDF is read as over HTTP, whatever it is asked for with',
    kind: 'crawl',
    body: { scrapeOptions: inBrowser },
    replies: {
      '/': html('Home', ['/moved']),
      '/moved': redirect('/file.pdf'),
      '/file.pdf': textReply(makePdf([[['A sentence of some words on a page.', 12]]]), 'application/pdf'),
    },
    pages: { '/': 'done', '/moved': 'done' },
    facts: async (run) => ({
      found: await bodyHas(run, 'A sentence of some words', '/moved'),
      format: (await run.envelope('/moved')).content.format,
    }),
    expected: { found: true, format: 'pdf_text' },
  }),
  browserCase({
    title: 'a download is no page',
    body: inBrowser,
    replies: {
      '/': {
        headers: { 'content-type': 'application/zip', 'content-disposition': 'attachment' },
        body: 'PK',
      },
    },
    pages: { '/': 'failed CONTENT_TYPE_UNSUPPORTED' },
  }),
  browserCase({
    title: 'what is no document is what it is over HTTP',
    body: inBrowser,
    replies: { '/': textReply('{"a":1}', 'application/json') },
    pages: { '/': 'done' },
    facts: async (run) => ({ found: await bodyHas(run, '"a"') }),
    expected: { found: true },
  }),
  browserCase({
    title: 'a page that never stops asking is taken as it stands',
    body: { ...inBrowser, timeout: 4_000 },
    replies: { '/': scripted("setInterval(() => fetch('/data'), 30);"), '/data': textReply('{}') },
    pages: { '/': 'done' },
  }),
  browserCase({
    title: 'an error of the host is its answer, and is not asked for twice',
    body: inBrowser,
    replies: { '/': notFound },
    pages: { '/': 'failed HTTP_NOT_FOUND' },
    facts: (run) => ({ asked: run.asked('/') }),
    expected: { asked: 1 },
  }),
  browserCase({
    title: 'a host that asks a browser to wait is waited for',
    body: inBrowser,
    replies: {
      '/': (_site, before) =>
        before === 0 ? { status: 429, headers: { 'retry-after': '3' }, body: 'later' } : html('Page'),
    },
    pages: { '/': 'done' },
    facts: (run) => ({ asked: run.asked('/'), attempts: run.pages[0]?.attempts }),
    expected: { asked: 2, attempts: 1 },
  }),
  browserCase({
    title: 'a browser says who asks, and on a phone that it is one',
    body: { mobile: true },
    replies: {
      '/': (_site, _before, request) => html('Page', [], `Asked by ${request.headers['user-agent'] ?? ''}.`),
    },
    pages: { '/': 'done' },
    facts: async (run) => ({
      named: await bodyHas(run, 'Gleaner/test'),
      phone: await bodyHas(run, 'Mobile Safari'),
    }),
    expected: { named: true, phone: true },
  }),
  browserCase({
    title: "a caller's headers go to the page's own origin and to no other",
    body: { ...inBrowser, headers: { 'x-token': 'secret' } },
    replies: {
      '/': ({ otherOrigin }, _before, request) =>
        scripted(
          `fetch('${otherOrigin}/seen', { mode: 'no-cors' }).then(() => 0, () => 0);`,
          `<h1>Page</h1><p>${words} own ${String(request.headers['x-token'] ?? 'none')}</p>`,
        ),
      '/seen': (_site, _before, request) => {
        otherToken = String(request.headers['x-token'] ?? 'none');
        return textReply('');
      },
    },
    pages: { '/': 'done' },
    facts: async (run) => ({ own: await bodyHas(run, 'own secret'), other: otherToken }),
    expected: { own: true, other: 'none' },
  }),
  browserCase({
    title: 'a redirect is followed, and the page is where it led',
    body: inBrowser,
    replies: { '/': redirect('/there'), '/there': html('There') },
    pages: { '/': 'done' },
    facts: ({ pages, names }) => ({ url: pages[0]?.finalUrl?.replace(names.origin, '') }),
    expected: { url: '/there' },
  }),
];
