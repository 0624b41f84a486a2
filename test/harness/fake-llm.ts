import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Json } from '../../lib/extract/schema/json.ts';
import { estimateTokens } from '../../lib/extract/model/token-estimate.ts';
import { readAsk, type SeenAsk } from './fake-llm-ask.ts';
import { fillFromText } from './fill-from-text.ts';
import { strictSchemaFaults } from './strict-schema-rules.ts';

/**
 * An OpenAI-compatible server on loopback that judges what it is sent as OpenAI does, and answers as a test says:
 * with values, or with everything that providers do instead.
 */

/** What the server answers to a question. */
export type FakeReply =
  /** In the form that was asked for; as text where the server does not have it. */
  | { readonly kind: 'json'; readonly value: Json }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'refusal'; readonly text: string }
  /** The beginning of an answer, with its finish reason (`length`, `content_filter`). */
  | { readonly kind: 'cut'; readonly text: string; readonly reason: string }
  | { readonly kind: 'empty' }
  | {
      readonly kind: 'error';
      readonly status: number;
      readonly error: Json;
      readonly headers?: Record<string, string>;
    }
  /** Another body than JSON, with its status. */
  | { readonly kind: 'body'; readonly status: number; readonly body: string; readonly type?: string }
  /** Nothing at all, or headers and nothing after them. */
  | { readonly kind: 'stall'; readonly after: 'nothing' | 'headers' }
  | { readonly kind: 'drop' };

/** How the server treats a form that it does not have. */
export type FormSupport = 'held' | 'ignored' | 'rejected';

/** What a key may do: any number of calls unless told, and none that is `refused`. */
export interface FakeKey {
  readonly callsMax?: number;
  readonly retryAfterMs?: number;
  readonly refused?: boolean;
}

export interface FakeLlmOptions {
  readonly port?: number;
  /** Decides each answer; unless given, values are looked up in the question's text. */
  readonly answer?: (ask: SeenAsk) => FakeReply | Promise<FakeReply>;
  /** Keys that are let in; any, and none, unless given. */
  readonly keys?: Readonly<Record<string, FakeKey>>;
  readonly forms?: Partial<Record<'json_schema' | 'json_object' | 'tool', FormSupport>>;
  /** Models that exist; any unless given. */
  readonly models?: readonly string[];
  /** What the last user's message has to hold, such as the marks around a page's text. */
  readonly userMust?: readonly RegExp[];
  /** Refuses `max_tokens`, or a temperature, as newer models do. */
  readonly refuses?: readonly ('max_tokens' | 'max_completion_tokens' | 'temperature')[];
  /** Sent with every answer. */
  readonly headers?: Record<string, string>;
  /** Milliseconds before each answer. */
  readonly delayMs?: number;
}

export interface FakeLlm {
  /** Root of the API, as a base URL is given. */
  readonly url: string;
  /** Questions in order, also those that were turned away. */
  readonly asks: SeenAsk[];
  /** Calls with each key. */
  readonly callsByKey: Map<string, number>;
  /** Questions that were under way at the same time with one key, at most. */
  readonly mostAtOnce: () => number;
  /** Changes how the server behaves from now on. */
  set(options: FakeLlmOptions): void;
  close(): Promise<void>;
}

const json = (
  response: ServerResponse,
  status: number,
  body: Json,
  headers: Record<string, string> = {},
): void => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
};

const errorBody = (message: string, more: { readonly [name: string]: Json } = {}): Json => ({
  error: { message, type: 'invalid_request_error', param: null, code: null, ...more },
});

/** Why a question is not let in, as the provider would say it; null if it is. */
const turnedAway = (ask: SeenAsk, options: FakeLlmOptions): FakeReply | null => {
  const bad = (message: string, more: { readonly [name: string]: Json } = {}): FakeReply => ({
    kind: 'error',
    status: 400,
    error: errorBody(message, more),
  });
  const { models, refuses = [], forms = {}, userMust = [] } = options;
  if (models !== undefined && !models.includes(ask.model)) {
    const message = `The model \`${ask.model}\` does not exist or you do not have access to it.`;
    return { kind: 'error', status: 404, error: errorBody(message, { code: 'model_not_found' }) };
  }
  const parameter = refuses.find((name) => name in ask.body);
  if (parameter !== undefined) {
    const hint =
      parameter === 'temperature'
        ? 'Only the default (1) value is supported.'
        : 'Use another parameter instead.';
    const message = `Unsupported parameter: '${parameter}' is not supported with this model. ${hint}`;
    return bad(message, { param: parameter, code: 'unsupported_parameter' });
  }
  if (ask.form !== 'prompt' && forms[ask.form] === 'rejected') {
    const name = ask.form === 'tool' ? 'tools' : `response_format of type ${ask.form}`;
    return bad(`${name} is not supported by this server`, {
      param: ask.form === 'tool' ? 'tools' : 'response_format',
    });
  }
  const faults = ask.isStrict && ask.schema !== null ? strictSchemaFaults(ask.schema) : [];
  if (faults.length > 0) {
    const message = `Invalid schema for response_format 'answer': ${faults[0] ?? ''}`;
    return bad(message, { param: 'response_format', code: 'invalid_json_schema' });
  }
  if (ask.form === 'json_object' && !/json/i.test(ask.messages.map(({ content }) => content).join(' '))) {
    return bad(
      "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.",
    );
  }
  const missing = userMust.find((mark) => !mark.test(ask.user));
  return missing === undefined ? null : bad(`the user's message lacks ${String(missing)}`);
};

