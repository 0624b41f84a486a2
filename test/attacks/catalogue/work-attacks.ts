import { pathologicalSelectors } from '../pathological-selectors.ts';
import { judged, type Attack, type AttackVerdict, type Target } from './attack.ts';
import { serveHealthy } from './serve-healthy.ts';

/** Selectors that Chromium would match: they are refused before it sees them, or wait for nothing within bounds. */
const forChromium: Readonly<Record<string, (selector: string) => object>> = {
  waitFor: (selector) => ({ waitFor: selector }),
  'an action that waits': (selector) => ({ actions: [{ type: 'wait', selector }] }),
  'an action that clicks': (selector) => ({ actions: [{ type: 'click', selector }] }),
};
const chained = pathologicalSelectors.filter((selector) => selector.includes(':'));

const scrape = (name: string, path: string, parts: object): Attack => ({
  group: 'work',
  name,
  run: async (target) => {
    const body = {
      url: `${target.site.origin}${path}?${encodeURIComponent(name)}`,
      timeout: 15_000,
      ...parts,
    };
    return await serveHealthy(target, judged(await target.ask('POST', '/v2/scrape', { body })));
  },
});

/** Follows a crawl until it is over; a crawl that is not after so many looks has found a way not to end. */
const looksMax = 60;
const crawled = async ({ ask, site }: Target, body: object): Promise<AttackVerdict> => {
  const hits = site.canaryHits();
  const started = await ask('POST', '/v2/crawl', { body });
  if (started.status !== 200) return judged(started);
  const { id } = JSON.parse(started.text) as { id: string };
  for (let looks = 0; looks < looksMax; looks += 1) {
    const answer = await ask('GET', `/v2/crawl/${id}`);
    if (site.canaryHits() > hits) return { failed: 'a connection came to what nobody may reach' };
    if (answer.status !== 200) return judged(answer);
    const { status } = JSON.parse(answer.text) as { status: string };
    if (status !== 'scraping')
      return /root:x:|"(?:javascript|file):/.test(answer.text)
        ? { failed: answer.text.slice(0, 200) }
        : 'bounded';
    await new Promise((done) => setTimeout(done, 1_000));
  }
  await ask('DELETE', `/v2/crawl/${id}`);
  return { failed: 'the crawl did not end' };
};

const crawl = (group: string, name: string, body: (target: Target) => object): Attack => ({
  group,
  name,
  run: async (target) => await serveHealthy(target, await crawled(target, { limit: 5, ...body(target) })),
});

const patterns = (pattern: string): readonly string[] => Array.from({ length: 60 }, () => pattern);

/** What callers ask for to hold a worker by selectors and patterns, and wikis that are crawled from their root. */
export const workAttacks: readonly Attack[] = [
  ...pathologicalSelectors.map((selector) =>
    scrape(`attributes: ${selector}`, selector.includes('p ~') ? '/paragraphs-html' : '/wide-html', {
      formats: [{ type: 'attributes', selectors: [{ selector, attribute: 'class' }] }],
    }),
  ),
  ...Object.entries(forChromium).flatMap(([name, parts]) =>
    chained.map((selector) => scrape(`${name}: ${selector}`, '/paragraphs-html', parts(selector))),
  ),
  ...['includePaths', 'excludePaths'].map((option) =>
    crawl('work', `${option} of 60 patterns for links of 2,000 characters`, ({ site }) => ({
      url: `${site.origin}/long-links?${option}`,
      regexOnFullURL: true,
      // The site's sitemap is an attack of its own.
      sitemap: 'skip',
      [option]: patterns(`${'([a-z]?x80)*'.repeat(40)}y0`),
    })),
  ),
  ...['redirect', 'server', 'article', 'endless', 'deep'].map((kind) =>
    crawl('wiki and search', `a wiki from its root: ${kind}`, ({ site }) => ({
      url: `${site.wikis[kind]?.origin}/`,
    })),
  ),
];
