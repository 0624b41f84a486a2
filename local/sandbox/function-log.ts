import { closeSync, copyFileSync, fstatSync, ftruncateSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { InvocationOutcome } from './invocation.ts';

/** Largest size of a log file; the previous file stays beside it as `.1`. */
const logBytesMax = 20 * 1_024 * 1_024;

/** How much of a function's error output is kept in memory, to say why a sandbox died. */
const tailCharactersMax = 4_096;

/** The log file of one function, `logs/<function>.log`: lines of JSON, as in CloudWatch. */
export interface FunctionLog {
  readonly path: string;
  /** Descriptor to which sandboxes write their standard output directly, at no cost to the runtime. */
  readonly descriptor: number;
  write(chunk: Buffer | string): void;
  /** Copies a file that has grown too large to `.1` and empties it. Writers append, so they need not reopen it. */
  rotate(): void;
  close(): void;
}

/** Opens a function's log for appending. */
export const openFunctionLog = (dataDir: string, name: string): FunctionLog => {
  mkdirSync(join(dataDir, 'logs'), { recursive: true });
  const path = join(dataDir, 'logs', `${name}.log`);
  const descriptor = openSync(path, 'a');
  return {
    path,
    descriptor,
    write: (chunk) => void writeSync(descriptor, chunk as string),
    rotate: () => {
      if (fstatSync(descriptor).size <= logBytesMax) return;
      copyFileSync(path, `${path}.1`);
      ftruncateSync(descriptor, 0);
    },
    close: () => closeSync(descriptor),
  };
};

/**
 * Returns the line about an invocation that failed, as Lambda's runtime writes it: a handler that throws need not have
 * logged anything itself.
 */
export const failureLine = (
  { errorType, message, trace }: Extract<InvocationOutcome, { ok: false }>,
  at: Date,
): string =>
  `${JSON.stringify({
    timestamp: at.toISOString(),
    level: 'ERROR',
    message: { errorType, errorMessage: message, stackTrace: trace },
  })}\n`;

/** Keeps the end of the added text, for a message. */
export const tail = (): { add(text: string): void; lastLine(): string } => {
  let kept = '';
  return {
    add: (text) => {
      kept = (kept + text).slice(-tailCharactersMax);
    },
    lastLine: () => {
      const lines = kept.split('\n').filter((line) => line.trim() !== '');
      return (lines.find((line) => /^\w*(Error|FATAL)\b/.test(line)) ?? lines.at(-1) ?? '').slice(0, 300);
    },
  };
};
