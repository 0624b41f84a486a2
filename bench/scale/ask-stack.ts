/** Where a stack is, and its key. */
export interface StackPlace {
  readonly url: string;
  readonly key: string;
}

/** Calls the API of a stack. @throws {Error} for an answer that is not 2xx. */
export const askStack = async (
  { url, key }: StackPlace,
  method: string,
  path: string,
  body?: object,
): Promise<Record<string, unknown>> => {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Record<string, unknown>;
};
