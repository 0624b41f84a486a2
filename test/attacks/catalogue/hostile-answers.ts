import { serveSite, type TestSite } from '../../harness/serve-site.ts';

/** Programs whose answers Gleaner works with, turned against it: MediaWiki's API and a search engine. */
const deep = (levels: number): string => `${'{"query":'.repeat(levels)}1${'}'.repeat(levels)}`;

const endless = (write: (text: string) => boolean, isOver: () => boolean): void => {
  const timer = setInterval(
    () => (isOver() ? clearInterval(timer) : write('{"x":[' + '1,'.repeat(100_000))),
    5,
  );
};

const json = { 'content-type': 'application/json' };

const general = (server: string): object => ({
  batchcomplete: true,
  query: {
    general: { sitename: 'Evil', lang: 'en', articlepath: '/wiki/$1', script: '/w/index.php', server },
    namespaces: { '0': { id: 0, name: '', canonical: '', content: true, case: 'first-letter' } },
    namespacealiases: [],
  },
});

/** A wiki of each kind; `inside` is what nobody may reach. */
export const serveWikis = async (inside: string): Promise<Readonly<Record<string, TestSite>>> => {
  const kinds = ['redirect', 'server', 'article', 'endless', 'deep'];
  const made = await Promise.all(
    kinds.map(async (kind) => {
      const site: TestSite = await serveSite((path, response) => {
        response.on('error', () => undefined);
        if (!path.startsWith('/w/api.php')) {
          response.writeHead(200, { 'content-type': 'text/html' });
          return void response.end(`<p>${'Words of an article. '.repeat(20)}</p>`);
        }
        if (kind === 'redirect')
          return void response.writeHead(302, { location: `${inside}/w/api.php` }).end();
        response.writeHead(200, json);
        if (kind === 'deep') return void response.end(deep(100_000));
        if (kind === 'endless')
          return endless(
            (text) => response.write(text),
            () => response.destroyed,
          );
        if (path.includes('meta=siteinfo') || path.includes('siteinfo'))
          return void response.end(JSON.stringify(general(kind === 'server' ? inside : site.origin)));
        const links = `<a href="${inside}/">x</a><img src="${inside}/i.png">`;
        const text = `<p>${'Words of an article. '.repeat(20)}${links}</p>`;
        const page = { pageid: 1, ns: 0, title: 'Page', fullurl: `${inside}/`, canonicalurl: `${inside}/` };
        response.end(JSON.stringify({ parse: { title: 'Page', pageid: 1, text }, query: { pages: [page] } }));
      });
      return [kind, site] as const;
    }),
  );
  return Object.fromEntries(made);
};

/** A search engine that answers what its query says. */
export const serveHostileSearch = async (inside: string): Promise<TestSite> =>
  await serveSite((path, response) => {
    response.on('error', () => undefined);
    const kind = new URL(path, 'http://engine').searchParams.get('q');
    if (kind === 'redirect') return void response.writeHead(302, { location: `${inside}/search` }).end();
    response.writeHead(200, json);
    if (kind === 'deep') return void response.end(deep(100_000));
    if (kind === 'endless')
      return endless(
        (text) => response.write(text),
        () => response.destroyed,
      );
    const schemes = [
      'javascript:alert(1)',
      'file:///etc/passwd',
      `http://user:password@${new URL(inside).host}/`,
    ];
    const urls = kind === 'schemes' ? schemes : [`${inside}/a`, `${inside}/b`];
    response.end(JSON.stringify({ results: urls.map((url) => ({ url, title: url, content: 'found' })) }));
  });
