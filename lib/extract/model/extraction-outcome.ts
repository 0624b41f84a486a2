import type { BudgetReservation, Spending } from '../../job/spending.ts';
import type { Failure, FailureCode } from '../../failure.ts';
import type { ExtractSpec } from '../../request/extract-spec.ts';
import type { AnswerSizes } from './answer-size.ts';
import type { Extraction, ModelUsage } from './page-extraction.ts';
import type { PageFacts } from '../candidates/page-facts.ts';

/** How a page ends. */
export type Concluded =
  /** The page answered: everything, or as much as possible with the reasons why the rest is open. */
  | { readonly kind: 'answered'; readonly extraction: Extraction }
  /** The page answered nothing. */
  | { readonly kind: 'failed'; readonly failure: Failure; readonly usage: ModelUsage };

/** A question of a page that the model refused to answer, and that is not asked again. */
export interface Unanswered {
  /** The question's place among those of its page. */
  readonly at: number;
  readonly failure: Failure;
  /** The part of the spec to which the question belongs; absent if the spec has one part. */
  readonly of?: string | undefined;
}

/** What a page that waits has to know when it is taken up again. */
export interface WaitedPage {
  readonly unanswered: readonly Unanswered[];
  /** Stored answers whose cost was reported (`Question.asker`). */
  readonly told: readonly string[];
}

/** The outcome of asking about a page. */
export type ExtractionOutcome =
  | (Concluded & {
      /** The job's budget does not allow further questions. */
      readonly isExhausted?: true;
      /** Questions that brought nothing, in case the page has to wait for something else. */
      readonly unanswered?: readonly Unanswered[];
    })
  /** The page or its job was over before any question; the process that ended it has counted it. */
  | { readonly kind: 'over' }
  /** No model can be asked before then (milliseconds since the epoch). */
  | {
      readonly kind: 'deferred';
      readonly until: number;
      readonly failure: Failure;
      /** Usage since the page was taken up. */
      readonly usage: ModelUsage;
      readonly waited?: WaitedPage;
      /** How the page would end if it did not wait, in case its job is over by then. */
      readonly instead?: Concluded;
    };

/** The wait of a page for a model. All in milliseconds. */
export interface WaitLength {
  /** Since the page waited for the first time; 0 if it has not waited. */
  readonly waitedMs: number;
  /** How much longer it may wait; 0 if no longer. */
  readonly leftMs: number;
  /** The time until a model may be asked again: as its server wants, or after the pause between two tries. */
  readonly againMs: number;
}

/** The context for answering a page. */
export interface ExtractionContext {
  /** Called before each question with its expected usage; `usage` is the usage since the page was taken up. */
  readonly reserve: (wanted: Spending, usage: ModelUsage) => Promise<BudgetReservation>;
  /** Returns the code by which the job ended, once `reserve` has said that it is over. */
  readonly endedBy?: () => FailureCode;
  /**
   * Called after every call. `isKept`: the answer is stored with its usage, and is given again if it is asked for again
   * for this page.
   */
  readonly spent?: (usage: ModelUsage, isKept: boolean) => void;
  /** The deadline for the answer (milliseconds since the epoch). */
  readonly until: number;
  /** Whether the page may wait until then for a free model, or ends with what it has. If missing, it may wait. */
  readonly mayWait?: (until: number, why: Failure) => boolean;
  /**
   * How long the page waited and may wait, and when a model could be asked, for a page that may not wait until then.
   */
  readonly measureWait?: (until: number, why: Failure) => WaitLength;
  /** Called for a late answer that cannot be used (`Question.troubled`). */
  readonly troubled?: (why: Failure, until: number) => Promise<void>;
  /** What is known from earlier times that the page waited. */
  readonly waited?: WaitedPage;
  /** Why no model answered when the page was put off last. */
  readonly putOffFor?: Failure;
  /** Who asks: paid answers are given to it again if it dies before it has reported them. */
  readonly asker?: string;
  /** What answers of the same shape took, in this job and earlier ones. */
  readonly answerSizes?: AnswerSizes;
  /**
   * The version before, if the page changed and the spec compares the answers of both; absent if its envelope (`key`)
   * holds its answer. `current` is the page itself, reduced to what an envelope stores, so that any difference comes
   * from the page.
   */
  readonly previous?:
    | { readonly key: string; readonly facts: PageFacts; readonly current: PageFacts }
    | undefined;
}

/** Answers a spec about a page. */
export type Extractor = (
  page: PageFacts,
  spec: ExtractSpec,
  context: ExtractionContext,
) => Promise<ExtractionOutcome>;
