import type { ContentPage, Page } from '../../frontier/page.ts';
import { exhaustedForm } from '../../frontier/sameness.ts';
import type { EndNotes, Job, SitemapsRead } from '../../job/job.ts';
import { refusedEntry } from './refused-document.ts';
import { findUnreadSitemaps } from './unread-sitemaps.ts';

const countRefused = (items: readonly Page[]): number =>
  items.reduce((count, item) => (refusedEntry(item) === null ? count : count + 1), 0);

/** Counts pages by a code that each of them has or has not. */
const countByCode = (
  items: readonly Page[],
  codeOf: (page: ContentPage) => string | undefined,
): Record<string, number> => {
  const byCode: Record<string, number> = {};
  for (const item of items) {
    const code = item.kind === 'page' ? codeOf(item) : undefined;
    if (code !== undefined) byCode[code] = (byCode[code] ?? 0) + 1;
  }
  return byCode;
};

const blockedCode = ({ state, code = 'INTERNAL' }: ContentPage): string | undefined =>
  state === 'blocked' ? code : undefined;

const gapCode = ({ state, extractionGap }: ContentPage): string | undefined =>
  state === 'done' ? extractionGap : undefined;

/** Counts the sitemaps that were read; null if a version before read one, which did not note what it names. */
const countSitemapsRead = (items: readonly Page[]): SitemapsRead | null => {
  const files = items.filter(({ kind, state }) => kind === 'sitemap' && state === 'done');
  let urls = 0;
  for (const { named } of files) {
    if (named === undefined) return null;
    urls += named;
  }
  return { files: files.length, urls };
};

/** Forms of URLs that are kept with a job, and characters of each. */
const [formsMax, formCharacters] = [3, 200] as const;

/** Lists forms of URLs that the job gave up because their pages said the same (`lib/frontier/sameness.ts`). */
const listSameForms = (
  { leftSame = 0, sameness }: Pick<Job, 'leftSame' | 'sameness'>,
  items: readonly Page[],
): string[] => {
  const forms = new Set<string>();
  if (leftSame === 0 || sameness === undefined) return [];
  for (const item of items) {
    if (item.kind !== 'page' || item.kin === undefined) continue;
    const form = exhaustedForm(sameness, item.url);
    if (form !== null) forms.add(form.slice(0, formCharacters));
    if (forms.size >= formsMax) break;
  }
  return [...forms].toSorted();
};

/**
 * Finds what the pages and sitemaps of a job tell that is kept with the job itself, so that its status need not read
 * them. What there is none of is left out.
 */
export const endNotes = (
  job: Pick<Job, 'kind' | 'request' | 'leftSame' | 'sameness'>,
  items: readonly Page[],
): EndNotes => {
  const { kind, request } = job;
  // A map has a place of its own for what it says of sitemaps.
  const unreadSitemaps = kind === 'crawl' ? findUnreadSitemaps(items) : null;
  const refused = kind === 'batch' ? countRefused(items) : 0;
  const blockedBy = countByCode(items, blockedCode);
  // An extraction says it of its answer, and the answer of a scrape has it.
  const extractionGaps = kind === 'crawl' || kind === 'batch' ? countByCode(items, gapCode) : {};
  const sitemapsRead =
    kind === 'crawl' && request.crawl?.sitemap === 'only' ? countSitemapsRead(items) : null;
  const sameForms = kind === 'crawl' ? listSameForms(job, items) : [];
  return {
    ...(unreadSitemaps === null ? {} : { unreadSitemaps }),
    ...(refused === 0 ? {} : { refused }),
    ...(Object.keys(blockedBy).length === 0 ? {} : { blockedBy }),
    ...(Object.keys(extractionGaps).length === 0 ? {} : { extractionGaps }),
    ...(sitemapsRead === null ? {} : { sitemapsRead }),
    ...(sameForms.length === 0 ? {} : { sameForms }),
  };
};
