import { bodyHas, browserCase, inBrowser, scripted, words } from './browser-cases.ts';
import { textReply, type FaultCase } from './fault-case.ts';

/** What of a page is read: what its reader sees. */
export const browserContentCases: readonly FaultCase[] = [
  browserCase({
    title: 'a page that lies within an open shadow root is read',
    replies: {
      '/': scripted(
        "document.querySelector('x-app').attachShadow({ mode: 'open' }).innerHTML = " +
          `'<h1>Built</h1><p>${words}</p><x-price></x-price>';` +
          "document.querySelector('x-app').shadowRoot.querySelector('x-price').attachShadow({ mode: 'open' })" +
          ".innerHTML = '<p>Price: 42 EUR only today</p>';",
        '<x-app></x-app>',
      ),
    },
    pages: { '/': 'done' },
    facts: async (run) => ({
      tier: run.pages[0]?.tier,
      words: await bodyHas(run, 'Words enough'),
      price: await bodyHas(run, 'Price: 42 EUR only today'),
    }),
    expected: { tier: 'browser', words: true, price: true },
  }),
  browserCase({
    title: 'a shadow root that the host declared is read in a browser as over HTTP',
    body: inBrowser,
    replies: {
      '/': scripted(
        '0',
        `<h1>Page</h1><p>${words}</p><x-card><template shadowrootmode="open"><p>Of the card</p></template></x-card>`,
      ),
    },
    pages: { '/': 'done' },
    facts: async (run) => ({ found: await bodyHas(run, 'Of the card') }),
    expected: { found: true },
  }),
  browserCase({
    title: 'routes that a batch names are pages of their own, each shown as its route says',
    kind: 'batch',
    body: { urls: ['/h#/product/1', '/h#/product/2', '/h'] },
    replies: {
      '/h': scripted(
        `const show = () => { document.getElementById('root').innerHTML = '<h1>' + (location.hash || 'Home') + ` +
          `'</h1><p>${words}</p><a href="#/product/1">one</a>'; }; show(); onhashchange = show;`,
        '<div id="root"></div>',
      ),
    },
    pages: { '/h#/product/1': 'done', '/h#/product/2': 'done', '/h': 'done' },
    facts: async (run) => ({
      titles: (await run.documents()).map(({ markdown }) => /^# .*/m.exec(markdown ?? '')?.[0]),
      asked: run.asked('/h'),
      why: run.pages.map(({ fallThrough }) => fallThrough?.[0]?.reason).toSorted(),
    }),
    expected: {
      titles: ['# #/product/1', '# #/product/2', '# Home'],
      asked: 4,
      why: ['requested', 'requested', 'script-shell'],
    },
  }),
  browserCase({
    title: 'a page whose content stands in a frame is no success, and says where the frame is',
    replies: {
      '/': textReply('<!doctype html><title>Job board</title><iframe src="/list"></iframe>', 'text/html'),
    },
    pages: { '/': 'failed CONTENT_EMPTY' },
    facts: ({ pages }) => ({
      isNamed: /Its content stands in a frame: \S+\/list; scrape/.test(pages[0]?.message ?? ''),
    }),
    expected: { isNamed: true },
  }),
];
