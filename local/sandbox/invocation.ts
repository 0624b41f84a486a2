/** What a function is told about one invocation; the sandbox adds the functions of Lambda's context object. */
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
 * How an invocation ended. `error`: the handler threw, and the sandbox lives on. `crash` and `timeout`: the sandbox
 * is
 * dead, so nobody works on the event any more. `throttle`: the account has no execution left, and nothing began.
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

/** An outcome that is not too large: Lambda turns an answer over its limit into an error. */
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

/** What Lambda answers above an account's concurrent executions. */
export const throttledOutcome: InvocationOutcome = {
  ok: false,
  kind: 'throttle',
  errorType: 'TooManyRequestsException',
  message: 'Rate Exceeded.',
  trace: [],
};

/** The parts of a thrown value that Lambda reports. */
export const errorParts = (
  error: unknown,
): { readonly errorType: string; readonly message: string; readonly trace: readonly string[] } =>
  error instanceof Error
    ? { errorType: error.name, message: error.message, trace: (error.stack ?? '').split('\n') }
    : { errorType: 'Error', message: String(error), trace: [] };

/** Lambda's context object. */
export const contextObject = (context: InvocationContext): Record<string, unknown> => ({
  ...context,
  callbackWaitsForEmptyEventLoop: true,
  getRemainingTimeInMillis: () => Math.max(0, context.deadlineMs - Date.now()),
});
