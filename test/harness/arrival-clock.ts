import type { Server, Socket } from 'node:net';

/**
 * When a request reached this process, as two bounds on a clock that never steps back: `at`, when it was seen, and
 * `after`, the last moment at which the process looked and it was not there yet. On a machine that others keep busy
 * a process looks late, and a stamp alone would say that of the request.
 */
export interface Arrival {
  readonly after: number;
  readonly at: number;
}

export interface ArrivalClock {
  /** Has the connections of a server stamped, before it listens. */
  watch(server: Server): void;
  /** To be called with each request: when it came. */
  stamp(socket: Socket): Arrival;
  stop(): void;
}

/**
 * Between two ticks of a timer the event loop has asked the system once at least for what has come, so what it
 * hands over now had not come before the tick before the last one.
 */
export const startArrivalClock = (): ArrivalClock => {
  let before = performance.now();
  let last = before;
  const timer = setInterval(() => {
    before = last;
    last = performance.now();
  }, 1);
  timer.unref();
  // The first request of a connection may have come with it, while nobody asked for what it sends.
  const accepted = new WeakMap<Socket, number>();
  return {
    watch: (server) => void server.on('connection', (socket: Socket) => void accepted.set(socket, before)),
    stamp: (socket) => {
      const after = accepted.get(socket) ?? before;
      accepted.delete(socket);
      return { after, at: performance.now() };
    },
    stop: () => clearInterval(timer),
  };
};

/**
 * The largest distance that two arrivals can have had, in milliseconds: what is less than wanted here was too close
 * for sure.
 */
export const distanceAtMost = (first: Arrival, second: Arrival): number => second.at - first.after;

/** The smallest of these distances, in the order of arrival, with its place. */
export const closest = (arrivals: readonly Arrival[]): { readonly ms: number; readonly index: number } => {
  let found = { ms: Number.POSITIVE_INFINITY, index: -1 };
  for (const [index, second] of arrivals.entries()) {
    const first = arrivals[index - 1];
    if (first === undefined) continue;
    const ms = distanceAtMost(first, second);
    if (ms < found.ms) found = { ms, index };
  }
  return found;
};
