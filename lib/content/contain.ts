import { FailureError } from '../failure.ts';
const messageCharactersMax = 200;

/** What was thrown, in a few words. */
export const thrownText = (thrown: unknown): string =>
  (thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : typeof thrown).slice(
    0,
    messageCharactersMax,
  );

/**
 * Runs one step of reading a page. What the step throws is not thrown on: it is a warning, `<consequence> (<what was
 * thrown>)`, and the step's value is `otherwise()`.
 */
export const contain = <T>(warnings: string[], consequence: string, step: () => T, otherwise: () => T): T => {
  try {
    return step();
  } catch (thrown) {
    // The request's own fault, which its page ends with: nothing to be contained.
    if (thrown instanceof FailureError) throw thrown;
    warnings.push(`${consequence} (${thrownText(thrown)})`);
    return otherwise();
  }
};
