import { failedEnd, type PageEnd } from '../../envelope/page-end.ts';
import { failure } from '../../failure.ts';
import { hostOf, type FrontierItem } from '../../frontier/page.ts';
import type { RunningJob } from '../../job/job.ts';
import type { Fetched } from '../../fetch/tier/fetched.ts';
import type { MediaWikiSites } from '../../fetch/mediawiki/mediawiki-sites.ts';
import { readMembers } from '../../fetch/mediawiki/wiki-members.ts';

/** Reads a fetched portion of a category's members. Returns its end, with the pages and the next portion. */
export const processMembers = async (
  wikis: MediaWikiSites,
  job: RunningJob,
  part: FrontierItem<'members'>,
  fetched: Fetched,
): Promise<PageEnd> => {
  const facts = { status: fetched.status, finalUrl: fetched.url, tier: fetched.tier };
  const host = hostOf(part.url);
  const site = await wikis.siteOf(host);
  const wiki = wikis.wikiOf(host);
  const read =
    site === null || wiki === undefined
      ? null
      : readMembers(job, part, fetched.body, { site, namespaces: wiki.namespaces });
  if (read === null) {
    const message = `Cannot read the members of ${part.url}: its wiki is not known any more`;
    return failedEnd(failure('WIKI_API_FAILED', message), facts);
  }
  return { to: 'done', facts: { ...facts, message: read.message }, children: read.children };
};
