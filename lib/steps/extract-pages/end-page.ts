import { pageExtractionItem } from '../../store/frontier/page-extractions.ts';
import { countOnce } from '../../store/frontier/count-once.ts';
import { settleLate } from '../../store/frontier/settle-late.ts';
import {
  countFields,
  countSpending,
  settleSpending,
  type FieldCounts,
} from '../../envelope/extract-spending.ts';
import { fieldsOfSpec } from '../../extract/schema/asked-fields.ts';
import type { Field } from '../../extract/schema/field.ts';
import type { Json } from '../../extract/schema/json.ts';
import { filledPaths } from '../../extract/merge/filled.ts';
import { failureOfUnanswered } from '../../extract/model/gaps.ts';
import { unansweredExtraction } from '../../extract/model/gathered-parts.ts';
import type { Concluded } from '../../extract/model/extraction-outcome.ts';
import type { Extraction, PageExtraction, ModelUsage } from '../../extract/model/page-extraction.ts';
import { endAfter, type Failure } from '../../failure.ts';
import type { ContentPage } from '../../frontier/page.ts';
import type { RunningJob } from '../../job/job.ts';
import { limits } from '../../limits/limits.ts';
import type { ExtractSpec } from '../../request/extract-spec.ts';
import { finishPage } from '../protocol/finish-page.ts';
import type { FinishDependencies, FinishOutcome } from '../protocol/frontier-step.ts';
import type { Queues } from '../../store/queues.ts';
import {
  storeExtraction,
  wantsElse,
  type FetchedPage,
  type StoreDependencies,
  type StoredExtraction,
} from '../page-version/store-extraction.ts';
import type { Log } from '../../log.ts';

/** What ending a page of an extraction needs. */
export interface EndPageDependencies extends FinishDependencies, StoreDependencies {
  readonly queues: Pick<Queues, 'client' | 'finish'>;
  readonly log: Log;
}

/** A page that ends, with the cost of this worker's calls for it. */
export interface EndingPage {
  readonly job: RunningJob;
  readonly page: ContentPage;
  /** The cost of the calls that this worker made. */
  readonly taken: ModelUsage;
  /** Names the worker in the writes that count this cost. */
  readonly writer: string;
}

export const specFields = (spec: ExtractSpec): readonly Field[] => {
  const read = fieldsOfSpec(spec);
  return read.kind === 'read' ? read.fields : [];
};

/** Keeps known values. Guessed ones do not count: they complete nothing. */
const knownValues = ({ answers }: Extraction): Record<string, Json> =>
  Object.fromEntries(
    Object.entries(answers).flatMap(([name, { value, grounded }]) =>
      grounded === 'ungrounded' ? [] : [[name, value]],
    ),
  );

/**
 * Counts the cost that the page's own end did not count, because the job was over before the answer came or another
 * worker ended the page. If the job waits for its running questions, it takes the answer too.
 */
const tellLate = async (
  { table, log }: EndPageDependencies,
  { job, page, taken, writer }: EndingPage,
  { kind }: FinishOutcome,
  late: {
    readonly usage: ModelUsage;
    /** The fields that the answer counts; null if there is no answer. */
    readonly fields: FieldCounts | null;
    readonly answer: ((at: number) => PageExtraction) | null;
    readonly at: number;
    readonly kept: Extract<StoredExtraction, { kind: 'kept' }> | null;
  },
): Promise<void> => {
  if (kind === 'finished') return;
  const { kept } = late;
  const answer =
    late.answer === null || kept === null
      ? null
      : {
          item: pageExtractionItem(job.id, late.answer(late.at), job.ttl),
          // A page that was answered from an older envelope has that one already, and is delivered with it.
          facts: { ...kept.facts, envelopeKey: kept.key },
          versions: kept.items,
        };
  const counts = { ...settleSpending(page, late.usage), ...late.fields };
  const isTold =
    kind === 'job-over' && (await settleLate(table, page, { counts, cells: job.cells, answer, writer }));
  if (!isTold) await countOnce(table, page, writer, countSpending(taken));
  log('answer came late', { job: job.id, url: page.url, isTold, calls: taken.calls });
};

