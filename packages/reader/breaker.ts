import { isOfService, ReaderError } from './reader-error.ts';

/**
 * Leaves a service alone that fails.
 *
 *   closed     calls pass; `failures` failures of the service in a row open it
 *   open       nothing passes, for `seconds`
 *   half-open  one call passes and decides: it closes the breaker, or opens it again; the others are refused meanwhile
 */
export interface Breaker {
  readonly state: () => 'closed' | 'open' | 'half-open';
  /** @throws {ReaderError} of kind `breaker`, without a call; else what the call throws. */
  readonly run: <T>(call: () => Promise<T>) => Promise<T>;
}

export const makeBreaker = (options: {
  readonly failures: number;
  readonly seconds: number;
  readonly now: () => number;
}): Breaker => {
  let failed = 0;
  let openedAt: number | null = null;
  let isTrying = false;
  const state = (): ReturnType<Breaker['state']> => {
    if (openedAt === null) return 'closed';
    return options.now() - openedAt >= options.seconds * 1_000 ? 'half-open' : 'open';
  };
  const fail = (): void => {
    failed += 1;
    if (failed >= options.failures || openedAt !== null) openedAt = options.now();
  };
  return {
    state,
    run: async (call) => {
      const before = state();
      if (before === 'open' || (before === 'half-open' && isTrying))
        throw new ReaderError(
          'breaker',
          `The service failed ${failed} times in a row; it is left alone for ${options.seconds} s`,
        );
      if (before === 'half-open') isTrying = true;
      try {
        const value = await call();
        failed = 0;
        openedAt = null;
        return value;
      } catch (error) {
        if (isOfService(error)) fail();
        else if (before === 'half-open') {
          // It answered, though not with this page.
          failed = 0;
          openedAt = null;
        }
        throw error;
      } finally {
        if (before === 'half-open') isTrying = false;
      }
    },
  };
};
