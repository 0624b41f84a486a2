import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeFields } from '../facts.fixture.ts';
import { linkScore, makeLinkWants } from './link-score.ts';

const string = { type: 'string' };
const wants = makeLinkWants(
  makeFields({
    phone: string,
    founder: string,
    price: { type: 'number', description: 'Monthly price of the Pro plan' },
  }),
);
const score = (path: string, text = ''): number =>
  linkScore(wants, { url: `https://a.example${path}`, text });

test('a link that names a field, or where sites keep such things, comes before one that does not', () => {
  expect(score('/contact', 'Contact us')).toBeGreaterThan(0.5);
  expect(score('/pricing', 'Pricing')).toBeGreaterThan(0.5);
  expect(score('/x/17', 'Unsere Preise')).toBeGreaterThan(0);
  expect(score('/kontakt')).toBeGreaterThan(0);
  expect(score('/blog/2026/why-mills-turn', 'Why mills turn')).toBe(0);
  expect(score('/', 'Home')).toBe(0);
});

test('a short link that is the thing comes before a long title that mentions it', () => {
  expect(score('/pricing', 'Pricing')).toBeGreaterThan(
    score('/blog/x', 'How the price of wheat in the north has changed the trade since 1998'),
  );
});

test('a score is from 0 to 1, and no link breaks it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.webUrl(), (text, url) => {
      const one = linkScore(wants, { url, text });
      expect(one).toBeGreaterThanOrEqual(0);
      expect(one).toBeLessThanOrEqual(1);
    }),
  );
  expect(linkScore(wants, { url: 'https://a.example/%E0%A4%A', text: 'Contact' })).toBeGreaterThan(0);
});

test('where nothing is asked, no link is likelier than another', () => {
  expect(linkScore(makeLinkWants([]), { url: 'https://a.example/contact', text: 'Contact' })).toBe(0);
});

interface SitePage {
  readonly links: readonly { readonly to: number; readonly text: string; readonly path: string }[];
  readonly answers: readonly string[];
}

/** A site of 400 pages: sections of articles, and the pages that answer, some levels down, among them. */
const siteOf = (seed: number): readonly SitePage[] => {
  let state = seed;
  const next = (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
  const topics = 'mills wheat rivers bread stones millers flour grain ovens trade'.split(' ');
  const pages: { links: SitePage['links'][number][]; answers: string[] }[] = [{ links: [], answers: [] }];
  const add = (parent: number, text: string, path: string, answers: string[] = []): number => {
    const to = pages.push({ links: [], answers }) - 1;
    const { links } = pages[parent] ?? { links: [] };
    links.splice(next(links.length + 1), 0, { to, text, path });
    return to;
  };
  const sections = topics.map((topic) => add(0, `All about ${topic}`, `/${topic}`));
  for (const section of sections) {
    for (let at = 0; at < 35; at += 1) {
      const topic = topics[next(topics.length)] ?? '';
      add(section, `The ${topics[next(10)] ?? ''} of ${topic} ${at}`, `/${topic}/${at}`);
    }
  }
  const company = add(sections[next(10)] ?? 0, 'Our company', '/company');
  add(company, 'Leadership', '/company/leadership', ['founder']);
  add(company, 'Get in touch', '/company/contact', ['phone']);
  add(sections[next(10)] ?? 0, 'Plans and pricing', '/plans', ['price']);
  return pages;
};

/** Pages that are fetched until all is answered, likely ones first or in the order of their discovery. */
const pagesNeeded = (site: readonly SitePage[], isGuided: boolean): number => {
  const open = new Set(['phone', 'founder', 'price']);
  const frontier = [{ page: 0, score: 0 }];
  const seen = new Set([0]);
  for (let fetched = 1; ; fetched += 1) {
    const best = isGuided
      ? frontier.reduce((most, one) => (one.score > most.score ? one : most))
      : frontier[0];
    if (best === undefined) throw new Error('The site does not answer');
    frontier.splice(frontier.indexOf(best), 1);
    const { links, answers } = site[best.page] ?? { links: [], answers: [] };
    for (const name of answers) open.delete(name);
    if (open.size === 0) return fetched;
    for (const { to, text, path } of links) {
      if (!seen.has(to)) frontier.push({ page: to, score: score(path, text) });
      seen.add(to);
    }
  }
};

test('likely pages first answer a generated site in a third of the pages that breadth-first needs, or fewer', () => {
  const needed = Array.from({ length: 20 }, (_, seed) => {
    const site = siteOf(seed + 1);
    return { guided: pagesNeeded(site, true), breadthFirst: pagesNeeded(site, false) };
  });
  const total = (of: 'guided' | 'breadthFirst'): number => needed.reduce((sum, one) => sum + one[of], 0);
  expect(total('guided')).toBeLessThan(total('breadthFirst') / 3);
  for (const { guided, breadthFirst } of needed) expect(guided).toBeLessThanOrEqual(breadthFirst);
});
