import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getObject } from '../../lib/store/objects.ts';
import { envelopeSchema, type Envelope } from '../../lib/envelope/envelope.ts';
import type { ContentPage } from '../../lib/frontier/page.ts';
import type { JobKind } from '../../lib/job/job-kind.ts';
import { undisturbed } from '../harness/leaky-queues.ts';
import { startPipeline, startStores, type PipelineStores } from '../harness/pipeline.ts';
import { startWiki, whyNoWiki, type RealWiki } from './start-wiki.ts';

const whyNot = whyNoWiki();
if (whyNot !== null) {
  process.stdout.write(
    `The tests against a real MediaWiki are skipped: ${whyNot}. As root on Debian, run test/mediawiki/install.sh.\n`,
  );
}

const words =
  'Genug Worte, um als Inhalt gelesen zu werden, auch wenn sie von nichts handeln als von sich selbst.';

/** Titles that are spelt otherwise in a URL, in as many ways as the wiki knows. */
const oddTitles = [
  'Café & Bar',
  'AC/DC',
  'Was?',
  '100 % (Test)',
  'C++',
  'Ünïcode',
  'Er sagte "ja"',
  "O'Neill",
  'A=B; C,D: E!',
  '漢字',
  '𝕏',
  '$@*~',
  'Node.js',
];

const pages: Readonly<Record<string, string>> = {
  'Wald von Elwynn':
    `{{SEITENTITEL:''Wald von Elwynn''}}Ein '''Wald''' bei [[Sturmwind]]. ${words} Siehe [[Roter Link]], ` +
    `[[Benutzer:Admin]], [[Diskussion:Wald]], [[:Kategorie:Orte]], [[Spezial:Letzte Änderungen]], ` +
    `[https://example.com/ draußen] und [[Sturmwind (Stadt)#Handel|den Handel]].\n\n== Geschichte ` +
    `==\nAlt.\n\n{| class="wikitable"\n! Jahr !! Was\n|-\n| 592 || Gründung\n|}\n[[Kategorie:Orte]] ` +
    `[[Kategorie:Große Wälder]]`,
  Sturmwind: '#WEITERLEITUNG [[Sturmwind (Stadt)]]',
  'Sturmwind (Stadt)': `Eine Stadt. ${words} Zum [[Wald von Elwynn]]. [[Kategorie:Orte]]`,
  Handel: '#WEITERLEITUNG [[Sturmwind (Stadt)#Handel]]',
  Doppelt: '#WEITERLEITUNG [[Sturmwind]]',
  Nirgendwohin: '#WEITERLEITUNG [[Gibt es nicht]]',
  'Benutzer:Admin': `Der Betreiber. ${words}`,
  'Diskussion:Wald': `Gerede. ${words}`,
  'Kategorie:Orte': `Alle Orte. ${words}`,
  'Kategorie:Inseln': `Nur Inseln. ${words} [[Kategorie:Orte]]`,
  Sylt: `Eine Insel. ${words} [[Kategorie:Inseln]]`,
  Verborgen: `Nicht zu zeigen. ${words} __KEIN_INDEX__ __NOINDEX__`,
  Zeiger: `Zum [[Verborgen]]en. ${words}`,
  Leer: '[[Kategorie:Inseln]]',
  'Odd titles': `${words} ${oddTitles.map((title) => `[[:${title}]]`).join(' ')}`,
  ...Object.fromEntries(oddTitles.map((title) => [title, `Über ${title}. ${words}`])),
};

const apiKinds = (requests: readonly string[]): string[] =>
  requests.map((request) => {
    const { pathname, searchParams } = new URL(request, 'http://x');
    if (pathname !== '/w/api.php') return pathname + new URL(request, 'http://x').search;
    return (
      searchParams.get('meta') ?? searchParams.get('list') ?? searchParams.get('prop')?.split('|')[0] ?? ''
    );
  });

