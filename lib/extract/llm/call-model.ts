import { APIConnectionTimeoutError, APIError, APIUserAbortError, OpenAI } from 'openai';
import type { ChatCompletionCreateParamsNonStreaming } from 'openai/resources/chat/completions';
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
 * A fetch that is over when the last byte is there, within its limit: so the SDK's signal and timeout hold for
 * the body too, and a server may stall after its headers. No redirect is followed: it would take the question,
 * and perhaps the key, elsewhere.
 */
const boundedFetch = async (url: string | URL | Request, init?: RequestInit): Promise<Response> => {
  const response = await fetch(url, { ...init, redirect: 'manual' });
  const body = await boundedBody(response);
  const hasBody = response.status !== 204 && response.status !== 304;
  return new Response(hasBody ? body : null, { status: response.status, headers: response.headers });
};

/** Of a provider's words: enough to know what is meant. */
const wordsMax = 2_000;

/** The words of an error, in whatever shape the provider sends it: OpenAI's, Google's list, plain JSON. */
const wordsOf = (error: APIError): string => {
  const body: unknown = error.error;
  const own = typeof body === 'object' && body !== null ? JSON.stringify(body) : '';
  // Of what is no JSON the SDK makes a message of its own, which may be a page of HTML.
  const isText = own === '' && !/<html|<!doctype/i.test(error.message);
  const text = isText ? error.message : own;
  const words = [text, error.code, error.type, error.param].filter((part) => typeof part === 'string');
  return words.join(' ').slice(0, wordsMax);
};

/** The innermost cause of an error that says what happened to a connection. */
const causeOf = (error: unknown): string => {
  let at: unknown = error;
  for (let depth = 0; depth < 5 && at instanceof Error && at.cause instanceof Error; depth += 1)
    at = at.cause;
  if (!(at instanceof Error)) return 'an unknown error';
  const { code } = at as { code?: unknown };
  return typeof code === 'string' ? `${at.message} (${code})` : at.message;
};

/** Whether an answer came that was too large, or is not the JSON that it says it is. */
const isUnreadable = (error: unknown): boolean => {
  let at: unknown = error;
  for (let depth = 0; depth < 5 && at instanceof Error; depth += 1) {
    if (at instanceof ReplyTooLarge || at instanceof SyntaxError) return true;
    at = at.cause;
  }
  return false;
};

/** What became of a call that threw, or was given up. */
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
  return isUnreadable(error) ? { kind: 'unreadable' } : { kind: 'network', found: causeOf(error) };
};

/** A client of a server with one key, that tries nothing again and takes nothing from the environment. */
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
 * Calls a model once. What goes wrong is a value: nothing is tried again here, so that another key may be.
 *
 * @param timeoutMs From the first byte sent to the last received.
 */
export const callModel = async (
  at: { readonly baseUrl: string; readonly key: string },
  request: ChatCompletionCreateParamsNonStreaming,
  timeoutMs: number,
): Promise<ModelCall> => {
  const signal = AbortSignal.timeout(timeoutMs);
  const client = modelClient(at, timeoutMs);
  try {
    const { data, response } = await client.chat.completions.create(request, { signal }).withResponse();
    return { kind: 'answered', body: data, headers: response.headers };
  } catch (error) {
    return { kind: 'broken', broken: brokenCall(error, signal) };
  }
};
