import { html, redirect, type FaultCase } from './fault-case.ts';
import { apiError, jsonReply, askedKind, wikiCase } from './wiki-double.ts';
import { batch, wiki, overHttp, wikiKinds, tierAndFalls, asksAndTier, msBetween } from './wiki-facts.ts';

export const wikiFailureCases: readonly FaultCase[] = [
  ...['internal_api_error_DBQueryError', 'readonly', 'invalidtitle', 'readapidenied'].map((code) =>
    wikiCase({
      title: `after ${code} the page is asked for over HTTP at once, and says why`,
      api: (question) => (askedKind(question) === 'parse' ? apiError(code) : wiki(question)),
      replies: { '/wiki/A': overHttp },
      pages: { '/wiki/A': 'done' },
      facts: async (run) => ({
        ...tierAndFalls(run),
        attempts: run.pages[0]?.attempts,
        inEnvelope: (await run.envelope('/wiki/A')).scrape.fall_through.map(({ tier }) => tier),
        logged: run.log.filter(({ event }) => event === 'fell through').length,
        trail: run.pages[0]?.requests?.map(({ tier, reason }) => [tier, reason ?? '']),
      }),
      expected: {
        tier: 'http',
        falls: [['api', 'api-failed', `${code}: The words of ${code}.`]],
        attempts: 0,
        inEnvelope: ['api'],
        logged: 1,
        trail: [
          ['api', 'WIKI_API_FAILED'],
          ['http', ''],
        ],
      },
    }),
  ),
  wikiCase({
    title: 'a wiki whose replicas lag is left alone as long as it says, then asked again',
    api: (question, _site, before) =>
      before === 1 ? apiError('maxlag', { 'retry-after': '7' }) : wiki(question),
    pages: { '/wiki/A': 'done' },
    facts: (run) => ({
      ...asksAndTier(run),
      attempts: run.pages[0]?.attempts,
      waited: msBetween(run, 0, 1) >= 7_000,
    }),
    expected: { tier: 'api', asked: 'site parse parse', attempts: 1, waited: true },
  }),
  wikiCase({
    title: 'a limit of rates pauses the whole host, not the one article',
    ...batch('/wiki/A', '/wiki/B'),
    api: (question, _site, before) => (before === 1 ? apiError('ratelimited') : wiki(question)),
    pages: { '/wiki/A': 'done', '/wiki/B': 'done' },
    delay: 1,
    facts: (run) => ({ asked: wikiKinds(run).join(' '), tiers: run.pages.map(({ tier }) => tier) }),
    expected: { asked: 'site parse parse parse', tiers: ['api', 'api'] },
  }),
  wikiCase({
    title: 'a 429 of the endpoint is waited for like any other',
    api: (question, _site, before) =>
      before === 1 ? jsonReply({}, { 'retry-after': '3' }, 429) : wiki(question),
    pages: { '/wiki/A': 'done' },
    facts: (run) => ({ ...asksAndTier(run), attempts: run.pages[0]?.attempts }),
    expected: { tier: 'api', asked: 'site parse parse', attempts: 1 },
  }),
  wikiCase({
    title:
      'a wiki that never keeps up is given up after the tries of a 503, and its article asked for over HTTP',
    api: (question) =>
      askedKind(question) === 'parse' ? apiError('maxlag', { 'retry-after': '5' }) : wiki(question),
    replies: { '/wiki/A': overHttp },
    pages: { '/wiki/A': 'done' },
    facts: asksAndTier,
    expected: { tier: 'http', asked: 'site parse parse parse parse' },
  }),
  wikiCase({
    title: 'an endpoint that is none is asked once, and every page says why it fell through',
    ...batch('/wiki/A', '/wiki/B', '/wiki/C'),
    api: () => ({ status: 404, headers: { 'content-type': 'text/html' }, body: 'not here' }),
    replies: { '/wiki/A': overHttp, '/wiki/B': html('B'), '/wiki/C': html('C') },
    pages: { '/wiki/A': 'done', '/wiki/B': 'done', '/wiki/C': 'done' },
    facts: (run) => ({
      asked: run.questions.length,
      reasons: run.pages.map(({ fallThrough }) => fallThrough?.[0]?.reason),
      says: /status 404/.test(run.pages[0]?.fallThrough?.[0]?.detail ?? ''),
    }),
    expected: { asked: 1, reasons: ['api-failed', 'api-failed', 'api-failed'], says: true },
  }),
  wikiCase({
    title: 'an endpoint that redirects is not followed',
    api: () => redirect('/elsewhere'),
    replies: { '/wiki/A': overHttp },
    pages: { '/wiki/A': 'done' },
    facts: (run) => ({ ...tierAndFalls(run), elsewhere: run.asked('/elsewhere') }),
    expected: { tier: 'http', falls: [['api', 'api-failed', 'a redirect, wanted JSON']], elsewhere: 0 },
  }),
  wikiCase({
    title: 'a page of HTML where JSON should be is no answer',
    api: (question) => (askedKind(question) === 'parse' ? html('Log in') : wiki(question)),
    replies: { '/wiki/A': overHttp },
    pages: { '/wiki/A': 'done' },
    facts: tierAndFalls,
    expected: {
      tier: 'http',
      falls: [['api', 'api-failed', 'status 200 with text/html; charset=utf-8, wanted JSON']],
    },
  }),
  wikiCase({
    title: 'JSON of another shape is no answer',
    api: (question) => (askedKind(question) === 'parse' ? jsonReply({ parse: [1, 2] }) : wiki(question)),
    replies: { '/wiki/A': overHttp },
    pages: { '/wiki/A': 'done' },
    facts: tierAndFalls,
    expected: { tier: 'http', falls: [['api', 'api-failed', 'an answer without an article']] },
  }),
  wikiCase({
    title: 'a challenge before the API is no article',
    api: (question) =>
      askedKind(question) === 'parse'
        ? {
            status: 403,
            headers: { 'cf-mitigated': 'challenge', server: 'cloudflare', 'content-type': 'text/html' },
          }
        : wiki(question),
    replies: { '/wiki/A': overHttp },
    pages: { '/wiki/A': 'done' },
    facts: (run) => ({ tier: run.pages[0]?.tier, reason: run.pages[0]?.fallThrough?.[0]?.reason }),
    expected: { tier: 'http', reason: 'challenge' },
  }),
  wikiCase({
    title: 'a connection that breaks is tried again by the API',
    api: (question, _site, before) =>
      before === 1 ? { act: (response) => void response.destroy() } : wiki(question),
    pages: { '/wiki/A': 'done' },
    facts: (run) => ({ ...asksAndTier(run), attempts: run.pages[0]?.attempts }),
    expected: { tier: 'api', asked: 'site parse parse', attempts: 1 },
  }),
];
