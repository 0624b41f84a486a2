import type { BudgetReservation, Spending } from '../../job/spending.ts';
import type { Failure } from '../../failure.ts';
import type { ExtractSpec } from '../../request/extract-spec.ts';
import type { Extraction, ModelUsage } from './page-extraction.ts';
import type { PageFacts } from '../candidates/page-facts.ts';

/** How a page ends. */
export type Concluded =
  /** What is known of the page: all that was asked, or as much as could be had, with why the rest is open. */
  | { readonly kind: 'answered'; readonly extraction: Extraction }
  /** Nothing of what was asked is known. */
  | { readonly kind: 'failed'; readonly failure: Failure; readonly usage: ModelUsage };

/** A question of a page that brought nothing, and is not put again: the model said no to it. */
export interface Unanswered {
  /** The question's place among those of its page. */
  readonly at: number;
  readonly failure: Failure;
  /** The part of the order whose question it is; absent where the order has one part. */
  readonly of?: string | undefined;
}

/** What a page that waits has to be told when it is taken up again. */
export interface WaitedPage {
  readonly unanswered: readonly Unanswered[];
  /** Answers that are kept and whose cost was told (`Question.asker`). */
  readonly told: readonly string[];
}

/** What became of a page that was asked. */
export type ExtractionOutcome =
  | (Concluded & {
      /** The job may not spend what asking further takes. */
      readonly isExhausted?: true;
      /** Questions that brought nothing, for a page that has to wait for something else after all. */
      readonly unanswered?: readonly Unanswered[];
    })
  /** The page or its job was over before anything was asked: whoever ended it has counted it. */
  | { readonly kind: 'over' }
  /** Nobody can be asked before then (milliseconds since the epoch). */
  | {
      readonly kind: 'deferred';
      readonly until: number;
      readonly failure: Failure;
      /** What was taken since the page was taken up. */
      readonly usage: ModelUsage;
      readonly waited?: WaitedPage;
      /** How the page would end if it did not wait, for a job that is over by then. */
      readonly instead?: Concluded;
    };

/** What answering a page is given beside it. */
export interface ExtractionContext {
  /** Called before each question, with what it may take; `usage` is what was taken since the page was taken up. */
  readonly reserve: (wanted: Spending, usage: ModelUsage) => Promise<BudgetReservation>;
  /**
   * Told of every call that was made, as soon as it is over; `isKept`: its answer is kept with what it took, and
   * whoever asks for it again for the page is told that.
   */
  readonly spent?: (usage: ModelUsage, isKept: boolean) => void;
  /** When the answer has to be there (milliseconds since the epoch). */
  readonly until: number;
  /**
   * Whether the page may wait until then for somebody who can be asked, or ends with what it has. Unless given it
   * may.
   */
  readonly mayWait?: (until: number, why: Failure) => boolean;
  /** Told of a late answer that cannot be used (`Question.troubled`). */
  readonly troubled?: (why: Failure, until: number) => Promise<void>;
  /** What is known from the times that the page waited. */
  readonly waited?: WaitedPage;
  /**
   * Whose questions these are: answers that it has paid for are told to it again if it dies before it has told them.
   */
  readonly asker?: string;
  /** Tokens that an answer of this job took so far, on average; undefined where there was none. */
  readonly usualOutputTokens?: number | undefined;
  /**
   * The version before, of a page that changed and whose order compares what both answer; absent where its envelope
   * (`key`) holds its
   * answer. `current` is the page itself, with no more than an envelope has of it: what differs then, differs in the
   * page.
   */
  readonly previous?:
    | { readonly key: string; readonly facts: PageFacts; readonly current: PageFacts }
    | undefined;
}

/** Answers what an order asks of a page. */
export type Extractor = (
  page: PageFacts,
  order: ExtractSpec,
  context: ExtractionContext,
) => Promise<ExtractionOutcome>;
