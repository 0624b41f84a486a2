import { shellWord } from '../../cli/output/shell-word.ts';
import { limits } from '../../lib/limits/limits.ts';
import type { StartArguments } from './arguments.ts';
import type { CrawlStatus } from './call-api.ts';

const wordsIn = (markdown: string | undefined): number => (markdown?.match(/[\p{L}\p{N}]+/gu) ?? []).length;

const cut = (text: string, width: number): string =>
  text.length > width ? `${text.slice(0, width - 1)}…` : text;

const titleWidth = 36;
const urlWidth = 58;

/** Writes the first pages of a crawl as a small table: title, address, words. Empty if there are no pages. */
export const pageTable = (data: CrawlStatus['data']): string => {
  const rows = data.map(({ markdown, metadata }) => ({
    title: cut((metadata.title ?? '(no title)').replaceAll(/\s+/g, ' '), titleWidth),
    url: cut(metadata.sourceURL ?? '', urlWidth),
    words: String(wordsIn(markdown)),
  }));
  if (rows.length === 0) return '';
  const width = (key: 'title' | 'url'): number => Math.max(...rows.map((row) => row[key].length));
  const lines = rows.map(
    (row) =>
      `  ${row.title.padEnd(width('title'))}  ${row.url.padEnd(width('url'))}  ${row.words.padStart(6)} words`,
  );
  return `${lines.join('\n')}\n`;
};

/** Tells what the table of pages leaves out, and where to find it: pages beyond the first, and pages that failed. */
export const moreLines = ({
  id,
  counts,
  shown,
  isSample,
}: {
  readonly id: string;
  readonly counts: CrawlStatus['counts'];
  readonly shown: number;
  readonly isSample: boolean;
}): string => {
  const more = counts.done - shown;
  const lost = counts.failed + counts.blocked;
  const lines = [
    ...(more > 0 ? [`  … and ${more} more`] : []),
    ...(lost > 0
      ? [`To see why ${lost === 1 ? '1 page is' : `${lost} pages are`} missing: npx gleaner errors ${id}`]
      : []),
    ...(lost > 0 && isSample
      ? ['The sample site has a page that is missing and one that robots.txt forbids.']
      : []),
  ];
  return lines.map((line) => `${line}\n`).join('');
};

/** Describes in one line how a crawl ended: the pages by state, and the time from its request to its results. */
export const outcomeLine = ({
  status,
  counts,
  error,
  createdAt,
  completedAt = createdAt,
}: Omit<CrawlStatus, 'data'>): string => {
  const states = (['done', 'failed', 'blocked', 'skipped'] as const)
    .filter((state) => counts[state] > 0)
    .map((state) => `${counts[state]} ${state}`);
  const seconds = ((Date.parse(completedAt) - Date.parse(createdAt)) / 1_000).toFixed(1);
  const found = `${counts.admitted} ${counts.admitted === 1 ? 'page' : 'pages'} found`;
  return `Crawl ${status}: ${[found, ...states].join(', ')}, ${seconds} s${error === undefined ? '' : ` (${error})`}`;
};

/** Announces a crawl. Says how long it waits between two requests, unless the user has decided that. */
export const crawlLine = (
  url: string,
  asked: Pick<StartArguments, 'url' | 'delaySeconds' | 'hosts'>,
): string => {
  if (asked.url === undefined) return `Crawling ${url} (the sample site)\n`;
  if (asked.delaySeconds !== undefined || asked.hosts !== undefined) return `Crawling ${url}\n`;
  const seconds = limits.hostDelaySecondsDefault;
  return `Crawling ${url}, with ${seconds} s between two requests to a host (--delay changes this)\n`;
};

/** Describes the next steps. `isFound`: commands in this folder find the stack without being told its address. */
export const nextSteps = ({
  url,
  key,
  envelopes,
  monitor,
  page = 'https://example.com',
  isFound,
}: {
  readonly url: string;
  readonly key: string;
  readonly envelopes: string;
  readonly monitor: string;
  readonly page?: string | undefined;
  readonly isFound: boolean;
}): string => {
  const addressed = isFound ? '' : `  export GLEANER_URL=${url} GLEANER_KEY=${key}\n`;
  return `
  Monitor    ${monitor}
  API        ${url}
  Key        ${key}
  Envelopes  ${envelopes}
  Reference  ${url}/docs

Try:
${addressed}  npx gleaner crawl ${shellWord(page)} --limit 20 --output ./pages
  npx gleaner search 'opening hours'
  curl -s ${url}/v2/scrape -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' \\
    -d '{"url":"${page}"}'

`;
};

/** Shows a newcomer how to see changes on a site: the sample site changes on request. */
export const changeSteps = (manifest: string, changeUrl: string): string => `
See what changes on a site:
  npx gleaner sources apply ${shellWord(manifest)}
  npx gleaner sources run museum --wait
  curl -X POST ${changeUrl}
  npx gleaner sources run museum --wait
  npx gleaner changes
`;
