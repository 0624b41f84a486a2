import { FailureError } from '../failure.ts';
const messageCharactersMax = 200;

/** Describes a thrown value in a few words. */
export const thrownText = (thrown: unknown): string =>
  (thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : typeof thrown).slice(
    0,
    messageCharactersMax,
  );

/**
 * Runs one step of reading a page. When the step throws, this adds the warning `<consequence> (<what was thrown>)` and
 * returns `otherwise()`. A FailureError is thrown on.
 */
export const contain = <T>(warnings: string[], consequence: string, step: () => T, otherwise: () => T): T => {
  try {
    return step();
  } catch (thrown) {
    // The request itself is at fault, and its page ends with this failure.
    if (thrown instanceof FailureError) throw thrown;
    warnings.push(`${consequence} (${thrownText(thrown)})`);
    return otherwise();
  }
};
