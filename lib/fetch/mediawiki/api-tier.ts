import { failure, type Failure } from '../../failure.ts';
import { canonicalUrl } from '../../frontier/canonical-url.ts';
import { hostOf } from '../../frontier/page.ts';
import { limits } from '../../limits/limits.ts';
import type { Wiki } from '../politeness/host-policies.ts';
import { apiFailed, type WikiResponse } from './call-wiki.ts';
import type { FetchOutcome } from '../tier/fetch-request.ts';
import type { Tier, TierHooks, TierRequest } from '../tier/tier.ts';
import { parseArticle, articleQuestion, parseMembers, membersQuestion, type Article } from './wiki-api.ts';
import type { MediaWikiSites } from './mediawiki-sites.ts';
import { makeWikiDocument, hasText } from './wiki-document.ts';
import { parseMembersPart } from './wiki-members.ts';
import { makeRevisionValidator } from './wiki-revision.ts';
import {
  articleUrl,
  isMadeUp,
  findNamespace,
  namespaces,
  parseWikiTitle,
  type WikiSite,
} from './wiki-title.ts';

type Sent = Extract<WikiResponse, { sent: unknown }>['sent'];

interface Asked {
  readonly sites: MediaWikiSites;
  readonly wiki: Wiki;
  readonly site: WikiSite;
  readonly request: TierRequest;
  readonly hooks: TierHooks;
}

const unsent = (url: string, why: Failure): FetchOutcome => ({
  kind: 'failed',
  failure: why,
  url,
  ms: 0,
  redirects: [],
});

const failed = (sent: Sent, why: Failure, status = sent.status, url = sent.url): FetchOutcome => {
  const { ms, redirects, headers, requests = [] } = sent;
  const reasoned = requests.map((line) => ({ ...line, reason: why.code }));
  return { kind: 'failed', failure: why, url, ms, redirects, headers, requests: reasoned, status };
};

/**
 * Namespaces whose pages may exist although the wiki has no text for them: files and users of a shared wiki, built-in
 * messages of the software, categories with members.
 */
const withPagesElsewhere: ReadonlySet<number> = new Set([
  namespaces.user,
  namespaces.file,
  namespaces.message,
  namespaces.category,
]);

const missingCodes: ReadonlySet<string> = new Set(['missingtitle', 'nosuchpageid']);

/** Says whether "no such title" means that the page does not exist, so that HTTP would answer 404. */
export const isGone = (site: WikiSite, title: string): boolean =>
  !withPagesElsewhere.has(findNamespace(site, title));

/** Returns the failure of an article that does not exist, the same as over HTTP. */
export const goneFailure = (url: string, title: string): Failure =>
  failure('HTTP_NOT_FOUND', `Cannot fetch ${url}: its wiki has no article ${JSON.stringify(title)}`);

const afterError = (
  { wiki, site, request }: Asked,
  title: string,
  error: Extract<WikiResponse, { kind: 'error' }>,
): FetchOutcome =>
  missingCodes.has(error.code) && isGone(site, title)
    ? failed(error.sent, goneFailure(request.url, title), 404, request.url)
    : failed(error.sent, apiFailed(wiki, `${error.code}: ${error.info}`));

/** Returns the article's own URL: redirects of the wiki and other spellings of its title lead to it, as over HTTP. */
const placeOf = (site: WikiSite, url: string, title: string, article: Article): string => {
  const isScript = new URL(url).pathname.startsWith(site.script) && !site.articlePath.startsWith(site.script);
  if (article.title === title && !isScript) return url;
  return canonicalUrl(articleUrl(site, article.title, url)) ?? url;
};

const askArticle = async (asked: Asked): Promise<FetchOutcome> => {
  const { sites, wiki, site, request, hooks } = asked;
  const title = parseWikiTitle(site, request.url);
  if (title === null || isMadeUp(site, title)) {
    const message = `Not fetched: ${request.url} shows no article, and its host is kept to the API`;
    return unsent(request.url, failure('NOT_AN_ARTICLE', message));
  }
  const answer = await sites.ask(hostOf(request.url), articleQuestion(title), {
    ...request,
    slot: hooks.slot,
  });
  if (answer.kind === 'failed') return answer.outcome;
  if (answer.kind === 'error') return afterError(asked, title, answer);
  const { sent } = answer;
  const article = parseArticle(answer.json);
  if (article === null) return failed(sent, apiFailed(wiki, 'an answer without an article'));
  const url = placeOf(site, request.url, title, article);
  const redirects = url === request.url ? [] : [request.url];
  if (redirects.length > 0) {
    const verdict = await hooks.judge(url);
    if (!verdict.ok) return { ...failed(sent, verdict.failure, sent.status, url), redirects };
  }
  if (!hasText(article)) {
    const why = failure('CONTENT_EMPTY', `Cannot read ${url}: the wiki has no text for it`);
    return failed(sent, why);
  }
  return {
    ...sent,
    url,
    redirects,
    headers: { 'content-type': 'text/html; charset=utf-8', ...makeRevisionValidator(article.revid) },
    body: Buffer.from(makeWikiDocument(site, article, url)),
  };
};

const askMembers = async ({ sites, wiki, request, site, hooks }: Asked): Promise<FetchOutcome> => {
  const { category, from } = parseMembersPart(request.url);
  const title = parseWikiTitle(site, category) ?? '';
  const answer = await sites.ask(hostOf(category), membersQuestion(title, from), {
    ...request,
    slot: hooks.slot,
  });
  if (answer.kind === 'failed') return answer.outcome;
  if (answer.kind === 'error') return failed(answer.sent, apiFailed(wiki, `${answer.code}: ${answer.info}`));
  const shape = parseMembers(answer.json) === null;
  if (shape) return failed(answer.sent, apiFailed(wiki, 'an answer without members'));
  return { ...answer.sent, url: request.url };
};

/**
 * Makes the tier that fetches articles through the API of their wiki: one request gives the text, the revision, the
 * categories, and the targets of the wiki's redirects. Pages that the API cannot give fall through to HTTP.
 */
export const apiTier = (sites: MediaWikiSites): Tier => ({
  name: 'api',
  requestMs: limits.requestMs,
  pagesAtOnce: limits.urlBatchPagesMax,
  send: async (request, _scrape, hooks) => {
    const host = hostOf(request.url);
    const wiki = sites.wikiOf(host);
    const trouble = sites.troubleOf(host);
    if (trouble !== null) return trouble;
    const site = await sites.siteOf(host);
    if (wiki === undefined || site === null) {
      // What the wiki said of itself expired at this moment: the next try asks again.
      return unsent(
        request.url,
        failure('HOST_BUSY', `Cannot fetch ${request.url}: its wiki is not known yet`),
      );
    }
    const asked = { sites, wiki, site, request, hooks };
    return request.isMembers === true ? await askMembers(asked) : await askArticle(asked);
  },
});
