import { htmlPage } from '../harness/serve-site.ts';
import type { CallAnswer } from './calls.ts';
import { answerWiki, wikiAsked } from './simulated-wiki.ts';

/** How a page of the simulated web answers. */
export type Behaviour =
  | { readonly kind: 'fine' }
  /** Only a browser sees what it says. */
  | { readonly kind: 'shell' }
  /** A challenge, for browsers too. */
  | { readonly kind: 'wall' }
  | { readonly kind: 'missing' }
  | { readonly kind: 'broken' }
  /** Whoever asks for it dies of it: a page that exhausts its worker's memory. */
  | { readonly kind: 'poison' }
  | { readonly kind: 'redirect'; readonly to: string }
  /** So many requests fail, then it is fine. */
  | { readonly kind: 'flaky'; readonly times: number; readonly how: 500 | 503 | 429 | 'reset' };

export interface WebPage {
  readonly path: string;
  readonly behaviour: Behaviour;
  readonly links: readonly string[];
  readonly forbidden: boolean;
}

/** Whether extraction from this page ends its worker, in a world whose scenario says that some pages do. */
export const isDeadlyToExtract = (path: string): boolean =>
  Number(/^\/p(\d+)$/.exec(path)?.[1] ?? 0) % 3 === 1;

/** A request as the site saw it. */
export interface SeenRequest {
  readonly host: string;
  readonly path: string;
  /** When it left the worker (milliseconds since the epoch). */
  readonly at: number;
  readonly status: number;
  readonly byBrowser: boolean;
}

/** A small site, its robots.txt, and the log of what was asked of it. */
export interface Web {
  readonly host: string;
  readonly origin: string;
  readonly pages: ReadonlyMap<string, WebPage>;
  readonly log: readonly SeenRequest[];
  /** Pages that only the sitemap names. */
  readonly hidden: readonly string[];
  /**
   * Every page of the site that a crawl from `/` can find through pages that `isDone` says were fetched, and
   * through the sitemap if it was read.
   */
  closure(isDone: (path: string) => boolean, ofSitemap: boolean): Set<string>;
  answer(path: string, at: number, byBrowser: boolean): CallAnswer | 'reset';
  isPoison(path: string): boolean;
}

const behaviourOf = (random: () => number, others: readonly string[]): Behaviour => {
  const dice = random();
  if (dice < 0.62) return { kind: 'fine' };
  if (dice < 0.7) return { kind: 'missing' };
  if (dice < 0.73) return { kind: 'broken' };
  if (dice < 0.76) return { kind: 'poison' };
  if (dice < 0.82) {
    // Never to the start page: a page that leads there is told as one that is not there.
    const inner = others.filter((path) => path !== '/');
    return { kind: 'redirect', to: inner[Math.floor(random() * inner.length)] ?? '/missing' };
  }
  if (dice < 0.88) return { kind: 'shell' };
  if (dice < 0.9) return { kind: 'wall' };
  const how = ([500, 503, 429, 'reset'] as const)[Math.floor(random() * 4)] ?? 500;
  return { kind: 'flaky', times: 1 + Math.floor(random() * 2), how };
};

const text = (status: number, body: string, headers: Record<string, string> = {}): CallAnswer => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8', ...headers },
  body: Buffer.from(body),
});

