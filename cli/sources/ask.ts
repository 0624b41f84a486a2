import type * as z from 'zod';
import { callApi, firstContact, whileWaiting, type ApiRequest, type NoResponse } from '../api/call-api.ts';
import { findInstance, type Instance } from '../api/find-instance.ts';
import { unusableInstance, notGleaner, refusalEnding } from '../api/refusal.ts';
import { exitCodes, type CommandEnding } from '../exit-code.ts';
import { listenForInterrupt } from '../listen-for-interrupt.ts';

/** The API that a command calls, and the signal that ends the command. */
export interface Connection {
  readonly instance: Instance;
  readonly signal: AbortSignal;
}

/** A value, or how the command ends without it. */
export type Got<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly ending: CommandEnding; readonly refusal?: NoResponse };

/** Finds the API, and listens for Ctrl-C from here on. */
export const connect = (options: {
  readonly url?: string | undefined;
  readonly key?: string | undefined;
}): Got<Connection> => {
  const instance = findInstance(options);
  if ('malformed' in instance) return { ok: false, ending: unusableInstance(instance) };
  return { ok: true, value: { instance, signal: listenForInterrupt() } };
};

/** Asks the API for one answer. With `patiently` it waits for an instance that starts again. */
export const askApi = async <Schema extends z.ZodType>(
  { instance, signal }: Connection,
  request: ApiRequest,
  schema: Schema,
  { patiently = false }: { readonly patiently?: boolean } = {},
): Promise<Got<z.infer<Schema>>> => {
  const answer = await callApi(instance, request, patiently ? whileWaiting : firstContact, signal);
  if (answer.kind !== 'ok') return { ok: false, ending: refusalEnding(answer, instance), refusal: answer };
  const parsed = schema.safeParse(answer.body);
  if (parsed.success) return { ok: true, value: parsed.data };
  const message = notGleaner(instance, `what ${request.path.split('?')[0] ?? ''} answers`);
  return { ok: false, ending: { exitCode: exitCodes.unreachable, message } };
};
