import { failure, type Failure, type FailureCode } from './failure.ts';
import { mapStack } from './map-stack.ts';

/**
 * Something that Gleaner stands on does not work: a store, a queue, the machine. Whoever meets it gives the message
 * back, and it comes again. Every other error is a mistake of ours that one page has shown, and the page's own end:
 * its message coming again would meet the same mistake, and its neighbours would wait with it.
 */
export class Outage extends Error {
  override readonly name = 'Outage';
}

/** Refusals of a store that speak of what it was sent, which is made of a page, and not of how the store is. */
const refusals: ReadonlySet<string> = new Set([
  'ValidationException',
  'SerializationException',
  'ItemCollectionSizeLimitExceededException',
  'EntityTooLarge',
  'KeyTooLongError',
  'InvalidArgument',
]);

/**
 * Whether an error is an outage: one of ours, an error of an AWS client (which notes its tries on it, in
 * `$metadata`) or of its credentials, or one of the operating system (which names the call): a full disk, a broken
 * connection.
 */
export const isOutage = (error: unknown): boolean => {
  if (error instanceof Outage) return true;
  if (!(error instanceof Error)) return false;
  if (refusals.has(error.name)) return false;
  return '$metadata' in error || 'tryNextLink' in error || 'syscall' in error;
};

/**
 * The failure of a page whose stage threw; it says what was thrown.
 *
 * @throws what was thrown, where it is an outage.
 */
export const failureOfThrown = (error: unknown, url: string, code: FailureCode): Failure => {
  if (isOutage(error)) throw error;
  const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return failure(code, `Cannot read ${url}: ${reason}`);
};

/** Where an error was thrown, for the log. */
export const errorStack = (error: unknown): string | undefined =>
  error instanceof Error ? mapStack(error.stack ?? '').slice(0, stackCharactersMax) : undefined;

const stackCharactersMax = 2_000;