const fetchedItem = ({ kind, hash, url }: ContentPage) => ({ kind, hash, url, from: 'fetched' as const });

/**
 * Ends the page as failed. Its fetched content stays in its draft until the draft expires. If no failure is tolerated,
 * the job fails too, but only after its other fetched pages are answered.
 *
 * @param extraction - which fields of a merged answer it leaves open, and why.
 */
export const failExtraction = async (
  dependencies: EndPageDependencies,
  ending: EndingPage,
  why: Failure,
  usage: ModelUsage,
  extraction?: PageExtraction['extraction'],
): Promise<void> => {
  const { job, page } = ending;
  const message = why.message.slice(0, limits.failureMessageCharactersMax);
  const to = endAfter(why.code);
  const outcome = await finishPage(dependencies, {
    job,
    page: { ...fetchedItem(page), to, facts: { code: why.code, message, status: page.status } },
    children: [],
    counts: settleSpending(page, usage),
    ...(extraction === undefined ? {} : { extraction }),
    token: ending.writer,
  });
  const none = { fields: null, answer: null, kept: null };
  await tellLate(dependencies, ending, outcome, { usage, at: dependencies.now(), ...none });
  dependencies.log('extraction failed', { job: job.id, url: page.url, code: why.code, reason: message });
};

/**
 * Ends the page with its answer: first the envelope, then the frontier, the answer and the last version in one step.
 */
const finishExtraction = async (
  dependencies: EndPageDependencies,
  ending: EndingPage & { readonly spec: ExtractSpec },
  fetched: FetchedPage,
  extraction: Extraction,
): Promise<void> => {
  const { job, page, spec } = ending;
  const kept = await storeExtraction(dependencies, job, page, fetched, extraction);
  if (kept.kind === 'refused')
    return await failExtraction(dependencies, ending, kept.failure, extraction.usage);
  const { raw: _raw, ...lean } = extraction;
  const status = page.status === undefined ? {} : { status: page.status };
  const answerAt = (at: number): PageExtraction => ({
    page: page.hash,
    url: page.url,
    at,
    ...status,
    extraction: lean,
    envelopeKey: kept.key,
  });
  const filled = new Set(filledPaths(specFields(spec), knownValues(extraction)));
  const { usage } = extraction;
  const fields = countFields(extraction);
  const outcome = await finishPage(dependencies, {
    job,
    page: { ...fetchedItem(page), to: 'done', facts: kept.facts },
    children: [],
    counts: {
      ...settleSpending(page, usage),
      ...kept.counts,
      ...fields,
    },
    unions: { filled },
    puts: kept.items,
    stamped: (now) => [pageExtractionItem(job.id, answerAt(now), job.ttl)],
    token: ending.writer,
  });
  const at = dependencies.now();
  await tellLate(dependencies, ending, outcome, { usage, fields, answer: answerAt, at, kept });
};

/** Ends a page that was answered, or that turned out to have no answer. */
export const endExtraction = async (
  dependencies: EndPageDependencies,
  ending: EndingPage & { readonly spec: ExtractSpec },
  fetched: FetchedPage,
  concluded: Concluded,
): Promise<void> => {
  if (concluded.kind === 'answered') {
    const { raw: _raw, ...lean } = concluded.extraction;
    const why = ending.job.kind === 'extract' ? failureOfUnanswered(ending.page.url, lean) : null;
    if (why !== null) return await failExtraction(dependencies, ending, why, lean.usage, lean);
    return await finishExtraction(dependencies, ending, fetched, concluded.extraction);
  }
  const { failure: why, usage } = concluded;
  if (!wantsElse(ending.job)) return await failExtraction(dependencies, ending, why, usage);
  const extraction = { ...unansweredExtraction(ending.spec, why), usage };
  await finishExtraction(dependencies, ending, fetched, extraction);
};