/** Why a key is not let in; null if it is. */
const keyReply = (key: string, calls: number, options: FakeLlmOptions): FakeReply | null => {
  if (options.keys === undefined) return null;
  const known = options.keys[key];
  if (known === undefined || known.refused === true) {
    const shown = `${key.slice(0, 6)}***${key.slice(-4)}`;
    const message = `Incorrect API key provided: ${shown}. You can find your API key at https://example.com/keys.`;
    return { kind: 'error', status: 401, error: errorBody(message, { code: 'invalid_api_key' }) };
  }
  if (known.callsMax === undefined || calls <= known.callsMax) return null;
  const headers = known.retryAfterMs === undefined ? {} : { 'retry-after-ms': String(known.retryAfterMs) };
  const error = errorBody('Rate limit reached for requests', {
    type: 'requests',
    code: 'rate_limit_exceeded',
  });
  return { kind: 'error', status: 429, error, headers };
};

const completion = (
  ask: SeenAsk,
  message: { readonly [name: string]: Json },
  reason: string,
  written: string,
): Json => {
  const input = estimateTokens(JSON.stringify(ask.messages));
  const output = estimateTokens(written);
  return {
    id: 'chatcmpl-fake',
    object: 'chat.completion',
    created: 0,
    model: ask.model,
    choices: [{ index: 0, finish_reason: reason, message: { role: 'assistant', ...message } }],
    usage: { prompt_tokens: input, completion_tokens: output, total_tokens: input + output },
  };
};

const send = (response: ServerResponse, ask: SeenAsk, reply: FakeReply, options: FakeLlmOptions): void => {
  const headers = options.headers ?? {};
  const say = (message: { readonly [name: string]: Json }, reason: string, written: string): void =>
    json(response, 200, completion(ask, message, reason, written), headers);
  switch (reply.kind) {
    case 'json': {
      const text = JSON.stringify(reply.value);
      const isHeld = ask.form === 'prompt' || (options.forms?.[ask.form] ?? 'held') === 'held';
      if (!isHeld) return say({ content: `Here is the answer:\n\`\`\`json\n${text}\n\`\`\`` }, 'stop', text);
      if (ask.form !== 'tool') return say({ content: text }, 'stop', text);
      const call = { id: 'call_1', type: 'function', function: { name: ask.tool ?? '', arguments: text } };
      return say({ content: null, tool_calls: [call] }, 'tool_calls', text);
    }
    case 'text':
      return say({ content: reply.text }, 'stop', reply.text);
    case 'refusal':
      return say({ content: null, refusal: reply.text }, 'stop', reply.text);
    case 'cut':
      return say({ content: reply.text }, reply.reason, reply.text);
    case 'empty':
      return say({ content: '' }, 'stop', '');
    case 'error':
      return json(response, reply.status, reply.error, { ...headers, ...reply.headers });
    case 'body':
      response
        .writeHead(reply.status, { 'content-type': reply.type ?? 'text/html', ...headers })
        .end(reply.body);
      return undefined;
    case 'stall':
      if (reply.after === 'headers')
        response.writeHead(200, { 'content-type': 'application/json' }).write('{"id":');
      return undefined;
    case 'drop':
      response.socket?.destroy();
      return undefined;
  }
};

const readBody = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
};

const pause = async (ms: number): Promise<void> => void (await new Promise((done) => setTimeout(done, ms)));

/** Starts the server on 127.0.0.1, on a free port unless told. */
export const startFakeLlm = async (given: FakeLlmOptions = {}): Promise<FakeLlm> => {
  let options = given;
  const asks: SeenAsk[] = [];
  const callsByKey = new Map<string, number>();
  const underWay = new Map<string, number>();
  let most = 0;

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const ask = readAsk(request, await readBody(request));
    if (ask === null)
      return json(response, 404, errorBody(`no such route: ${request.method ?? ''} ${request.url ?? ''}`));
    asks.push(ask);
    const calls = (callsByKey.get(ask.key) ?? 0) + 1;
    callsByKey.set(ask.key, calls);
    const atOnce = (underWay.get(ask.key) ?? 0) + 1;
    underWay.set(ask.key, atOnce);
    most = Math.max(most, atOnce);
    response.once('close', () => underWay.set(ask.key, (underWay.get(ask.key) ?? 1) - 1));
    if (options.delayMs !== undefined) await pause(options.delayMs);
    const answer =
      options.answer ?? ((seen: SeenAsk): FakeReply => ({ kind: 'json', value: fillFromText(seen) }));
    const reply = keyReply(ask.key, calls, options) ?? turnedAway(ask, options) ?? (await answer(ask));
    send(response, ask, reply, options);
  };
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      json(response, 500, errorBody(`the test's server failed: ${String(error)}`));
    });
  });
  await new Promise<void>((resolve) => server.listen(given.port ?? 0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    asks,
    callsByKey,
    mostAtOnce: () => most,
    set: (next) => {
      options = next;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
