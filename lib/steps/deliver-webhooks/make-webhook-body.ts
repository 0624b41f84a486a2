import { findPages } from '../../store/frontier/find-pages.ts';
import { getJobItem } from '../../store/jobs/get-job.ts';
import type { Objects } from '../../store/objects.ts';
import type { Table } from '../../store/table.ts';
import type { Page } from '../../frontier/page.ts';
import { eventType, type JobWebhook } from '../../job/webhook.ts';
import { makeWebhookId, type StoredEvent } from '../../job/webhook-event.ts';
import type { Job } from '../../job/job.ts';
import { limits } from '../../limits/limits.ts';
import { makeChangeTracking } from '../../deliver/results/page-change.ts';
import { fitDocument } from '../../deliver/results/document.ts';
import { extractWarning } from '../../deliver/results/extract-warning.ts';
import { describeWait } from '../../deliver/results/model-wait.ts';
import { readResultDocument } from '../read-results/read-documents.ts';
import { readEndMessage } from '../read-results/read-end-message.ts';
import { readExtractResponse } from '../read-results/read-extract.ts';
import { resultEntry } from '../../deliver/results/result-index.ts';

/** What reading for a webhook's body needs. */
export interface WebhookBodyDependencies {
  readonly table: Table;
  readonly envelopes: Objects;
  readonly results: Objects;
  readonly now: () => number;
}

/** The content of an event's body besides its type. */
interface Told {
  readonly success: boolean;
  readonly data: readonly unknown[];
  readonly error: string | null;
}

const gone = (what: string): Told => ({ success: false, data: [], error: `${what} has expired` });

/** Describes a page as its document, or why it ended without content. */
const tellPage = async (
  { envelopes }: WebhookBodyDependencies,
  job: Job | null,
  page: Page | undefined,
): Promise<Told> => {
  if (page?.kind !== 'page') return gone('The page');
  const entry = resultEntry(page);
  if (entry === null) {
    const metadata = { sourceURL: page.url, url: page.finalUrl ?? page.url, statusCode: page.status };
    return {
      success: false,
      data: [
        {
          ...(page.tracked === undefined ? {} : { changeTracking: makeChangeTracking(page.tracked) }),
          metadata: { ...metadata, code: page.code },
        },
      ],
      error: page.message ?? 'No reason was recorded',
    };
  }
  const document = await readResultDocument(
    envelopes,
    entry,
    job === null || job === undefined ? { formats: ['markdown'] } : { ...job.request.scrape, job: job.id },
  );
  return { success: true, data: [fitDocument(document, limits.webhookBodyBytesMax)], error: null };
};

/** Reads the answer of an extraction, as the job's status shows it. */
const answerOf = async (dependencies: WebhookBodyDependencies, job: Job): Promise<readonly unknown[]> => {
  const answer = await readExtractResponse(dependencies, job);
  if (answer === null) return [];
  const { data, results, summary } = answer;
  const told = extractWarning(job, answer);
  const warned = told === undefined ? {} : { warning: told };
  const whole = { success: true, extractId: job.id, data: data ?? results, summary, ...warned };
  if (Buffer.byteLength(JSON.stringify(whole)) <= limits.webhookBodyBytesMax) return [whole];
  const tooLarge = 'The answer is too large for a webhook: read it from the status of the job';
  return [{ success: true, extractId: job.id, summary, warning: [tooLarge, told ?? []].flat().join('. ') }];
};

const tellEnd = async (
  dependencies: WebhookBodyDependencies,
  job: Job | null,
  event: StoredEvent['event'],
): Promise<Told> => {
  if (event === 'cancelled') return { success: false, data: [], error: 'The job was cancelled' };
  if (job === null) return event === 'failed' ? gone('The job') : { ...gone('The job'), success: true };
  if (event === 'completed') {
    return {
      success: true,
      data: job.kind === 'extract' ? await answerOf(dependencies, job) : [],
      error: null,
    };
  }
  const answer = job.kind === 'extract' ? await readExtractResponse(dependencies, job) : null;
  const error = answer?.failure?.message ?? (await readEndMessage(dependencies.results, job));
  return { success: false, data: [], error: error ?? gone('Why the job failed').error };
};

const tell = async (
  dependencies: WebhookBodyDependencies,
  webhook: JobWebhook,
  event: StoredEvent,
): Promise<Told> => {
  if (event.event === 'started') return { success: true, data: [], error: null };
  if (event.waiting !== undefined) {
    return { success: true, data: [describeWait(event.waiting)], error: null };
  }
  const job = await getJobItem(dependencies.table, webhook.job);
  if (event.page === undefined) return await tellEnd(dependencies, job, event.event);
  const [page] = await findPages(dependencies.table, webhook.job, [event.page]);
  return await tellPage(dependencies, job, page);
};

/** Makes the body of an event in Firecrawl's shape, with the data at the time of delivery. */
export const makeWebhookBody = async (
  dependencies: WebhookBodyDependencies,
  webhook: JobWebhook,
  event: StoredEvent,
): Promise<string> => {
  if (event.event === 'alert') return event.body ?? '';
  const { success, data, error } = await tell(dependencies, webhook, event);
  return JSON.stringify({
    success,
    type: eventType(webhook.kind, event),
    id: webhook.job,
    webhookId: makeWebhookId(webhook.job, event.place),
    data,
    error,
    metadata: JSON.parse(webhook.metadata) as unknown,
  });
};
