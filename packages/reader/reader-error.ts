/**
 * Why there is no document.
 * - `network`: the service could not be reached, or took too long.
 * - `http`: it refused the request; `status` says how.
 * - `crawl`: it says that the page could not be read.
 * - `empty`: the page has no text.
 * - `content`: the service answered something else than was agreed.
 * - `breaker`: it failed so often that it is left alone for a while.
 * - `options`: the reader was made with what cannot work.
 */
export type ReaderErrorKind = 'network' | 'http' | 'crawl' | 'empty' | 'content' | 'breaker' | 'options';

/** Everything that a reader throws. */
export class ReaderError extends Error {
  override readonly name = 'ReaderError';
  readonly kind: ReaderErrorKind;
  /** Of `http`: the status of the answer. */
  readonly status: number | undefined;
  /** Of `http`: what the answer said, where that was JSON. */
  readonly answer: Readonly<Record<string, unknown>>;
  /** Seconds after which the service wants to be asked again, where it says so. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    kind: ReaderErrorKind,
    message: string,
    more: {
      readonly status?: number | undefined;
      readonly answer?: Readonly<Record<string, unknown>>;
      readonly retryAfterSeconds?: number | undefined;
      readonly cause?: unknown;
    } = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    this.kind = kind;
    this.status = more.status;
    this.answer = more.answer ?? {};
    this.retryAfterSeconds = more.retryAfterSeconds;
  }
}

/** Whether the same request may succeed a little later: the network, the service itself, or "send again" (408, 429). */
export const mayPass = (error: unknown): boolean =>
  error instanceof ReaderError &&
  (error.kind === 'network' ||
    (error.kind === 'http' && ((error.status ?? 0) >= 500 || error.status === 408 || error.status === 429)));

/** Whether an error speaks of the service, and not of one page. */
export const isOfService = (error: unknown): boolean =>
  error instanceof ReaderError &&
  (error.kind === 'network' ||
    error.kind === 'content' ||
    (error.kind === 'http' && (error.status ?? 0) >= 500));
