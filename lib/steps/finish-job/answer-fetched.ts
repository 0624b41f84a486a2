import { getWaitingAnswer } from '../../store/frontier/waiting-answers.ts';
import type { Objects } from '../../store/objects.ts';
import type { Table } from '../../store/table.ts';
import { extractFormats } from '../../extract/model/extract-formats.ts';
import { endedWithJob } from '../../extract/model/gaps.ts';
import type { Concluded } from '../../extract/model/extraction-outcome.ts';
import { noModelUsage, type Extraction } from '../../extract/model/page-extraction.ts';
import type { Failure } from '../../failure.ts';
import type { ContentPage } from '../../frontier/page.ts';
import type { ExtractSpec } from '../../request/extract-spec.ts';
import { readFetchedPage, type FetchedPage } from '../page-version/store-extraction.ts';

/** What reading a page that waited for extraction when its job ended needs. */
export interface AnswerFetchedDependencies {
  readonly table: Table;
  readonly envelopes: Objects;
  readonly now: () => number;
}

/** A page that was fetched when its job ended, with what is known of it. */
export interface AnswerOfFetched {
  readonly fetched: FetchedPage;
  readonly concluded: Concluded;
}

/** Answers a page by its own data alone: `why` says why no model is asked for the rest. */
const answerByItself = async (
  { draft: { facts, envelope } }: Extract<FetchedPage, { kind: 'draft' }>,
  spec: ExtractSpec,
  why: Failure,
): Promise<Concluded> => {
  const nobody = extractFormats({
    choose: async () => await Promise.resolve({ kind: 'refused', failure: why }),
    ask: async () => await Promise.resolve({ kind: 'failed', failure: why, usage: noModelUsage }),
  });
  const found = await nobody({ ...facts, at: envelope.scrape.timestamp }, spec, {
    reserve: async () => await Promise.resolve('over'),
    until: 0,
    mayWait: () => false,
  });
  return found.kind === 'answered' || found.kind === 'failed'
    ? found
    : { kind: 'failed', failure: why, usage: noModelUsage };
};

/** Says whether the page may have answers from a time that it waited: it was put off, or its worker died as it was. */
export const hasWaited = ({ waitingSince, askingUntil }: ContentPage): boolean =>
  waitingSince !== undefined || askingUntil !== undefined;

/**
 * Returns what is known of a page that still waited for extraction when its job ended: what it had answered when it
 * last waited for a model, or else what it answers by itself. `why` is the reason for what stays open. Null if what was
 * fetched of it has expired.
 */
export const answerFetched = async (
  { table, envelopes, now }: AnswerFetchedDependencies,
  page: ContentPage,
  spec: ExtractSpec,
  { order, why }: { readonly order: string; readonly why: Failure },
): Promise<AnswerOfFetched | null> => {
  const fetched = await readFetchedPage({ envelopes, now }, page, order);
  if (fetched === null) return null;
  const answered = (extraction: Extraction): AnswerOfFetched => ({
    fetched,
    concluded: { kind: 'answered', extraction },
  });
  if (fetched.kind === 'answered')
    return answered({ ...fetched.extraction, cached: true, usage: noModelUsage });
  const waiting = hasWaited(page) ? await getWaitingAnswer(table, page) : null;
  if (waiting?.extraction !== undefined) {
    const known = { ...waiting.extraction, raw: [] };
    return answered(waiting.waitsFor === undefined ? known : endedWithJob(known, waiting.waitsFor, why.code));
  }
  return { fetched, concluded: await answerByItself(fetched, spec, why) };
};
