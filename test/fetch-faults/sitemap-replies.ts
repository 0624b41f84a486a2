import { textReply, type CaseRun, type FaultCase, type Reply, type SiteNames } from './fault-case.ts';

export const xml = (body: string): Reply =>
  textReply(`<?xml version="1.0" encoding="UTF-8"?>\n${body}`, 'application/xml');

export const urlset = (urls: readonly string[]): string =>
  `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls
    .map((url) => `<url><loc>${url}</loc><lastmod>2026-01-01</lastmod></url>`)
    .join('')}</urlset>`;

export const index = (urls: readonly string[]): string =>
  `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls
    .map((url) => `<sitemap><loc>${url}</loc></sitemap>`)
    .join('')}</sitemapindex>`;

/** A sitemap of these paths, as URLs of the site. */
export const writeSitemap =
  (...paths: readonly string[]) =>
  ({ origin }: SiteNames): Reply =>
    xml(urlset(paths.map((path) => `${origin}${path}`)));

/** How many requests each sitemap of the site took, and what the log says of it. */
export const logged = ({ log }: CaseRun): Record<string, unknown> => ({
  sitemaps: log
    .filter(({ event }) => event === 'sitemap')
    .map(
      ({ fields }) =>
        `${new URL(String(fields['url'])).pathname} ${String(fields['code'] ?? fields['reason'])}`,
    ),
});

export const sitemapCase = (one: Omit<FaultCase, 'area'>): FaultCase => ({ area: 'sitemaps', ...one });
