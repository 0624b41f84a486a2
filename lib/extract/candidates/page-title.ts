import { normalText } from '../schema/normal-text.ts';
import type { PageFacts } from './page-facts.ts';

/** Returns the first first-level heading in a page's Markdown, or null. */
export const firstHeading = (markdown: string): string | null =>
  /^#[ \t]+(\S.*)$/m.exec(markdown)?.[1] ?? null;

/** Removes the site's name from the beginning or end of a title, if the page says what its site is called. */
export const bareTitle = (title: string, siteName: string | null): string => {
  if (siteName === null) return title;
  const site = normalText(siteName).text;
  const kept = title.split(/\s+[|–—·»:-]\s+/).filter((part) => normalText(part).text !== site);
  return kept.length === 1 ? (kept[0] ?? title) : title;
};

/** Returns the page's own titles, from its heading and its metadata, as normal texts. */
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
