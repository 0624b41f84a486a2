import { html, textReply, type CaseRun, type FaultCase, type Reply } from './fault-case.ts';

const unchangedCase = (one: Omit<FaultCase, 'area'>): FaultCase => ({ area: 'unchanged', runs: 2, ...one });

type Conditional = Exclude<FaultCase['replies'][string], Reply>;

/** A page that says 304 to whoever has this version of it. */
const versioned =
  (
    etag: string,
    reply: Reply,
    counts: { fresh: number; unchanged: number } = { fresh: 0, unchanged: 0 },
  ): Conditional =>
  (_site, _before, request) => {
    if (request.headers['if-none-match'] === etag) {
      counts.unchanged += 1;
      return { status: 304, headers: { etag }, body: '' };
    }
    counts.fresh += 1;
    return { ...reply, headers: { ...reply.headers, etag } };
  };

const changes = ({ pages, names }: CaseRun): Record<string, unknown> => ({
  changes: Object.fromEntries(
    pages.map(({ url, status, changeType, attempts }) => [
      url.replace(names.origin, ''),
      `${status} ${changeType}${attempts > 0 ? ` after ${attempts} failed tries` : ''}`,
    ]),
  ),
});

const leaf = html('Leaf');
const modified = 'Wed, 21 Oct 2015 07:28:00 GMT';

export const unchangedCases: readonly FaultCase[] = [
  unchangedCase({
    title: 'a page that is not modified is not sent again, and its links are followed all the same',
    replies: { '/': versioned('"1"', html('Home', ['/a', '/b'])), '/a': versioned('"a"', leaf), '/b': leaf },
    pages: { '/': 'done', '/a': 'done', '/b': 'done' },
    facts: changes,
    expected: { changes: { '/': '304 unchanged', '/a': '304 unchanged', '/b': '200 unchanged' } },
  }),
  unchangedCase({
    title: 'a date of modification serves as well',
    kind: 'scrape',
    replies: {
      '/': (_site, _before, request) =>
        request.headers['if-modified-since'] === modified
          ? { status: 304, body: '' }
          : { ...leaf, headers: { 'content-type': 'text/html', 'last-modified': modified } },
    },
    pages: { '/': 'done' },
    facts: changes,
    expected: { changes: { '/': '304 unchanged' } },
  }),
  unchangedCase({
    title: 'what a client reads of a page that is not modified is what it read before',
    kind: 'scrape',
    replies: { '/': versioned('"1"', html('Home', ['/a'])) },
    pages: { '/': 'done' },
    facts: async ({ documents }) => {
      const [document] = await documents();
      return {
        title: document?.metadata['title'],
        status: document?.metadata['statusCode'],
        change: document?.metadata['changeType'],
      };
    },
    expected: { title: 'Home', status: 200, change: 'unchanged' },
  }),
  unchangedCase({
    title: 'a page whose version changed is read again',
    kind: 'scrape',
    replies: {
      '/': (site, before, request) =>
        versioned(`"${before}"`, html(`Version ${before}`))(site, before, request),
    },
    pages: { '/': 'done' },
    facts: changes,
    expected: { changes: { '/': '200 modified' } },
  }),
  unchangedCase({
    title: 'a page that redirects is asked for without a condition',
    kind: 'scrape',
    replies: { '/': { status: 302, headers: { location: '/b' }, body: '' }, '/b': versioned('"1"', leaf) },
    pages: { '/': 'done' },
    facts: changes,
    expected: { changes: { '/': '200 unchanged' } },
  }),
  unchangedCase({
    title: 'a redirect to another page does not carry the condition along',
    kind: 'scrape',
    replies: {
      '/': (site, before, request) =>
        before === 0
          ? versioned('"1"', html('First'))(site, before, request)
          : { status: 302, headers: { location: '/b' }, body: '' },
      '/b': versioned('"1"', html('Second')),
    },
    pages: { '/': 'done' },
    facts: changes,
    expected: { changes: { '/': '200 modified' } },
  }),
  unchangedCase({
    title: 'a 304 that nobody asked for is an error of the host',
    kind: 'scrape',
    runs: 1,
    replies: { '/': (_site, before) => (before === 0 ? { status: 304, body: '' } : leaf) },
    pages: { '/': 'done' },
    facts: ({ asked }) => ({ asked: asked('/') }),
    expected: { asked: 2 },
  }),
  unchangedCase({
    title: 'links around the same content are not taken from an envelope that has older ones',
    runs: 3,
    replies: {
      '/': (_site, before, request) =>
        before > 0 && request.headers['if-none-match'] !== undefined
          ? { status: 304, body: '' }
          : {
              ...textReply(
                `<title>t</title><nav><a href="/n${Math.min(before, 1)}">n</a></nav><main>` +
                  `<p>${'The same words. '.repeat(30)}</p></main>`,
                'text/html',
              ),
              headers: { 'content-type': 'text/html', ...(before === 0 ? {} : { etag: '"nav"' }) },
            },
      '/n0': leaf,
      '/n1': leaf,
    },
    pages: { '/': 'done', '/n1': 'done' },
  }),
];
