import type { FallThrough } from '../../lib/frontier/page.ts';
import type { AuditRow } from '../../lib/source/audit/audit-rows.ts';
import type { PlanFinding } from '../../lib/source/plan-sources.ts';
import type { AuditFinding } from '../../lib/source/audit/verify-chain.ts';

const fallThroughReasons: Readonly<Record<FallThrough['reason'], string>> = {
  'script-shell':
    'Over HTTP the page is a shell that scripts fill: it holds next to no text and much script.',
  empty: 'The tier got a page without any text.',
  challenge: 'The host asked to prove that no program asks, which a browser may pass.',
  timeout: 'The host did not answer in time, and no further try over HTTP was left.',
  'no-content': 'Nothing of what was answered over HTTP reads like content.',
  'api-failed': "The wiki's API did not deliver the page, so that it was asked for like any other.",
  'fetcher-failed': 'The service that fetches pages for us did not get it, or may not be paid for it.',
  requested:
    'HTTP was not tried: the request asks for what only a browser can do, such as a screenshot, or for a service.',
  configured: 'HTTP was not tried: the configuration of the host asks for a browser.',
  remembered: 'HTTP was not tried: the last pages of the host were not to be had over it.',
};

const auditActions: Readonly<Record<AuditRow['action'], string>> = {
  'page.visited': 'A run asked for the page; what came of it stands in the same row.',
  'manifest.applied': 'A version of a manifest was applied, and its sources became what it says.',
  'manifest.rolled-back': 'An earlier version of a manifest was applied again.',
  'source.paused': 'The source no longer runs by itself.',
  'source.resumed': 'The source runs by itself again.',
  'deletions.accepted': 'Somebody said that pages which were held back as deleted are gone indeed.',
  'run.ended': 'A run of the source was over, with the counts that stand in the row.',
  'pages.erased': 'What was kept of pages was erased for good.',
};

const auditFindings: Readonly<Record<AuditFinding['kind'], string>> = {
  missing: 'A record or a file that another record vouches for was taken away.',
  altered: 'A record or a file is not what it was when it was put on record.',
  inserted: 'A record or a file is there that nothing vouches for.',
};

const planFindings: Readonly<Record<PlanFinding['code'], string>> = {
  FETCHER_NOT_CONFIGURED: 'The deployment has no settings, or no key, of the service that the source names.',
  FETCHER_UNFIT:
    'The service that the source names cannot carry out an option of it, or must not be sent it.',
  FETCHER_UNWELL: 'The service refuses the key, has no credits left, or does not answer as it should.',
  HEADERS_MISSING:
    'The manifest names headers of a source whose values are not kept for its address: give them again.',
  ID_TAKEN: 'Another manifest of the team has a source of this id.',
  LONGER_THAN_PERIOD: 'A run needs longer than there is between two of them, at the pace of its host.',
  LONGER_THAN_WINDOW: 'A run needs longer than the hours of its window, at the pace of its host.',
  NO_CADENCE: 'Nothing says how often the source runs: it runs when somebody runs it.',
  OPTION_UNUSED:
    'The source sets options of a crawl, and its method is another one: its runs pass them over.',
  OVERLAPS: 'Pages of the source are pages of another one as well, and are fetched for both.',
  OVERLAPS_UNKNOWN:
    'The source, and as many more as the message says, were not compared with other crawls: it is too much work.',
  REQUEST_REFUSED:
    'No run of the source could begin: this deployment refuses the request that its runs make.',
  ROBOTS_DISALLOWED: 'robots.txt of the host forbids the address at which the source begins.',
  ROBOTS_UNKNOWN:
    'Nothing is known of robots.txt of hosts where new sources begin: their first run reads it before any page.',
  TOO_MANY_MANIFESTS: 'The team has as many manifests as it may have.',
  URL_CHANGED: 'The source begins at another address; pages that are known are asked for as before.',
  VERSION_NOT_RAISED: 'The manifest differs from the one that is applied, but not in its version.',
};

/** The meaning of each value of a named schema, a sentence for each. */
export const wordTexts = {
  FallThroughReason: fallThroughReasons,
  AuditAction: auditActions,
  AuditFindingKind: auditFindings,
  PlanFindingCode: planFindings,
} as const satisfies Record<string, Readonly<Record<string, string>>>;
