/** What a call of a service costs: credits, and millionths of a dollar if a price is known. */
export interface CreditSpending {
  readonly credits: number;
  readonly microdollars: number;
}

/** The account from which a job pays for services that fetch its pages. */
export interface CreditAccount {
  /**
   * Counts what a call will cost before it is made, so that a worker that dies leaves no uncounted call behind.
   * `exhausted`: the job may not spend so much. `over`: the job has ended.
   */
  reserve(spending: CreditSpending): Promise<'reserved' | 'exhausted' | 'over'>;
  /** Changes what was counted once the answer says what the call did cost; negative if it cost less. */
  correct(by: CreditSpending): Promise<void>;
}