// Not tried again: what the first try left in wiki and table is not what it began with.
describe.skipIf(whyNot !== null)('a real MediaWiki', () => {
  let stores: PipelineStores;
  let wiki: RealWiki;
  beforeAll(async () => {
    [stores, wiki] = await Promise.all([startStores(), startWiki()]);
    await wiki.importPages(pages);
  });
  afterAll(async () => {
    await wiki?.stop();
    await stores?.stop();
  });

  interface Run {
    readonly pages: readonly ContentPage[];
    readonly byPath: Readonly<Record<string, ContentPage>>;
    /** What the wiki was asked for, but for robots.txt. */
    readonly asked: readonly string[];
    readonly envelope: (path: string) => Promise<Envelope>;
  }

  const pathOf = (url: string): string => decodeURIComponent(url.slice(wiki.origin.length));

  const run = async (
    kind: JobKind,
    body: Record<string, unknown>,
    entry: Record<string, unknown> = {},
  ): Promise<Run> => {
    await wiki.requests();
    const pipeline = startPipeline(stores, {
      allow: [wiki.allow],
      hosts: { [wiki.host]: { delay: 0 } },
      hostsDocument: { mediawiki: { [wiki.host]: { endpoint: `${wiki.origin}/w/api.php`, ...entry } } },
      disturbance: undisturbed,
      seed: 1,
    });
    const submitted = await pipeline.submit(kind, kind === 'crawl' ? { sitemap: 'skip', ...body } : body);
    if (!submitted.ok) throw new Error(submitted.failure.message);
    const job = await pipeline.run(submitted.job.id, 20_000);
    const found = (await pipeline.pages(job.id)).filter((page) => page.kind === 'page');
    const byPath = Object.fromEntries(found.map((page) => [pathOf(page.url), page]));
    const asked = apiKinds(await wiki.requests()).filter((path) => path !== '/robots.txt');
    return {
      pages: found,
      byPath,
      asked,
      envelope: async (path) => {
        const text = await getObject(stores.envelopes, byPath[path]?.envelopeKey ?? '');
        return envelopeSchema.parse(JSON.parse(text ?? 'null'));
      },
    };
  };

  const urlOf = (path: string): string => wiki.origin + path;
  const scrape = (path: string): Promise<Run> => run('scrape', { url: urlOf(path) });
  const ends = ({ byPath }: Run): Record<string, string> =>
    Object.fromEntries(
      Object.entries(byPath).map(([path, { state, code, tier }]) => [path, code ?? `${state} ${tier}`]),
    );

  test('an article is its heading, its text and its tables, without the frame around it', async () => {
    const found = await scrape('/wiki/Wald_von_Elwynn');
    expect(ends(found)).toEqual({ '/wiki/Wald_von_Elwynn': 'done api' });
    expect(found.asked).toEqual(['siteinfo', 'text']);
    const { content, page_metadata: metadata } = await found.envelope('/wiki/Wald_von_Elwynn');
    expect(content.body.startsWith('# *Wald von Elwynn*\n\nEin **Wald** bei')).toBe(true);
    expect(content.body).toContain('## Geschichte');
    expect(content.body).toContain('| 592 | Gründung |');
    expect(content.body).not.toMatch(/Bearbeiten|Anmelden|Suche/);
    expect(content.language).toBe('de');
    expect(metadata.title).toBe('Wald von Elwynn');
    expect(metadata.og_site_name).toBe('Testwiki');
    expect(metadata.metas['mediawiki:category']).toEqual(['Orte', 'Große Wälder']);
    expect(Number(metadata.metas['mediawiki:revid'])).toBeGreaterThan(0);
  });

  test('redirects of the wiki end at the article, also those to a section or to another redirect', async () => {
    const titles = ['Sturmwind', 'Handel', 'Doppelt'];
    const found = await run('batch', { urls: titles.map((title) => urlOf(`/wiki/${title}`)) });
    const finals = found.pages.map(({ finalUrl }) => pathOf(finalUrl ?? ''));
    expect(new Set(finals)).toEqual(new Set(['/wiki/Sturmwind_(Stadt)']));
    expect(new Set(found.pages.map(({ contentHash }) => contentHash)).size).toBe(1);
  });

  test('what does not exist ends like a 404, with one request', async () => {
    for (const title of ['Gibt_es_nicht', 'Nirgendwohin']) {
      const found = await scrape(`/wiki/${title}`);
      expect(ends(found)).toEqual({ [`/wiki/${title}`]: 'HTTP_NOT_FOUND' });
      expect(found.asked.filter((kind) => kind !== 'siteinfo')).toEqual(['text']);
    }
  });

  test('every title that a wiki may have is found where the wiki links to it', async () => {
    const found = await run('crawl', { url: urlOf('/wiki/Odd_titles'), crawlEntireDomain: true });
    expect(found.pages).toHaveLength(oddTitles.length + 1);
    expect(found.pages.map(({ state, tier }) => `${state} ${tier}`)).toEqual(
      found.pages.map(() => 'done api'),
    );
    for (const { url, finalUrl } of found.pages) expect(finalUrl ?? url).toBe(url);
    expect(found.pages.map(({ title }) => title).toSorted()).toEqual([...oddTitles, 'Odd titles'].toSorted());
  });

  test('index.php and other spellings lead to the article, as the wiki itself redirects them', async () => {
    const paths = ['/w/index.php?title=Sylt', '/w/index.php/Sylt', '/wiki/sylt', '/wiki/Sylt?action=view'];
    const found = await run('batch', { urls: paths.map(urlOf) });
    expect(found.pages.map(({ state, tier }) => `${state} ${tier}`)).toEqual(paths.map(() => 'done api'));
    expect(found.byPath['/wiki/sylt']?.finalUrl).toBe(urlOf('/wiki/Sylt'));
    expect(found.byPath['/w/index.php?title=Sylt']?.finalUrl).toBe(urlOf('/wiki/Sylt'));
  });

  test('other views and special pages come over HTTP at once; an article without text says why', async () => {
    const paths = ['/wiki/Sylt?oldid=1', '/w/index.php?curid=1', '/wiki/Spezial:Version', '/wiki/Leer'];
    const found = await run('batch', { urls: paths.map(urlOf) });
    expect(ends(found)).toMatchObject({
      '/wiki/Sylt?oldid=1': 'done http',
      '/w/index.php?curid=1': 'done http',
      '/wiki/Spezial:Version': 'done http',
    });
    const reasons = paths.map((path) => found.byPath[path]?.fallThrough?.map(({ reason }) => reason));
    expect(reasons).toEqual([undefined, undefined, undefined, ['empty']]);
    expect(found.asked.filter((kind) => kind === 'text')).toHaveLength(1);
  });

  test('a crawl walks through the articles and nothing else', async () => {
    const found = await run('crawl', { url: urlOf('/wiki/Wald_von_Elwynn'), crawlEntireDomain: true });
    expect(ends(found)).toEqual({
      '/wiki/Wald_von_Elwynn': 'done api',
      '/wiki/Sturmwind': 'done api',
      '/wiki/Sturmwind_(Stadt)': 'done api',
    });
  });

  test('an article that asks not to be indexed is not kept when a crawl finds it', async () => {
    const found = await run('crawl', { url: urlOf('/wiki/Zeiger'), crawlEntireDomain: true });
    expect(ends(found)).toEqual({ '/wiki/Zeiger': 'done api', '/wiki/Verborgen': 'ROBOTS_NOINDEX' });
  });

  test(
    'a category names its members and those of its categories, in portions where the wiki gives ' +
      'portions',
    async () => {
      const restore = await wiki.configure(
        `if ( ( $_GET['list'] ?? '' ) === 'categorymembers' ) { $wgAPIMaxResultSize = 40; }`,
      );
      const found = await run('crawl', { url: urlOf('/wiki/Kategorie:Orte') });
      await restore();
      expect(Object.keys(found.byPath).toSorted()).toEqual([
        '/wiki/Kategorie:Inseln',
        '/wiki/Kategorie:Orte',
        '/wiki/Leer',
        '/wiki/Sturmwind_(Stadt)',
        '/wiki/Sylt',
        '/wiki/Wald_von_Elwynn',
      ]);
      expect(found.asked.filter((kind) => kind === 'categorymembers').length).toBeGreaterThan(2);
      // The canonical name serves in every language, and a depth is kept.
      const shallow = await run('crawl', { url: urlOf('/wiki/Category:Orte'), maxDiscoveryDepth: 1 });
      expect(Object.keys(shallow.byPath)).not.toContain('/wiki/Sylt');
      expect(Object.keys(shallow.byPath)).toContain('/wiki/Wald_von_Elwynn');
    },
  );

  test('of articles that have versions, one question tells those that changed, and only they are read', async () => {
    const titles = Array.from({ length: 10 }, (_, index) => `Stand ${index}`);
    const texts = Object.fromEntries(titles.map((title) => [title, `${title}. ${words}`]));
    const urls = titles.map((title) => urlOf(`/wiki/${encodeURIComponent(title)}`));
    await wiki.importPages(texts);
    const visit = (): Promise<Run> => run('batch', { urls });
    expect((await visit()).asked.filter((kind) => kind === 'text')).toHaveLength(10);

    const second = await visit();
    expect(second.asked).toEqual(['info']);
    expect(second.pages.map(({ status, changeType }) => `${status} ${changeType}`)).toEqual(
      titles.map(() => '304 unchanged'),
    );

    await wiki.importPages({ 'Stand 3': `Ein neuer Stand. ${words}` });
    await wiki.removePages(['Stand 7']);
    const third = await visit();
    expect(third.asked).toEqual(['info', 'text']);
    expect(third.byPath['/wiki/Stand 3']?.changeType ?? third.byPath['/wiki/Stand_3']?.changeType).toBe(
      'modified',
    );
    expect(
      third.pages.filter(({ code }) => code === 'HTTP_NOT_FOUND').map(({ url }) => pathOf(url)),
    ).toHaveLength(1);
  });

  test('a wiki that may only be read is read all the same', async () => {
    const restore = await wiki.configure(`$wgReadOnly = 'for a while';`);
    const found = await scrape('/wiki/Sylt');
    await restore();
    expect(ends(found)).toEqual({ '/wiki/Sylt': 'done api' });
  });

  test('a wiki whose API lets nobody read is asked over HTTP, and the page says why', async () => {
    const restore = await wiki.configure(`$wgGroupPermissions['*']['read'] = false;`);
    const found = await scrape('/wiki/Sturmwind_(Stadt)');
    await restore();
    const [page] = found.pages;
    expect(page?.fallThrough?.[0]).toMatchObject({ tier: 'api', reason: 'api-failed' });
    expect(page?.fallThrough?.[0]?.detail).toContain('readapidenied');
    expect(page?.tier).toBe('http');
  });
});
