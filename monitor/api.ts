import { dropSession, storedSession } from './session.ts';

/** What the API refused, in its own words. */
export class ApiRefusal extends Error {
  readonly status: number;
  readonly code: string;
  /** What it says beside its sentence, where it says more. */
  readonly details: unknown;
  constructor(status: number, code: string, message: string, details?: unknown) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

/** Where the API lies: beside the monitor, below the same stage. */
export const apiBase = (): string => new URL('..', document.baseURI).href.replace(/\/$/, '');

/**
 * Asks the API as this tab's session, or with a key that is used once.
 *
 * @throws {ApiRefusal} with the API's own words, or `UNREACHABLE` where nothing answers.
 */
export const askApi = async <Answer>(
  path: string,
  options: {
    readonly method?: string;
    readonly body?: unknown;
    readonly key?: string;
    readonly signal?: AbortSignal;
  } = {},
): Promise<Answer> => {
  const bearer = options.key ?? storedSession();
  let response: Response;
  try {
    response = await fetch(`${apiBase()}${path}`, {
      method: options.method ?? 'GET',
      headers: {
        ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }),
        ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    });
  } catch (error) {
    if (options.signal?.aborted === true) throw error;
    throw new ApiRefusal(0, 'UNREACHABLE', `Nothing answers at ${apiBase()}. Is Gleaner running?`);
  }
  const answer = (await response.json().catch(() => ({}))) as {
    code?: string;
    error?: string;
    details?: unknown;
  };
  if (response.ok) return answer as Answer;
  if (response.status === 401) dropSession();
  const { code = String(response.status), error = `The API answered ${response.status}` } = answer;
  throw new ApiRefusal(response.status, code, error, answer.details);
};
