import { ReaderError } from './reader-error.ts';

/** Where a reader says what it does. */
export interface ReaderLog {
  readonly info: (message: string, fields: Readonly<Record<string, unknown>>) => void;
  readonly warn: (message: string, fields: Readonly<Record<string, unknown>>) => void;
  readonly error: (message: string, fields: Readonly<Record<string, unknown>>) => void;
}

/** How a reader reads; all of it may be left out. */
export interface ReaderOptions {
  /** Address of the service. */
  readonly endpointUrl?: string;
  /** Whose API it speaks: Gleaner's, or that of a Crawl4AI server. */
  readonly endpoint?: 'gleaner' | 'crawl4ai';
  /** Key of Gleaner's API. */
  readonly apiKey?: string;
  /** Seconds that one request may take, 10 to 300. */
  readonly timeoutSeconds?: number;
  /** Throws at the first page that fails; otherwise its place holds null. */
  readonly failOnError?: boolean;
  /** Pages that are read at the same time, 1 to 20. */
  readonly maxConcurrentRequests?: number;
  /** Further tries of a request that may succeed later, 0 to 10. */
  readonly maxRetries?: number;
  /** Seconds before each of them; the last one stands for those behind it. */
  readonly retryDelays?: readonly number[];
  /** Failures of the service in a row after which it is left alone, and for how many seconds. */
  readonly breakerFailures?: number;
  readonly breakerSeconds?: number;
  readonly log?: ReaderLog;
  readonly fetch?: typeof fetch;
  /** Milliseconds since 1970, and a wait of some: for tests. */
  readonly now?: () => number;
  readonly sleep?: (ms: number, signal?: AbortSignal) => Promise<void>;
}

export type ReaderSettings = Required<Omit<ReaderOptions, 'apiKey'>> & Pick<ReaderOptions, 'apiKey'>;

const within = (name: string, value: number, min: number, max: number): number => {
  if (Number.isFinite(value) && value >= min && value <= max) return value;
  throw new ReaderError(
    'options',
    `Cannot make a reader: ${name}: expected ${min} to ${max}, found ${value}`,
  );
};

const count = (name: string, value: number, min: number, max: number): number => {
  if (Number.isInteger(value)) return within(name, value, min, max);
  throw new ReaderError('options', `Cannot make a reader: ${name}: expected a whole number, found ${value}`);
};

/** Reads the address of a service. Many know Gleaner by the address that its paths begin with, `/v2`. */
const address = (url: string, endpoint: 'gleaner' | 'crawl4ai'): string => {
  if (/^https?:\/\/\S+$/.test(url) && URL.canParse(url)) {
    const bare = url.replace(/\/+$/, '');
    return endpoint === 'gleaner' ? bare.replace(/(?<=[^/:])\/+v[12]$/, '') : bare;
  }
  throw new ReaderError(
    'options',
    `Cannot make a reader: endpointUrl: expected an address such as http://127.0.0.1:3000, ` +
      `found ${JSON.stringify(url)}`,
  );
};

/** A key goes into a header, and an error about a header that cannot be sent shows it. A blank key counts as none. */
const usableKey = (given: string | undefined): Pick<ReaderSettings, 'apiKey'> => {
  const apiKey = given?.trim() ?? '';
  if (apiKey === '') return {};
  if (/^[\x21-\x7e]+$/.test(apiKey)) return { apiKey };
  throw new ReaderError(
    'options',
    'Cannot make a reader: apiKey: expected one key and nothing else, found other characters in it',
  );
};

const sleepFor = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const abort = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', abort, { once: true });
  });

const silent: ReaderLog = { info: () => {}, warn: () => {}, error: () => {} };

/**
 * Options with their defaults.
 *
 * @throws {ReaderError} of kind `options`, which names the option.
 */
export const readerSettings = (options: ReaderOptions): ReaderSettings => {
  const endpoint = options.endpoint ?? 'gleaner';
  const delays = options.retryDelays ?? [1, 2, 4];
  if (delays.length === 0)
    throw new ReaderError('options', 'Cannot make a reader: retryDelays: expected one or more, found none');
  return {
    endpoint,
    endpointUrl: address(
      options.endpointUrl ?? (endpoint === 'gleaner' ? 'http://127.0.0.1:3000' : 'http://localhost:52004'),
      endpoint,
    ),
    ...usableKey(options.apiKey),
    timeoutSeconds: within('timeoutSeconds', options.timeoutSeconds ?? 60, 10, 300),
    failOnError: options.failOnError ?? false,
    maxConcurrentRequests: count('maxConcurrentRequests', options.maxConcurrentRequests ?? 5, 1, 20),
    maxRetries: count('maxRetries', options.maxRetries ?? 3, 0, 10),
    retryDelays: delays.map((delay) => within('retryDelays', delay, 0, 300)),
    breakerFailures: count('breakerFailures', options.breakerFailures ?? 5, 1, 1_000),
    breakerSeconds: within('breakerSeconds', options.breakerSeconds ?? 60, 0, 3_600),
    log: options.log ?? silent,
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
    now: options.now ?? Date.now,
    sleep: options.sleep ?? sleepFor,
  };
};
