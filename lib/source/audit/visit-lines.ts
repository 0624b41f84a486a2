import * as z from 'zod';
import { creditsSpent } from '../../frontier/request-line.ts';
import { isContentPage, isOpen, type ContentPage, type Page } from '../../frontier/page.ts';

/** One visit of a page, as the audit keeps it. The names are those of RORI's audit record. */
export const auditVisitSchema = z.object({
  run_id: z.string(),
  timestamp: z.iso.datetime(),
  manifest_id: z.string(),
  url: z.string(),
  engine: z.string(),
  /** The tier that fetched it in the end, and why earlier tiers did not. */
  tier: z.string().nullable(),
  /** The service that was asked for it, if any was. */
  fetcher: z.string().nullable().default(null),
  fall_through: z.array(z.string()),
  http_status: z.number().int().nullable(),
  content_hash: z.string().nullable(),
  content_changed: z.boolean(),
  /** For all requests for it. */
  response_time_ms: z.number().int(),
  requests: z.number().int(),
  credits_consumed: z.number(),
  retry_count: z.number().int(),
  /** A code of failure; null for a page that was read. */
  error: z.string().nullable(),
  staged_path: z.string().nullable(),
});
export type AuditVisit = z.infer<typeof auditVisitSchema>;

const tellVisit = (
  run: { readonly job: string; readonly source: string; readonly endedAt: number },
  page: ContentPage,
): AuditVisit => {
  const requests = page.requests ?? [];
  const isRead = page.state === 'done';
  return {
    run_id: run.job,
    timestamp: new Date(page.finishedAt ?? run.endedAt).toISOString(),
    manifest_id: run.source,
    url: page.url,
    engine: 'gleaner',
    tier: page.tier ?? null,
    fetcher: requests.findLast(({ fetcher }) => fetcher !== undefined)?.fetcher ?? null,
    fall_through: (page.fallThrough ?? []).map(({ tier, reason }) => `${tier}: ${reason}`),
    http_status: page.status ?? null,
    content_hash: page.contentHash ?? null,
    content_changed: isRead && page.changeType !== 'unchanged',
    response_time_ms: requests.reduce((sum, { ms }) => sum + ms, 0),
    requests: requests.length,
    credits_consumed: creditsSpent(requests),
    retry_count: page.attempts,
    error: isRead ? null : (page.code ?? 'INTERNAL'),
    staged_path: isRead ? (page.envelopeKey?.replace(/^staged\//, '') ?? null) : null,
  };
};

/**
 * Writes a line for each page of a run, in the order of URLs; for a page that was not requested it gives the reason.
 */
export const visitLines = (
  run: { readonly job: string; readonly source: string; readonly endedAt: number },
  pages: readonly Page[],
): string[] =>
  pages
    .filter((page) => isContentPage(page))
    .filter(({ state }) => !isOpen(state))
    .toSorted((a, b) => (a.url < b.url ? -1 : a.url > b.url ? 1 : 0))
    .map((page) => JSON.stringify(auditVisitSchema.parse(tellVisit(run, page))));
