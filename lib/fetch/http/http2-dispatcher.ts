import type { TLSSocket } from 'node:tls';
import { Dispatcher } from 'undici';
import { failure, type Failure } from '../../failure.ts';
import type { Http2Sessions } from './keep-http2.ts';
import { requestHttp2 } from './request-http2.ts';

/** How often a request is sent that its host did not process (RFC 9113 section 8.7: not more than once again). */
const sendsMax = 2;
/** Most connections made for one request: each may end before it is used. */
const connectsMax = 3;
const originsKept = 1_000;

/**
 * The connector's error in place of a connection on which the handshake chose HTTP/2, because a session has taken the
 * connection. A caller sees it only if one session after the other ended before it was used.
 */
export class Http2Chosen extends Error {
  readonly failure: Failure;
  constructor(origin: string) {
    const why = failure(
      'CONNECTION_RESET',
      `Cannot fetch ${origin}: its connections end before they are used`,
    );
    super(why.message);
    this.failure = why;
  }
}

/**
 * Sends requests over the HTTP/2 session of their origin if there is one, and over `agent` otherwise. The agent's
 * connector calls `adopt` and fails with `Http2Chosen` when a handshake chooses HTTP/2. It keeps connections, so the
 * caller has to close it.
 */
export class Http2Dispatcher extends Dispatcher {
  readonly #agent: Dispatcher;
  readonly #sessions: Http2Sessions;
  readonly #http1Only: Set<string>;

  /**
   * Makes the dispatcher.
   *
   * @param http1Only Origins that asked for HTTP/1.1 (RFC 9113 section 7): to these, the connector must not offer more.
   */
  constructor(agent: Dispatcher, sessions: Http2Sessions, http1Only: Set<string>) {
    super();
    this.#agent = agent;
    this.#sessions = sessions;
    this.#http1Only = http1Only;
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    return this.#try(options, handler, { sends: 1, connects: 1 });
  }

  override async close(): Promise<void> {
    await Promise.all([this.#agent.close(), this.#sessions.close()]);
  }

  override async destroy(): Promise<void> {
    this.#sessions.destroy();
    await this.#agent.destroy();
  }

  #try(
    options: Dispatcher.DispatchOptions,
    handler: Dispatcher.DispatchHandler,
    { sends, connects }: { readonly sends: number; readonly connects: number },
  ): boolean {
    const origin = String(options.origin);
    const session = this.#http1Only.has(origin) ? null : this.#sessions.find(origin);
    if (session === null) {
      return this.#agent.dispatch(options, {
        onRequestStart: (controller, context) => handler.onRequestStart?.(controller, context),
        onResponseStart: (controller, status, headers, message) =>
          handler.onResponseStart?.(controller, status, headers, message),
        onResponseData: (controller, chunk) => handler.onResponseData?.(controller, chunk),
        onResponseEnd: (controller, trailers) => handler.onResponseEnd?.(controller, trailers),
        onResponseError: (controller, error) => {
          if (error instanceof Http2Chosen && connects < connectsMax) {
            this.#try(options, handler, { sends, connects: connects + 1 });
          } else handler.onResponseError?.(controller, error);
        },
      });
    }
    requestHttp2(session, options, handler, (why) => {
      if (why === 'http1-required') {
        if (this.#http1Only.size >= originsKept) this.#http1Only.clear();
        this.#http1Only.add(origin);
      }
      if (sends >= sendsMax) return false;
      this.#try(options, handler, { sends: sends + 1, connects });
      return true;
    });
    return true;
  }
}

/** Says whether the handshake of a connection chose HTTP/2. */
export const choseHttp2 = (socket: object): socket is TLSSocket =>
  'alpnProtocol' in socket && socket.alpnProtocol === 'h2';
