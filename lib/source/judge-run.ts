import type { SourceRunRecord } from './source-run.ts';

/**
 * Judges how a run went for its source. A run whose job completed, but that read no page, failed. A run that could not
 * pay for its pages shows nothing of the source.
 *
 * @param pagesRead Pages that were read, also those that had not changed; undefined if nobody counted them.
 */
export const judgeRun = <Outcome extends string>({
  outcome,
  code,
  pagesRead,
}: {
  readonly outcome: Outcome;
  readonly code?: string | undefined;
  readonly pagesRead: number | undefined;
}): Outcome | 'failed' =>
  outcome === 'completed' && pagesRead === 0 && code !== 'BUDGET_EXHAUSTED' ? 'failed' : outcome;

/**
 * Returns how a run went, as people and programs are told. The record keeps the outcome of its job, which also stands
 * in the audit.
 */
export const runOutcome = ({ outcome, code, health }: SourceRunRecord): SourceRunRecord['outcome'] =>
  judgeRun({ outcome, code, pagesRead: health?.pages });
