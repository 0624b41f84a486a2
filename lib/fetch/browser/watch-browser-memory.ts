import { readFile } from 'node:fs/promises';
import { failure } from '../../failure.ts';
import { limits } from '../../limits/limits.ts';
import { failureError } from '../http/network-failure.ts';

/** Memory that grows without bound reaches gigabytes in half a second. */
const everyMs = 50;
/** Pages of memory on x86-64, the one architecture that Chromium is there for. */
const pageBytes = 4_096;

/** Looks after the memory of one Chromium. */
export interface MemoryWatch {
  /** Rejects once the process holds more than it may; whoever waits ends it. */
  readonly exceeded: Promise<never>;
  stop(): void;
}

/**
 * Watches the memory of a Chromium that is a single process: a page that takes all there is would otherwise end the
 * function with it, and every other page of its invocation. Where the system does not tell (proc(5), `statm`),
 * nothing is watched. /
 */
export const watchBrowserMemory = (
  pid: number | undefined,
  url: string,
  bytesMax: number = limits.renderMemoryBytesMax,
): MemoryWatch => {
  const exceeded = Promise.withResolvers<never>();
  exceeded.promise.catch(() => undefined);
  const look = async (): Promise<void> => {
    const text = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '');
    const held = Number(text.split(' ')[1] ?? 0) * pageBytes;
    if (held <= bytesMax) return;
    const message = `Cannot render ${url}: it takes more than ${bytesMax} bytes of memory`;
    exceeded.reject(failureError(failure('CONTENT_TOO_COMPLEX', message)));
  };
  const timer = pid === undefined ? undefined : setInterval(() => void look(), everyMs);
  return { exceeded: exceeded.promise, stop: () => clearInterval(timer) };
};
