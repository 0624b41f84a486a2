import { readFile } from 'node:fs/promises';
import { failure } from '../../failure.ts';
import { limits } from '../../limits/limits.ts';
import { failureError } from '../http/network-failure.ts';

/** Interval of the checks: memory that grows without bound reaches gigabytes in half a second. */
const everyMs = 50;
/** Size of a memory page on x86-64, the only architecture for which there is a Chromium. */
const pageBytes = 4_096;

/** The memory of one process in pages, and how many of them it shares: files and shared memory. */
interface Held {
  readonly resident: number;
  readonly shared: number;
}

const heldBy = async (pid: number): Promise<Held> => {
  const [, resident = 0, shared = 0] = (await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => ''))
    .split(' ')
    .map(Number);
  return { resident, shared };
};

/** Returns the processes that a process has started, and their descendants. */
const descendants = async (pid: number): Promise<number[]> => {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  const children = text.split(' ').filter(Boolean).map(Number);
  return [...children, ...(await Promise.all(children.map(descendants))).flat()];
};

/**
 * Returns the memory of a process and its descendants in bytes. Shared memory is counted once, for the process with the
 * most of it.
 */
export const browserMemoryBytes = async (pid: number): Promise<number> => {
  const held = await Promise.all([pid, ...(await descendants(pid))].map(heldBy));
  const own = held.reduce((sum, { resident, shared }) => sum + resident - shared, 0);
  return (own + Math.max(...held.map(({ shared }) => shared))) * pageBytes;
};

/** Watches the memory of one Chromium. */
export interface MemoryWatch {
  /** Rejects once the browser exceeds its limit; the caller then ends it. */
  readonly exceeded: Promise<never>;
  stop(): void;
}

/**
 * Watches the memory of a Chromium, which has one process or several: a page that takes all memory would otherwise end
 * the function, with every other page of its invocation. If the system gives no numbers (proc(5), `statm` and
 * `children`), memory is not watched.
 */
export const watchBrowserMemory = (
  pid: number | undefined,
  url: string,
  bytesMax: number = limits.renderMemoryBytesMax,
): MemoryWatch => {
  const exceeded = Promise.withResolvers<never>();
  exceeded.promise.catch(() => undefined);
  const look = async (): Promise<void> => {
    const held = pid === undefined ? 0 : await browserMemoryBytes(pid);
    if (held <= bytesMax) return;
    const message = `Cannot render ${url}: it takes more than ${bytesMax} bytes of memory`;
    exceeded.reject(failureError(failure('CONTENT_TOO_COMPLEX', message)));
  };
  const timer = pid === undefined ? undefined : setInterval(() => void look(), everyMs);
  return { exceeded: exceeded.promise, stop: () => clearInterval(timer) };
};
