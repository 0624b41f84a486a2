import type { Row } from './row.ts';

/** What a client is to do; throws when it does not. */
export type Trial = () => Promise<void>;

/** Tries one thing after the other, and answers a row for each. */
export const tryAll = async (file: string, trials: Readonly<Record<string, Trial>>): Promise<Row[]> => {
  const rows: Row[] = [];
  for (const [test, trial] of Object.entries(trials)) {
    const began = performance.now();
    const reason = await trial().then(
      () => undefined,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    const ms = performance.now() - began;
    rows.push({
      file,
      test,
      outcome: reason === undefined ? 'passed' : 'failed',
      ms,
      ...(reason && { reason }),
    });
  }
  return rows;
};

/** A row for each thing that could not be tried. */
export const skipAll = (file: string, tests: readonly string[], reason: string): Row[] =>
  tests.map((test) => ({ file, test, outcome: 'skipped', ms: 0, reason }));
