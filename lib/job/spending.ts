/** An amount that may be spent, or is about to be. Money in millionths of a dollar. */
export interface Spending {
  readonly tokens: number;
  readonly microdollars: number;
}

/**
 * - `reserved`: the page may spend that much.
 * - `exhausted`: the job may not.
 * - `crowded`: the job may not while other pages hold their reservations.
 * - `over`: the page or its job is over.
 */
export type BudgetReservation = 'reserved' | 'exhausted' | 'crowded' | 'over';
