import { type ClientHttp2Session, connect } from 'node:http2';
import type { TLSSocket } from 'node:tls';
import { failure } from '../../failure.ts';
import { limits } from '../../limits/limits.ts';
import { failureError } from './network-failure.ts';

/**
 * The HTTP/2 sessions of one dispatcher, at most one for each origin. undici's own are not used: in 8.12 it returns a
 * body that a reset with CANCEL or NO_ERROR cut off as a whole one, allows 128 header fields and no other number, and
 * goes on using a connection that has fallen silent (docs/decisions/0011-http2.md).
 *
 * A session is available until its host tells it to go away, it ends, or it was idle for `http2IdleMs`. Streams in
 * progress on a session that was told to go away are read to their end.
 */
export interface Http2Sessions {
  /** Returns the session of an origin such as `https://example.com`, if there is one that accepts a request. */
  find(origin: string): ClientHttp2Session | null;
  /** Begins a session on a connection whose handshake chose HTTP/2. */
  adopt(origin: string, socket: TLSSocket): void;
  /** Lets each session end with its last stream. */
  close(): Promise<void>;
  destroy(): void;
}

/**
 * Bytes that a host may send before they are read, on one stream and on all of a session. With HTTP/2's own 64 KiB a
 * host 100 ms away could send 640 KB a second.
 */
const streamWindowBytes = 512 * 1_024;
const sessionWindowBytes = 2 * 1_024 * 1_024;

const gone = (origin: string): Error =>
  failureError(
    failure('CONNECTION_RESET', `Cannot fetch ${origin}: its connection has fallen silent and was given up`),
  );

/** Calls `change` when the session's streams become none, and when there is one again. */
const countStreams = (session: ClientHttp2Session, change: (open: number) => void): void => {
  let open = 0;
  const request = session.request.bind(session);
  session.request = (headers, options) => {
    const stream = request(headers, options);
    open += 1;
    if (open === 1) change(open);
    stream.once('close', () => {
      open -= 1;
      if (open === 0) change(open);
    });
    return stream;
  };
};

/**
 * Gives up a session whose peer answers no ping: behind a NAT or load balancer that has forgotten a connection, every
 * request on it would wait for its time-out. It takes two missed answers in a row, because a busy thread reads the
 * first one late.
 */
const watchPeer = (session: ClientHttp2Session, origin: string, pingMs: number): (() => void) => {
  let unanswered = 0;
  const timer = setInterval(() => {
    if (session.destroyed) return;
    if (unanswered >= 2) {
      session.destroy(gone(origin));
      return;
    }
    unanswered += 1;
    session.ping((error) => {
      if (error === null) unanswered = 0;
    });
  }, pingMs);
  timer.unref();
  return () => clearInterval(timer);
};

export const openHttp2Sessions = ({
  pingMs = limits.http2PingMs,
  idleMs = limits.http2IdleMs,
}: { readonly pingMs?: number; readonly idleMs?: number } = {}): Http2Sessions => {
  const byOrigin = new Map<string, ClientHttp2Session>();
  const all = new Set<ClientHttp2Session>();
  const forget = (origin: string, session: ClientHttp2Session): void => {
    if (byOrigin.get(origin) === session) byOrigin.delete(origin);
  };

  const find: Http2Sessions['find'] = (origin) => {
    const session = byOrigin.get(origin);
    return session === undefined || session.closed || session.destroyed ? null : session;
  };

  const adopt: Http2Sessions['adopt'] = (origin, socket) => {
    // Two requests that began together each made a connection: one serves both.
    if (find(origin) !== null) {
      socket.destroy();
      return;
    }
    const session = connect(origin, {
      createConnection: () => socket,
      settings: {
        enablePush: false,
        initialWindowSize: streamWindowBytes,
        maxHeaderListSize: limits.headerBytesMax,
      },
      maxHeaderListPairs: limits.headerFieldsMax,
    });
    session.once('connect', () => session.setLocalWindowSize(sessionWindowBytes));
    let idle: NodeJS.Timeout | undefined;
    let stopWatching: (() => void) | undefined;
    const rest = (): void => {
      stopWatching?.();
      session.unref();
      idle = setTimeout(() => {
        forget(origin, session);
        session.close();
      }, idleMs);
      idle.unref();
    };
    countStreams(session, (open) => {
      if (open === 0) {
        rest();
        return;
      }
      clearTimeout(idle);
      session.ref();
      stopWatching = watchPeer(session, origin, pingMs);
    });
    session.on('goaway', () => forget(origin, session));
    // Each stream reports to its own request.
    session.on('error', () => forget(origin, session));
    session.on('close', () => {
      clearTimeout(idle);
      stopWatching?.();
      forget(origin, session);
      all.delete(session);
    });
    byOrigin.set(origin, session);
    all.add(session);
    rest();
  };

  return {
    find,
    adopt,
    close: async () => {
      byOrigin.clear();
      await Promise.all(
        [...all].map(async (session) => await new Promise<void>((resolve) => session.close(resolve))),
      );
    },
    destroy: () => {
      byOrigin.clear();
      for (const session of all) session.destroy();
    },
  };
};
