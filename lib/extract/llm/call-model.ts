import { APIConnectionTimeoutError, APIError, APIUserAbortError, OpenAI } from 'openai';
import type { ChatCompletionCreateParamsNonStreaming } from 'openai/resources/chat/completions';
import { isHeaderWord, unsendableKey } from '../../header-word.ts';
import { limits } from '../../limits/limits.ts';
import type { BrokenCall } from './model-trouble.ts';
import type { ReplyHeaders } from './rate-limit-headers.ts';

export type ModelCall =
  | { readonly kind: 'answered'; readonly body: unknown; readonly headers: ReplyHeaders }
  | { readonly kind: 'broken'; readonly broken: BrokenCall };

class ReplyTooLarge extends Error {}

/** Reads a body within `limits.modelReplyBytesMax`. */
const boundedBody = async (response: Response): Promise<Uint8Array<ArrayBuffer>> => {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > limits.modelReplyBytesMax) throw new ReplyTooLarge('the reply is too large');
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
};

/**
 * Fetches and reads the whole body within its limit, so that the SDK's signal and timeout hold for the body too: a
 * server may stall after its headers. Follows no redirect, which would take the question, and perhaps the key,
 * elsewhere.
 */
const boundedFetch = async (url: string | URL | Request, init?: RequestInit): Promise<Response> => {
  const response = await fetch(url, { ...init, redirect: 'manual' });
  const body = await boundedBody(response);
  const hasBody = response.status !== 204 && response.status !== 304;
  return new Response(hasBody ? body : null, { status: response.status, headers: response.headers });
};

/** Most characters of a provider's words: enough to understand them. */
const wordsMax = 2_000;

/** Returns the words of an error, in any provider's shape: OpenAI's, Google's list, plain JSON. */
const wordsOf = (error: APIError): string => {
  const body: unknown = error.error;
  const own = typeof body === 'object' && body !== null ? JSON.stringify(body) : '';
  // If the body is no JSON, the SDK makes a message of its own, which may be a page of HTML.
  const isText = own === '' && !/<html|<!doctype/i.test(error.message);
  const text = isText ? error.message : own;
  const words = [text, error.code, error.type, error.param].filter((part) => typeof part === 'string');
  return words.join(' ').slice(0, wordsMax);
};

/** Returns the innermost cause of an error, and its code. */
const innermost = (error: unknown): { readonly error: unknown; readonly code: string | null } => {
  let at: unknown = error;
  for (let depth = 0; depth < 5 && at instanceof Error && at.cause instanceof Error; depth += 1)
    at = at.cause;
  const code = at instanceof Error ? (at as { code?: unknown }).code : null;
  return { error: at, code: typeof code === 'string' ? code : null };
};

/** Returns the innermost cause of an error that says what happened to a connection. */
const causeOf = (error: unknown): string => {
  const { error: at, code } = innermost(error);
  if (!(at instanceof Error)) return 'its client gave no reason';
  return code === null ? at.message : `${at.message} (${code})`;
};

/** Codes with which there was no connection, so that no question has left. */
const unconnected: ReadonlySet<string> = new Set([
  'ENOTFOUND',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** Says whether a call ended before its question left. */
const neverLeft = (error: unknown): boolean => unconnected.has(innermost(error).code ?? '');

/** Says whether the answer was too large, or is not the JSON that its type promises. */
const isUnreadable = (error: unknown): boolean => {
  let at: unknown = error;
  for (let depth = 0; depth < 5 && at instanceof Error; depth += 1) {
    if (at instanceof ReplyTooLarge || at instanceof SyntaxError) return true;
    at = at.cause;
  }
  return false;
};

/** Describes a call that threw or was given up. */
export const brokenCall = (error: unknown, signal: AbortSignal): BrokenCall => {
  const isLate = error instanceof APIConnectionTimeoutError || error instanceof APIUserAbortError;
  if (isLate || signal.aborted) return { kind: 'timeout' };
  if (error instanceof APIError && typeof error.status === 'number') {
    return {
      kind: 'http',
      status: error.status,
      headers: error.headers ?? new Headers(),
      words: wordsOf(error),
    };
  }
  return isUnreadable(error)
    ? { kind: 'unreadable' }
    : { kind: 'network', found: causeOf(error), wasSent: !neverLeft(error) };
};

/** Returns the call that cannot be made with a key, because no header can carry it; null if one can. */
export const unsendable = (key: string): BrokenCall | null =>
  isHeaderWord(key) ? null : { kind: 'unsendable', found: `the key ${unsendableKey}` };

/** Makes a client for a server with one key. It does not try again, and reads nothing from the environment. */
export const modelClient = (
  at: { readonly baseUrl: string; readonly key: string },
  timeoutMs: number,
): OpenAI =>
  new OpenAI({
    apiKey: at.key,
    baseURL: at.baseUrl,
    organization: null,
    project: null,
    webhookSecret: null,
    logLevel: 'off',
    maxRetries: 0,
    timeout: timeoutMs + 1_000,
    fetch: boundedFetch,
  });

/**
 * Calls a model once. Errors are returned as values, and the call is not repeated here, so that the caller can use
 * another key.
 *
 * @param timeoutMs From the first byte sent to the last received.
 */
export const callModel = async (
  at: { readonly baseUrl: string; readonly key: string },
  request: ChatCompletionCreateParamsNonStreaming,
  timeoutMs: number,
): Promise<ModelCall> => {
  const unsent = unsendable(at.key);
  if (unsent !== null) return { kind: 'broken', broken: unsent };
  const signal = AbortSignal.timeout(timeoutMs);
  const client = modelClient(at, timeoutMs);
  try {
    const { data, response } = await client.chat.completions.create(request, { signal }).withResponse();
    return { kind: 'answered', body: data, headers: response.headers };
  } catch (error) {
    return { kind: 'broken', broken: brokenCall(error, signal) };
  }
};
