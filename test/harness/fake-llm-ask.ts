import type { IncomingMessage } from 'node:http';
import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../lib/extract/schema/json.ts';

/** A question as a server got it. */
export interface SeenAsk {
  readonly key: string;
  readonly model: string;
  readonly form: 'json_schema' | 'json_object' | 'tool' | 'prompt';
  /** The schema that the form carries, or that stands in the system's message; null where there is none. */
  readonly schema: JsonObject | null;
  readonly isStrict: boolean;
  /** Name of the function that has to be called. */
  readonly tool: string | null;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  /** The first message of the user, which holds the text that is asked about. */
  readonly user: string;
  /** The whole request. */
  readonly body: JsonObject;
}

const objectAt = (value: Json | undefined, ...names: readonly string[]): JsonObject | null => {
  let at = value;
  for (const name of names) at = isJsonObject(at) ? at[name] : isJsonList(at) ? at[Number(name)] : undefined;
  return isJsonObject(at) ? at : null;
};

const textOf = (value: Json | undefined): string =>
  typeof value === 'string' ? value : JSON.stringify(value ?? null);

/** The schema that a prompt tells: the last line of the system's message that is JSON. */
const toldSchema = (system: string): JsonObject | null => {
  for (const line of system.split('\n').toReversed()) {
    if (!line.startsWith('{')) continue;
    try {
      const value = JSON.parse(line) as Json;
      return isJsonObject(value) ? value : null;
    } catch {
      // A line of the prompt that only looks like it.
    }
  }
  return null;
};

const formOf = (body: JsonObject): SeenAsk['form'] => {
  if (isJsonList(body['tools'])) return 'tool';
  const type = objectAt(body, 'response_format')?.['type'];
  return type === 'json_schema' || type === 'json_object' ? type : 'prompt';
};

/** Reads a request of chat completions; null for any other. */
export const readAsk = (request: IncomingMessage, text: string): SeenAsk | null => {
  if (request.method !== 'POST' || request.url !== '/v1/chat/completions') return null;
  const body = JSON.parse(text) as Json;
  if (!isJsonObject(body)) return null;
  const messages = (isJsonList(body['messages']) ? body['messages'] : [])
    .filter(isJsonObject)
    .map((message) => ({
      role: textOf(message['role']),
      content: textOf(message['content']),
    }));
  const form = formOf(body);
  const system = messages.find(({ role }) => role === 'system')?.content ?? '';
  const format = objectAt(body, 'response_format', 'json_schema');
  const called = objectAt(body, 'tools', '0', 'function');
  const carrier = form === 'tool' ? called : format;
  return {
    key: (request.headers.authorization ?? '').replace(/^Bearer /, ''),
    model: textOf(body['model']),
    form,
    schema:
      objectAt(called ?? undefined, 'parameters') ??
      objectAt(format ?? undefined, 'schema') ??
      toldSchema(system),
    isStrict: carrier?.['strict'] === true,
    tool: typeof called?.['name'] === 'string' ? called['name'] : null,
    messages,
    user: messages.find(({ role }) => role === 'user')?.content ?? '',
    body,
  };
};
