import type { Reservation, Spending } from '../aws/reserve-budget.ts';
import type { Failure } from '../failure.ts';
import type { ExtractOrder } from '../request/extract-order.ts';
import type { Extraction, Usage } from './page-answer.ts';
import type { PageFacts } from './page-facts.ts';

/** What became of a page that was asked. */
export type Answered =
  | { readonly kind: 'answered'; readonly extraction: Extraction }
  /** The job may not spend what asking takes: this is what the page answers for nothing. */
  | { readonly kind: 'unaffordable'; readonly extraction: Extraction }
  | { readonly kind: 'failed'; readonly failure: Failure; readonly usage: Usage }
  /** Nobody can be asked before then (milliseconds since the epoch). */
  | {
      readonly kind: 'deferred';
      readonly until: number;
      readonly failure: Failure;
      readonly usage: Usage;
    };

/** Answers what an order asks of a page. `reserve` is called before anything is spent. */
export type AnswerPage = (
  page: PageFacts,
  order: ExtractOrder,
  reserve: (wanted: Spending) => Promise<Reservation>,
) => Promise<Answered>;
