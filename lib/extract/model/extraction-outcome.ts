import type { BudgetReservation, Spending } from '../../job/spending.ts';
import type { Failure } from '../../failure.ts';
import type { ExtractSpec } from '../../request/extract-spec.ts';
import type { Extraction, ModelUsage } from './page-extraction.ts';
import type { PageFacts } from '../candidates/page-facts.ts';

/** How a page ends. */
export type Concluded =
  | { readonly kind: 'answered'; readonly extraction: Extraction }
  | { readonly kind: 'failed'; readonly failure: Failure; readonly usage: ModelUsage };

/** What became of a page that was asked. */
export type ExtractionOutcome =
  | Concluded
  /** The job may not spend what asking takes: the page ends with what it answers for nothing. */
  | { readonly kind: 'unaffordable'; readonly page: Concluded }
  /** The page or its job was over before anything was asked: whoever ended it has counted it. */
  | { readonly kind: 'over' }
  /** Nobody can be asked before then (milliseconds since the epoch). */
  | {
      readonly kind: 'deferred';
      readonly until: number;
      /** How often it is worth to wait for that; as often as for a key, where it is not said. */
      readonly triesMax?: number;
      readonly failure: Failure;
      readonly usage: ModelUsage;
    };

/** What answering a page is given beside it. */
export interface ExtractionContext {
  /** Called before anything is spent. */
  readonly reserve: (wanted: Spending) => Promise<BudgetReservation>;
  /** When the answer has to be there (milliseconds since the epoch). */
  readonly until: number;
  /**
   * The version before, of a page that changed and whose order compares what both answer; absent where its envelope (`key`) holds its
   * answer. `current` is the page itself, with no more than an envelope has of it: what differs then, differs in the page.
   */
  readonly previous?:
    | { readonly key: string; readonly facts: PageFacts; readonly current: PageFacts }
    | undefined;
}

/** Answers what an order asks of a page. */
export type Extractor = (
  page: PageFacts,
  spec: ExtractSpec,
  context: ExtractionContext,
) => Promise<ExtractionOutcome>;
