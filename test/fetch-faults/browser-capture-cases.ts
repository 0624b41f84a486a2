import { bodyHas, browserCase, failureMessage, scripted, words } from './browser-cases.ts';
import { html, type FaultCase } from './fault-case.ts';

/** What a URL that the documents hold leads to. */
const typeAt = async (url: string | undefined): Promise<string | null> =>
  url === undefined ? null : (await fetch(url)).headers.get('content-type');

export const browserCaptureCases: readonly FaultCase[] = [
  browserCase({
    title: 'a screenshot is stored, and its URL opens',
    body: { formats: ['markdown', { type: 'screenshot', viewport: { width: 320, height: 200 } }] },
    replies: { '/': html('Page') },
    pages: { '/': 'done' },
    facts: async ({ documents, envelope }) => {
      const [document] = await documents();
      const key = (await envelope('/')).scrape.captures_key;
      return { type: await typeAt(document?.screenshot), kept: key?.replace(/[0-9a-f]{64}/, 'hash') };
    },
    expected: { type: 'image/png', kept: 'captures/hash.json' },
  }),
  browserCase({
    title: 'each visit has its own screenshot, though the content did not change',
    runs: 2,
    body: { formats: ['markdown', 'screenshot'] },
    replies: { '/': html('Page') },
    pages: { '/': 'done' },
    facts: async ({ documents, pages }) => ({
      change: pages[0]?.changeType,
      type: await typeAt((await documents())[0]?.screenshot),
    }),
    expected: { change: 'unchanged', type: 'image/png' },
  }),
  browserCase({
    title: 'actions are carried out in order, and what they left is in the results',
    body: {
      actions: [
        { type: 'click', selector: 'button' },
        { type: 'wait', selector: '#more' },
        { type: 'scrape' },
        { type: 'executeJavascript', script: 'document.title' },
        { type: 'screenshot', quality: 30 },
        { type: 'pdf' },
      ],
    },
    replies: {
      '/': scripted(
        "document.querySelector('button').onclick = () => setTimeout(() => { document.body.innerHTML += " +
          "'<p id=more>The words behind the button</p>'; }, 200);",
        `<h1>Page</h1><p>${words}</p><button>more</button>`,
      ),
    },
    pages: { '/': 'done' },
    facts: async (run) => {
      const left = (await run.documents())[0]?.actions;
      return {
        found: await bodyHas(run, 'The words behind the button'),
        scraped: left?.scrapes.map(({ html: source }) => source.includes('behind the button')),
        returned: left?.javascriptReturns,
        types: [await typeAt(left?.screenshots[0]), await typeAt(left?.pdfs[0])],
      };
    },
    expected: {
      found: true,
      scraped: [true],
      returned: [{ type: 'string', value: 'Page' }],
      types: ['image/jpeg', 'application/pdf'],
    },
  }),
  browserCase({
    title: 'an action without its element ends the page and is named by its place',
    body: { actions: [{ type: 'scrape' }, { type: 'click', selector: '#nowhere' }], timeout: 4_000 },
    replies: { '/': html('Page') },
    pages: { '/': 'failed SELECTOR_NOT_FOUND' },
    facts: (run) => ({ asked: run.asked('/'), message: failureMessage(run) }),
    expected: {
      asked: 1,
      message: 'Cannot render /: actions.1 (click): no element matches "#nowhere"',
    },
  }),
];
