import { mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { AwsCall } from './judged-call.ts';

/** Variable with the folder in which the services of this machine note the calls of functions; unset for none. */
export const callLogVariable = 'GLEANER_CALL_LOG';

/** A call, and the function that made it. */
export interface NotedCall extends AwsCall {
  readonly by: string;
}

/** Notes the calls of a function. */
export type NoteCalls = (by: string, calls: readonly AwsCall[]) => void;

/**
 * Opens this process's file of the call log. It has a line of JSON for each call, written at once, since a test may end
 * the process at any time. Returns undefined if no log is wanted.
 */
export const openCallLog = (environment: NodeJS.ProcessEnv): NoteCalls | undefined => {
  const folder = environment[callLogVariable];
  if (folder === undefined || folder === '') return undefined;
  mkdirSync(folder, { recursive: true });
  const file = openSync(join(folder, `${process.pid}.jsonl`), 'a', 0o600);
  return (by, calls) => {
    for (const call of calls) writeSync(file, `${JSON.stringify({ by, ...call })}\n`);
  };
};

/**
 * Returns the name of the function whose credentials signed a request: `KEY.function`, in a header or in a presigned
 * URL.
 */
export const callerIn = (
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
  target: string,
): string | undefined => {
  const header = headers['authorization'];
  const signed = typeof header === 'string' ? /Credential=([^/,\s]+)\//.exec(header)?.[1] : undefined;
  const id = signed ?? /[?&]X-Amz-Credential=([^&%/]+)/.exec(target)?.[1];
  return id?.split('.')[1];
};
