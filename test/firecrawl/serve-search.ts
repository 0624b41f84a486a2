import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sitePages } from './site-pages.ts';

/** A search engine over the served pages that answers as SearXNG's JSON API does (`/search?q=…&format=json`). */
export interface SearchServer {
  readonly url: string;
  close(): Promise<void>;
}

interface Hit {
  readonly url: string;
  readonly title: string;
  readonly content: string;
  readonly score: number;
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[a-z0-9]+/g) ?? [];

/** Pages by how many words of the query stand in them, those of the title twice; `site:` keeps to a host. */
const find = (query: string): Hit[] => {
  const site = /\bsite:(\S+)/.exec(query)?.[1];
  const words = new Set(wordsOf(query.replace(/\bsite:\S+/, '')).filter((word) => word.length > 2));
  return Object.entries(sitePages)
    .filter(([host]) => site === undefined || host === site)
    .flatMap(([host, pages]) =>
      Object.entries(pages).map(([path, { title, description, paragraphs }]) => {
        const text = new Set(wordsOf([host, title, description, ...paragraphs].join(' ')));
        const inTitle = new Set(wordsOf(title));
        const score =
          [...words].filter((word) => text.has(word)).length +
          [...words].filter((word) => inTitle.has(word)).length;
        return { url: `https://${host}${path}`, title, content: description, score };
      }),
    )
    .filter(({ score }) => words.size === 0 || score > 0)
    .toSorted((one, other) => other.score - one.score);
};

const resultOf = ({ url, title, content, score }: Hit, category: string): Record<string, unknown> => ({
  url,
  title,
  content,
  score,
  category,
  engine: 'loopback',
  engines: ['loopback'],
  ...(category === 'images'
    ? {
        img_src: new URL('/logo.svg', url).href,
        thumbnail_src: new URL('/logo.svg', url).href,
        resolution: '64 x 64',
      }
    : {}),
  ...(category === 'news' ? { publishedDate: '2026-11-01T00:00:00' } : {}),
});

/** Serves it on loopback. */
export const serveSearch = async (): Promise<SearchServer> => {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://search');
    const query = searchParams.get('q') ?? '';
    if (pathname !== '/search' || query === '') return void response.writeHead(400).end();
    if (searchParams.get('format') !== 'json')
      return void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Results</p>');
    const categories = (searchParams.get('categories') ?? 'general').split(',');
    const isFirst = (searchParams.get('pageno') ?? '1') === '1';
    const hits = isFirst ? find(query) : [];
    const results = categories.flatMap((category) => hits.map((hit) => resultOf(hit, category)));
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({
        query,
        number_of_results: results.length,
        results,
        answers: [],
        corrections: [],
        infoboxes: [],
        suggestions: [],
        unresponsive_engines: [],
      }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
};
