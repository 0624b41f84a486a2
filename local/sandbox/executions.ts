/**
 * The concurrent executions of an account, which all functions share. Lambda refuses further ones: a synchronous caller
 * is told at once; a queue or a schedule tries again (AWS Lambda Developer Guide, "Understanding Lambda function
 * scaling").
 */
export interface Executions {
  /** Takes one, and returns the function that gives it back; null if all are taken. */
  take(): (() => void) | null;
  /** How often one was refused. */
  readonly throttles: number;
  readonly most: number;
}

/**
 * Makes the counter.
 *
 * @param max Executions of all functions together; infinite unless an account is imitated.
 */
export const makeExecutions = (max: number): Executions => {
  let taken = 0;
  let throttles = 0;
  let most = 0;
  return {
    take: () => {
      if (taken >= max) {
        throttles += 1;
        return null;
      }
      taken += 1;
      most = Math.max(most, taken);
      let held = true;
      return () => {
        if (held) taken -= 1;
        held = false;
      };
    },
    get throttles() {
      return throttles;
    },
    get most() {
      return most;
    },
  };
};
