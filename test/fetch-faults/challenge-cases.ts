import { html, type FaultCase, type Reply } from './fault-case.ts';

const challengeCase = (one: Omit<FaultCase, 'area'>): FaultCase => ({
  area: 'challenges',
  kind: 'scrape',
  // test/pipeline/browser.deep.test.ts has the fall to the browser.
  tier: 'http',
  facts: async ({ documents, asked }) => ({ delivered: (await documents()).length, asked: asked('/') }),
  expected: { delivered: 0, asked: 1 },
  ...one,
});

const wall = (status: number, body: string, headers: Record<string, string> = {}): Reply => ({
  status,
  headers: { 'content-type': 'text/html', ...headers },
  body: `<!doctype html><html><head><title>Attention</title></head><body>${body}</body></html>`,
});

const walls: readonly (readonly [title: string, reply: Reply])[] = [
  ['a challenge of Cloudflare, by its header', wall(403, '', { 'cf-mitigated': 'challenge' })],
  ['a challenge of Cloudflare, by its script', wall(503, '<script>window._cf_chl_opt={cvId:"3"}</script>')],
  ['a challenge of AWS WAF', wall(202, '', { 'x-amzn-waf-action': 'challenge' })],
  ['a captcha of DataDome', wall(403, '<script src="https://ct.captcha-delivery.com/c.js"></script>')],
  [
    'a captcha that says success',
    wall(200, '<p>Please verify you are human</p><div class="g-recaptcha"></div>'),
  ],
  [
    'a firewall that says success',
    wall(200, '<iframe src="/_Incapsula_Resource?SWJIYLWA=719d34d31c8e3a6e"></iframe>'),
  ],
  ['a refusal of our user agent', wall(403, '<h1>Forbidden</h1><p>Your user agent has been blocked.</p>')],
  ['a rate limit that refuses robots', wall(429, '<p>Automated requests are not allowed here.</p>')],
];

/** Pages that stand where the page should: none of them is ever delivered. */
export const challengeCases: readonly FaultCase[] = [
  ...walls.map(([title, reply]) =>
    challengeCase({
      title: `${title} blocks its page, at once, and is no content`,
      replies: { '/': reply },
      pages: { '/': 'blocked CHALLENGE' },
    }),
  ),
  challengeCase({
    title: 'a challenge before one page of a site keeps no other from being read',
    kind: 'crawl',
    replies: {
      '/': html('Home', ['/a', '/wall']),
      '/a': html('Leaf'),
      '/wall': wall(403, '', { 'cf-mitigated': 'challenge' }),
    },
    pages: { '/': 'done', '/a': 'done', '/wall': 'blocked CHALLENGE' },
    expected: { delivered: 2, asked: 1 },
  }),
  challengeCase({
    title: 'a plain refusal is no challenge',
    replies: { '/': wall(403, '<h1>Forbidden</h1><p>You may not see this folder.</p>') },
    pages: { '/': 'failed HTTP_FORBIDDEN' },
  }),
];
