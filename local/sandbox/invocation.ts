/** The facts about one invocation for a function; the sandbox adds the functions of Lambda's context object. */
export interface InvocationContext {
  readonly awsRequestId: string;
  readonly functionName: string;
  readonly functionVersion: string;
  readonly invokedFunctionArn: string;
  readonly memoryLimitInMB: string;
  readonly logGroupName: string;
  readonly logStreamName: string;
  /** Epoch milliseconds at which the function is killed. */
  readonly deadlineMs: number;
}

/**
 * How an invocation ended. `error`: the handler threw, and the sandbox lives on. `crash` and `timeout`: the sandbox is
 * dead, so no work on the event continues. `throttle`: the account has no execution left, and the event was not
 * started.
 */
export type InvocationOutcome =
  | { readonly ok: true; /** The answer as JSON. */ readonly payload: string }
  | {
      readonly ok: false;
      readonly kind: 'error' | 'crash' | 'timeout' | 'throttle';
      readonly errorType: string;
      readonly message: string;
      readonly trace: readonly string[];
    };

/** Messages between the runtime and a sandbox. */
export type ToSandbox = { readonly event: unknown; readonly context: InvocationContext };
export type FromSandbox =
  | { readonly type: 'ready' }
  | { readonly type: 'result'; readonly requestId: string; readonly payload: string }
  | {
      readonly type: 'failure';
      readonly requestId: string | undefined;
      readonly errorType: string;
      readonly message: string;
      readonly trace: readonly string[];
    };

/** Lambda's limit for the answer of a synchronous invocation. */
export const responseBytesMax = 6 * 1_024 * 1_024;

/** Returns the outcome for an answer: Lambda turns one over its limit into an error. */
export const withinResponseLimit = (payload: string): InvocationOutcome =>
  Buffer.byteLength(payload) <= responseBytesMax
    ? { ok: true, payload }
    : {
        ok: false,
        kind: 'error',
        errorType: 'Function.ResponseSizeTooLarge',
        message:
          `Response payload size (${Buffer.byteLength(payload)} bytes) exceeded maximum allowed payload ` +
          `size (${responseBytesMax} bytes).`,
        trace: [],
      };

/** Lambda's answer above an account's concurrent executions. */
export const throttledOutcome: InvocationOutcome = {
  ok: false,
  kind: 'throttle',
  errorType: 'TooManyRequestsException',
  message: 'Rate Exceeded.',
  trace: [],
};

/** Returns the parts of a thrown value that Lambda reports. */
export const errorParts = (
  error: unknown,
): { readonly errorType: string; readonly message: string; readonly trace: readonly string[] } =>
  error instanceof Error
    ? { errorType: error.name, message: error.message, trace: (error.stack ?? '').split('\n') }
    : { errorType: 'Error', message: String(error), trace: [] };

/** Returns Lambda's context object. */
export const contextObject = (context: InvocationContext): Record<string, unknown> => ({
  ...context,
  callbackWaitsForEmptyEventLoop: true,
  getRemainingTimeInMillis: () => Math.max(0, context.deadlineMs - Date.now()),
});
