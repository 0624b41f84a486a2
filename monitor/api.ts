import { dropSession, storedSession } from './session.ts';

/** A refusal of the API, in its own words. */
export class ApiRefusal extends Error {
  readonly status: number;
  readonly code: string;
  /** The refusal's details besides its sentence, if it has any. */
  readonly details: unknown;
  constructor(status: number, code: string, message: string, details?: unknown) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

/** Returns the address of the API: beside the monitor, below the same stage. */
export const apiBase = (): string => new URL('..', document.baseURI).href.replace(/\/$/, '');

/**
 * Calls the API with this tab's session, or with a key that is used once.
 *
 * @throws {ApiRefusal} with the API's own words, or `UNREACHABLE` if no server answers.
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
