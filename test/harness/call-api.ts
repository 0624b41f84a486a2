// oxlint-disable-next-line typescript/no-explicit-any -- of an answer's shape each test says what it expects
export type ApiJson = any;

/** Sends a request to a running API as a client with its key does. */
export const callRoute = async (
  api: { readonly url: string; readonly key: string },
  method: string,
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ status: number; body: ApiJson }> => {
  const response = await fetch(`${api.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${api.key}`, 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as ApiJson };
};

const underWay: ReadonlySet<string> = new Set(['pending', 'running', 'processing', 'scraping']);

/**
 * The status of a job once it has ended, asked for at `path`.
 *
 * @throws {Error} when that takes longer than half an hour: on a machine that others keep busy, a job of seconds
 *   takes minutes.
 */
export const untilOver = async (
  api: { readonly url: string; readonly key: string },
  path: string,
): Promise<ApiJson> => {
  const until = Date.now() + 1_800_000;
  // Each look takes processor time that the job needs as well: the longer it takes, the less often it is looked at.
  for (let waitMs = 50; Date.now() < until; waitMs = Math.min(waitMs * 1.5, 500)) {
    const { body } = await callRoute(api, 'GET', path);
    if (!underWay.has(body.status)) return body;
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
  throw new Error(`${path} did not end`);
};

/** v1's client tells what the API answered in words alone. */
const toldInWords = '"state":"processing_continues"';

const goesOn = (value: unknown): boolean => {
  const { code, details } = (value ?? {}) as {
    readonly code?: unknown;
    readonly details?: { state?: unknown };
  };
  if (details?.state === 'processing_continues') return true;
  return value instanceof Error && (code === 'SCRAPE_TIMEOUT' || value.message.includes(toldInWords));
};

/**
 * The answer of a scrape, sent again while its page is being processed, as the API says one should: on a machine that
 * others keep busy, a page may need longer than one connection lasts.
 *
 * @param scrape sends the request, and returns the body of its answer or throws the error of a client.
 */
export const untilScraped = async <Answer>(scrape: () => Promise<Answer>): Promise<Answer> => {
  for (;;) {
    try {
      const answer = await scrape();
      if (!goesOn(answer)) return answer;
    } catch (error) {
      if (!goesOn(error)) throw error;
    }
  }
};

/**
 * What a search answers, asked for again until all pages that it found are there, at most ten times: a busy machine may
 * not have them before the connection ends.
 */
export const untilFound = async <Answer>(
  search: () => Promise<Answer>,
  isWhole: (answer: Answer) => boolean,
): Promise<Answer> => {
  for (let times = 1; ; times += 1) {
    const found = await search();
    if (isWhole(found) || times === 10) return found;
  }
};

const scrapes: ReadonlySet<unknown> = new Set(['scrape', 'scrapeUrl']);

/** A client of Firecrawl, of v2 or v1, whose scrapes are sent again while their page is being processed. */
export const comingBack = <Client extends object>(client: Client): Client =>
  new Proxy(client, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      if (!scrapes.has(name)) return value.bind(target);
      return async (...values: unknown[]) =>
        await untilScraped(async () => await Reflect.apply(value, target, values));
    },
  });
