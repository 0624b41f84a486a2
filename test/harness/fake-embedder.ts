import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as z from 'zod';
import { estimateTokens } from '../../lib/extract/model/token-estimate.ts';

const hash = (text: string): number => {
  let value = 2_166_136_261;
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 16_777_619);
  return value >>> 0;
};

/**
 * A vector of the parts of a text's words, the same for the same text: like spellings are like, and nothing is
 * meant.
 */
export const subwordVector = (text: string, dimensions: number): number[] => {
  const vector = Array.from({ length: dimensions }, () => 0);
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{N}_]+/gu)) {
    const marked = `<${word}>`;
    const parts = [marked];
    for (let at = 0; at + 4 <= marked.length; at += 1) parts.push(marked.slice(at, at + 4));
    for (const part of parts) {
      const value = hash(part);
      const place = value % dimensions;
      vector[place] = (vector[place] ?? 0) + (value & 0x10000 ? 1 : -1) / Math.sqrt(parts.length);
    }
  }
  return vector;
};

/** What the server is asked; what OpenAI refuses is refused. */
const requestSchema = z.strictObject({
  model: z.string().min(1),
  input: z.array(z.string().min(1)).min(1).max(2_048),
  encoding_format: z.enum(['float', 'base64']).optional(),
  dimensions: z.int().min(1).optional(),
});

export interface FakeEmbedderOptions {
  readonly model?: string;
  readonly key?: string;
  readonly dimensions?: number;
  /** Texts in one request, and tokens of one text. */
  readonly textsMax?: number;
  readonly tokensMax?: number;
  /** Knows no base64, as some servers. */
  readonly floatsOnly?: boolean;
  /** Refuses a length of vectors that it was told, as models of one length do. */
  readonly refusesDimensions?: boolean;
  /** Says no tokens. */
  readonly uncounted?: boolean;
  /** Answers this instead of vectors: a status, or another body. */
  readonly instead?: (call: number) => { readonly status: number; readonly body: string } | null;
}

export interface FakeEmbedder {
  /** Root of the API, as a base URL is given. */
  readonly url: string;
  /** Texts that were turned into vectors, in order. */
  readonly texts: string[];
  readonly calls: () => number;
  readonly tokens: () => number;
  set(options: FakeEmbedderOptions): void;
  close(): Promise<void>;
}

const read = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
};

const base64 = (vector: readonly number[]): string =>
  Buffer.from(new Float32Array(vector).buffer).toString('base64');

/** An OpenAI-compatible server of vectors on loopback, which judges what it is sent as OpenAI and others do. */
export const startFakeEmbedder = async (first: FakeEmbedderOptions = {}): Promise<FakeEmbedder> => {
  let options = first;
  const texts: string[] = [];
  let calls = 0;
  let tokens = 0;
  const respond = (response: ServerResponse, status: number, body: string): void => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(body);
  };
  const refuse = (response: ServerResponse, status: number, message: string): void =>
    respond(response, status, JSON.stringify({ error: { message, type: 'invalid_request_error' } }));
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    calls += 1;
    const { model = 'fake-embedder', key, dimensions = 64, textsMax = 2_048, tokensMax = 8_191 } = options;
    const body = await read(request);
    const instead = options.instead?.(calls) ?? null;
    if (instead !== null) return respond(response, instead.status, instead.body);
    if (request.method !== 'POST' || request.url !== '/v1/embeddings')
      return refuse(response, 404, 'no such route');
    if (key !== undefined && request.headers.authorization !== `Bearer ${key}`)
      return refuse(response, 401, 'Incorrect API key provided');
    const parsed = requestSchema.safeParse(JSON.parse(body));
    if (!parsed.success) return refuse(response, 400, parsed.error.message);
    const asked = parsed.data;
    if (asked.model !== model) return refuse(response, 404, `The model \`${asked.model}\` does not exist`);
    if (asked.input.length > textsMax)
      return refuse(response, 413, `batch size ${asked.input.length} > ${textsMax}`);
    if (asked.dimensions !== undefined && options.refusesDimensions === true)
      return refuse(response, 400, 'This model does not support specifying dimensions.');
    const long = asked.input.find((text) => estimateTokens(text) > tokensMax);
    if (long !== undefined) return refuse(response, 400, `maximum context length is ${tokensMax} tokens`);
    const count = asked.input.reduce((sum, text) => sum + estimateTokens(text), 0);
    tokens += count;
    texts.push(...asked.input);
    const isBase64 = asked.encoding_format === 'base64' && options.floatsOnly !== true;
    const data = asked.input.map((text, index) => {
      const vector = subwordVector(text, asked.dimensions ?? dimensions);
      return { object: 'embedding', index, embedding: isBase64 ? base64(vector) : vector };
    });
    const usage = options.uncounted === true ? {} : { usage: { prompt_tokens: count, total_tokens: count } };
    respond(response, 200, JSON.stringify({ object: 'list', model, data, ...usage }));
  };
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => refuse(response, 500, String(error)));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    texts,
    calls: () => calls,
    tokens: () => tokens,
    set: (next) => void (options = next),
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error === undefined ? resolve() : reject(error)));
        server.closeAllConnections();
      }),
  };
};
