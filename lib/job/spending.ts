/** What may be spent, or is about to be. Money in millionths of a dollar. */
export interface Spending {
  readonly tokens: number;
  readonly microdollars: number;
}

/**
 * `reserved`: the page may spend that much; `exhausted`: the job may not; `crowded`: it may not while other pages
 * hold what they have
 * reserved; `over`: the page or its job is over.
 */
export type BudgetReservation = 'reserved' | 'exhausted' | 'crowded' | 'over';
