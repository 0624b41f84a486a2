import type { JobPage } from '../job/job-status.ts';

/** Returns the requested URL, which only one page of a job has; pages may share the address after redirects. */
export const requestedUrl = (page: JobPage): string =>
  page.metadata.sourceURL ?? page.metadata.url ?? 'unknown';

/**
 * Writes a page as a Markdown file with YAML front matter. Values are JSON strings, which YAML 1.2 reads unchanged, so
 * no title can end the front matter. `now` (ISO 8601) is used if the API does not say when the page was fetched.
 */
export const makePageMarkdown = (page: JobPage, now: string): string => {
  const { metadata } = page;
  const asked = requestedUrl(page);
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['url', metadata.url ?? asked],
    ['source', metadata.url === undefined || metadata.url === asked ? undefined : asked],
    ['title', metadata.title],
    ['description', metadata.description],
    ['author', metadata.author],
    ['published', metadata.publishedTime],
    ['fetched', metadata.scrapedAt ?? now],
    ['hash', metadata.contentHash],
  ];
  const front = rows.flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}: ${JSON.stringify(value)}`],
  );
  return `---\n${front.join('\n')}\n---\n\n${(page.markdown ?? '').trimEnd()}\n`;
};
