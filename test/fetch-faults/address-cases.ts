import { html, redirect, textReply, type FaultCase } from './fault-case.ts';

const addressCase = (one: Omit<FaultCase, 'area'>): FaultCase => ({ area: 'addresses', ...one });

const metadata = 'http://169.254.169.254/latest/meta-data/';
const leaf = html('Leaf');

/**
 * How a site may try to have us ask whom we may not. `lib/fetch/guarded-paths.deep.test.ts` has every form of an
 * address.
 */
export const addressCases: readonly FaultCase[] = [
  addressCase({
    title: 'a meta refresh to a private address is not followed',
    kind: 'scrape',
    replies: { '/': textReply(`<meta http-equiv=refresh content="0;url=${metadata}">`, 'text/html') },
    pages: { '/': 'blocked ADDRESS_NOT_ALLOWED' },
  }),
  addressCase({
    title: 'a robots.txt that redirects to a private address forbids everything, and says why',
    kind: 'scrape',
    replies: { '/robots.txt': redirect(metadata), '/': leaf },
    pages: { '/': 'blocked ADDRESS_NOT_ALLOWED' },
    facts: ({ asked }) => ({ asked: asked('/') }),
    expected: { asked: 0 },
  }),
  addressCase({
    title: 'links to private addresses end by name, and the other pages are fetched',
    replies: {
      '/': html('Home', ['/a', metadata, 'http://[::ffff:7f00:1]:9001/2018-06-01/runtime/invocation/next']),
      '/a': leaf,
    },
    body: { allowExternalLinks: true },
    pages: {
      '/': 'done',
      '/a': 'done',
      'other:/latest/meta-data/': 'blocked ADDRESS_NOT_ALLOWED',
      'other:/2018-06-01/runtime/invocation/next': 'blocked ADDRESS_NOT_ALLOWED',
    },
  }),
  addressCase({
    title: 'a sitemap that redirects to a private address is none',
    replies: {
      '/': html('Home', ['/a']),
      '/a': leaf,
      '/sitemap.xml': redirect('http://10.0.0.1/sitemap.xml'),
    },
    body: { sitemap: 'include' },
    pages: { '/': 'done', '/a': 'done' },
  }),
  addressCase({
    title: 'a redirect to the address of the site in another spelling is the site',
    kind: 'scrape',
    replies: {
      '/': ({ origin }) => redirect(`${origin.replace('127.0.0.1', '0x7f.1')}/b`),
      '/b': html('Reached'),
    },
    pages: { '/': 'done' },
    facts: ({ pages }) => ({ title: pages[0]?.title }),
    expected: { title: 'Reached' },
  }),
];