/** Makes a site of up to `sizeMax` pages from chance. Links go anywhere: to parents, to itself, twice to the same. */
export const makeWeb = (host: string, random: () => number, sizeMax: number): Web => {
  const size = 1 + Math.floor(random() * sizeMax);
  const paths = Array.from({ length: size }, (_, index) => (index === 0 ? '/' : `/p${index}`));
  const linked = new Map(paths.map((path) => [path, [] as string[]]));
  for (const [index, path] of paths.entries()) {
    // Every page hangs on an earlier one, so that most of the site can be found.
    if (index > 0) linked.get(paths[Math.floor(random() * index)] ?? '/')?.push(path);
  }
  for (let extra = Math.floor(random() * size * 2); extra > 0; extra -= 1) {
    const from = paths[Math.floor(random() * size)] ?? '/';
    linked.get(from)?.push(paths[Math.floor(random() * size)] ?? '/');
  }
  const hasRobots = random() < 0.5;
  const pages = new Map(
    paths.map((path, index): [string, WebPage] => [
      path,
      {
        path,
        links: linked.get(path) ?? [],
        // A crawl whose first page fails shows little.
        behaviour: index === 0 && random() < 0.9 ? { kind: 'fine' } : behaviourOf(random, paths),
        forbidden: index > 0 && hasRobots && random() < 0.15,
      },
    ]),
  );
  const robots = [
    'User-agent: *',
    ...[...pages.values()].filter((page) => page.forbidden).map((page) => `Disallow: ${page.path}$`),
  ];
  // Some pages are named in a sitemap and linked from nowhere.
  const hidden =
    random() < 0.3 ? Array.from({ length: 1 + Math.floor(random() * 4) }, (_, index) => `/s${index}`) : [];
  for (const path of hidden)
    pages.set(path, { path, links: [], behaviour: { kind: 'fine' }, forbidden: false });
  const log: SeenRequest[] = [];
  const asked = new Map<string, number>();

  const answerOf = (path: string, byBrowser: boolean): CallAnswer | 'reset' => {
    if (path === '/robots.txt')
      return hasRobots ? text(200, robots.join('\n'), { 'content-type': 'text/plain' }) : text(404, '');
    if (path === '/sitemap.xml' && hidden.length > 0) {
      const urls = [...hidden, paths.at(-1) ?? '/'].map(
        (one) => `<url><loc>http://${host}${one}</loc></url>`,
      );
      return text(
        200,
        `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>`,
        {
          'content-type': 'application/xml',
        },
      );
    }
    const page = pages.get(path);
    if (page === undefined) return text(404, 'not here');
    const count = (asked.get(path) ?? 0) + 1;
    asked.set(path, count);
    const { behaviour } = page;
    if (behaviour.kind === 'missing') return text(404, 'not here');
    if (behaviour.kind === 'wall') return text(403, 'wait', { 'cf-mitigated': 'challenge' });
    if (behaviour.kind === 'shell' && !byBrowser)
      return text(
        200,
        '<!doctype html><title>App</title><div id="root"></div><script src="/app.js"></script>',
      );
    if (behaviour.kind === 'broken') return text(500, 'broken');
    if (behaviour.kind === 'redirect') return text(302, '', { location: behaviour.to });
    if (behaviour.kind === 'flaky' && count <= behaviour.times) {
      if (behaviour.how === 'reset') return 'reset';
      return text(behaviour.how, 'later', behaviour.how === 429 ? { 'retry-after': '2' } : {});
    }
    return text(200, htmlPage(`Page ${path}`, page.links));
  };

  /** The links that a worker finds: those of the page that the redirects end at. */
  const linksFrom = (path: string): readonly string[] => {
    let at = pages.get(path);
    for (let hops = 0; at?.behaviour.kind === 'redirect' && hops < 10; hops += 1)
      at = pages.get(at.behaviour.to);
    return at?.links ?? [];
  };

  return {
    host,
    origin: `http://${host}`,
    pages,
    log,
    hidden,
    closure: (isDone, ofSitemap) => {
      const found = new Set([
        '/',
        ...(ofSitemap ? [...hidden, ...(hidden.length > 0 ? [paths.at(-1) ?? '/'] : [])] : []),
      ]);
      for (const path of found) {
        if (!isDone(path)) continue;
        for (const link of linksFrom(path)) found.add(link);
      }
      return found;
    },
    isPoison: (path) => pages.get(wikiAsked(path)?.page ?? path)?.behaviour.kind === 'poison',
    answer: (path, at, byBrowser) => {
      const wiki = wikiAsked(path);
      if (wiki !== null) {
        const about = wiki.page ?? '';
        const count = (asked.get(about) ?? 0) + 1;
        if (wiki.page !== null) asked.set(about, count);
        const { answer, status } = answerWiki(wiki, pages, count);
        log.push({ host, path: wiki.page ?? path, at, byBrowser, status });
        return answer;
      }
      const answered = answerOf(path, byBrowser);
      log.push({ host, path, at, byBrowser, status: answered === 'reset' ? 0 : answered.status });
      return answered;
    },
  };
};
