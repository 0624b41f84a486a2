const goesOn = (value: unknown): boolean => {
  const { code, details } = (value ?? {}) as {
    readonly code?: unknown;
    readonly details?: { state?: unknown };
  };
  return details?.state === 'processing_continues' || (value instanceof Error && code === 'SCRAPE_TIMEOUT');
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

/** Firecrawl's client for v2, whose scrapes are sent again while their page is being processed. */
export const patientClient = <Client extends object>(client: Client): Client =>
  new Proxy(client, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      if (name !== 'scrape') return value.bind(target);
      return async (...values: unknown[]) =>
        await untilScraped(async () => await Reflect.apply(value, target, values));
    },
  });
