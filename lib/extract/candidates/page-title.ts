import { normalText } from '../schema/normal-text.ts';
import type { PageFacts } from './page-facts.ts';

/** The first heading of the first level in a page's Markdown, or null. */
export const firstHeading = (markdown: string): string | null =>
  /^#[ \t]+(\S.*)$/m.exec(markdown)?.[1] ?? null;

/** A title without the site's name before or behind it, where the page says what its site is called. */
export const bareTitle = (title: string, siteName: string | null): string => {
  if (siteName === null) return title;
  const site = normalText(siteName).text;
  const kept = title.split(/\s+[|–—·»:-]\s+/).filter((part) => normalText(part).text !== site);
  return kept.length === 1 ? (kept[0] ?? title) : title;
};

/** What a page calls itself, as normal texts: by its heading and its titles. */
export const pageTitles = ({
  metadata,
  markdown,
}: Pick<PageFacts, 'metadata' | 'markdown'>): ReadonlySet<string> => {
  const titles = [firstHeading(markdown), metadata.headline, metadata.og.title, metadata.title].filter(
    (title) => title !== null,
  );
  return new Set(
    titles.flatMap((title) => [
      normalText(title).text,
      normalText(bareTitle(title, metadata.og.siteName)).text,
    ]),
  );
};
