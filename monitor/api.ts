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

interface Told {
  readonly code?: string;
  readonly error?: string;
  readonly details?: unknown;
}

/** Reads the object that every answer of the API is; null if this one is none, or was cut off. */
const readAnswer = async (response: Response, signal: AbortSignal | undefined): Promise<Told | null> => {
  try {
    const answer: unknown = await response.json();
    return typeof answer === 'object' ? answer : null;
  } catch (error) {
    if (signal?.aborted === true) throw error;
    return null;
  }
};

/** Says that an answer is not one of Gleaner's. */
const toldByOthers = (status: number): string =>
  `What answers at ${apiBase()}, with HTTP ${status}, is not Gleaner: perhaps a proxy before it. ` +
  'Try again in a moment.';

/**
 * Calls the API with this tab's session, or with a key or session that is used once.
 *
 * @throws {ApiRefusal} with the API's own words; `UNREACHABLE` if no server answers; the HTTP status in place of a code
 *   if what answers is not Gleaner.
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
  if (response.status === 401 && options.key === undefined) dropSession();
  const answer = await readAnswer(response, options.signal);
  if (response.ok && answer !== null) return answer as Answer;
  const { code = String(response.status), error = toldByOthers(response.status) } = answer ?? {};
  throw new ApiRefusal(response.status, code, error, answer?.details);
};
