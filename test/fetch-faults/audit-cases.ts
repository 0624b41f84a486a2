import { html, notFound, redirect, type CaseRun, type FaultCase } from './fault-case.ts';

const auditCase = (one: Omit<FaultCase, 'area'>): FaultCase => ({ area: 'audit', kind: 'scrape', ...one });

/** The trail of the first page, without its times. */
const trail = ({ pages, names }: CaseRun): Record<string, unknown> => ({
  trail: pages[0]?.requests?.map(({ tier, url, status, retry, reason }) =>
    [
      tier,
      url?.replace(names.origin, '') ?? 'itself',
      status ?? 'no answer',
      `try ${retry}`,
      reason ?? 'kept',
    ].join(' '),
  ),
});

export const auditCases: readonly FaultCase[] = [
  auditCase({
    title: 'every request of a page leaves a line, retries and redirects too',
    replies: {
      '/': (_site, before) => (before === 0 ? { status: 503, body: 'busy' } : redirect('/b')),
      '/b': { headers: { refresh: '0;url=/c' }, body: 'on' },
      '/c': html('There'),
    },
    pages: { '/': 'done' },
    facts: trail,
    expected: {
      trail: [
        'http itself 503 try 0 HTTP_UNAVAILABLE',
        'http itself 302 try 1 redirect',
        'http /b 200 try 1 refresh',
        'http /c 200 try 1 kept',
      ],
    },
  }),
  auditCase({
    title: 'a page that failed says what was tried',
    replies: { '/': { act: (response) => void response.destroy() } },
    pages: { '/': 'failed CONNECTION_RESET' },
    facts: trail,
    expected: { trail: [0, 1, 2, 3].map((n) => `http itself no answer try ${n} CONNECTION_RESET`) },
  }),
  auditCase({
    title: 'a page that is not there has one line',
    replies: { '/': notFound },
    pages: { '/': 'failed HTTP_NOT_FOUND' },
    facts: trail,
    expected: { trail: ['http itself 404 try 0 HTTP_NOT_FOUND'] },
  }),
  auditCase({
    title: 'the envelope holds the trail, with times and bytes',
    replies: { '/': html('Home') },
    pages: { '/': 'done' },
    facts: async ({ envelope }) => {
      const [line, ...more] = (await envelope('/')).scrape.requests;
      return {
        recent: Math.abs(Date.now() - (line?.at ?? 0)) < 60 * 60_000,
        bytes: (line?.bytes ?? 0) > 100,
        timed: (line?.ms ?? -1) >= 0,
        more: more.length,
      };
    },
    expected: { recent: true, bytes: true, timed: true, more: 0 },
  }),
  auditCase({
    title: 'a page that is not modified has its line too',
    runs: 2,
    replies: {
      '/': (_site, _before, request) =>
        request.headers['if-none-match'] === '"1"'
          ? { status: 304, body: '' }
          : { ...html('Home'), headers: { 'content-type': 'text/html', etag: '"1"' } },
    },
    pages: { '/': 'done' },
    facts: trail,
    expected: { trail: ['http itself 304 try 0 kept'] },
  }),
];
