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
 * @throws {Error} when that takes longer than half an hour: on a machine that others keep busy, a job of seconds takes minutes.
 */
export const untilOver = async (
  api: { readonly url: string; readonly key: string },
  path: string,
): Promise<ApiJson> => {
  for (let poll = 0; poll < 18_000; poll += 1) {
    const { body } = await callRoute(api, 'GET', path);
    if (!underWay.has(body.status)) return body;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${path} did not end`);
};
