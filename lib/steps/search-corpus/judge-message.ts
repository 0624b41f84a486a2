import {
  CallToolRequestSchema,
  ErrorCode,
  InitializeRequestSchema,
  JSONRPCMessageSchema,
  RequestIdSchema,
} from '@modelcontextprotocol/sdk/types.js';
import type { FailureCode } from '../../failure.ts';
import { isPlainObject } from '../../plain-object.ts';

/** The answer of JSON-RPC to a message that no tool sees. */
export interface MessageRefusal {
  readonly jsonrpc: '2.0';
  /** Null if the message has no id that can be read. */
  readonly id: string | number | null;
  readonly error: {
    readonly code: ErrorCode;
    readonly message: string;
    readonly data?: { readonly code: FailureCode };
  };
}

type RequestSchema = typeof CallToolRequestSchema | typeof InitializeRequestSchema;

/** Methods whose parameters are more than a cursor. */
const requestSchemas = new Map<unknown, RequestSchema>([
  ['tools/call', CallToolRequestSchema],
  ['initialize', InitializeRequestSchema],
]);

/** Faults of one message that its answer names. */
const issuesMax = 5;

const refuseMessage = (id: unknown, code: ErrorCode, message: string): MessageRefusal => ({
  jsonrpc: '2.0',
  id: RequestIdSchema.safeParse(id).data ?? null,
  error: { code, message },
});

/**
 * Returns the answer to a text that is no JSON, or that nobody should read as such; `failure` is Gleaner's own code.
 */
export const refuseText = (reason: string, failure?: FailureCode): MessageRefusal => {
  const refusal = refuseMessage(null, ErrorCode.ParseError, `Parse error: ${reason}`);
  if (failure === undefined) return refusal;
  return { ...refusal, error: { ...refusal.error, data: { code: failure } } };
};

/**
 * Returns the answer to a message that the library would pass over without an answer, or answer with a code that says
 * something else; null if it is for the library. A batch is no message.
 */
export const judgeMessage = (message: unknown): MessageRefusal | null => {
  const { id, method } = isPlainObject(message) ? message : {};
  if (!JSONRPCMessageSchema.safeParse(message).success) {
    const found = Array.isArray(message) ? ', found a batch' : '';
    const wanted = 'one message with "jsonrpc": "2.0", a method, and an id that is a text or a whole number';
    return refuseMessage(id, ErrorCode.InvalidRequest, `Invalid request: expected ${wanted}${found}`);
  }
  // Nobody waits for an answer to a notification.
  if (id === undefined) return null;
  const issues = requestSchemas.get(method)?.safeParse(message).error?.issues ?? [];
  if (issues.length === 0) return null;
  const told = issues
    .slice(0, issuesMax)
    .map(({ path, message: wanted }) => `${path.join('.')}: ${wanted.replace(/^Invalid input: /, '')}`);
  return refuseMessage(
    id,
    ErrorCode.InvalidParams,
    `Invalid params of ${String(method)}: ${told.join('; ')}`,
  );
};
