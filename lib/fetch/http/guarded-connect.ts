import { lookup } from 'node:dns/promises';
import type { Socket } from 'node:net';
import { callbackify } from 'node:util';
import { Agent, buildConnector, type Dispatcher } from 'undici';
import { failure, type Failure } from '../../failure.ts';
import { limits } from '../../limits/limits.ts';
import { judgeAddress, literalAddress, type OpenRange, runtimeApiPorts } from './address.ts';
import { choseHttp2, Http2Chosen, Http2Dispatcher } from './http2-dispatcher.ts';
import { openHttp2Sessions } from './keep-http2.ts';
import { findNamedAddress, type NamedAddress } from './named-address.ts';
import { failureError, networkFailure } from './network-failure.ts';
import { readHeads } from './read-heads.ts';

/**
 * Returns the addresses of a host name, in the order in which to try them. Rejects with an error that has a DNS code.
 */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

export interface GuardOptions {
  /** Private ranges that configuration opens. */
  readonly open: readonly OpenRange[];
  /** Names with addresses by configuration; DNS answers every other name. Such an address is judged like any other. */
  readonly named?: readonly NamedAddress[];
  /** Ports of this host that only a range naming the port opens: those of this process's own runtime API. */
  readonly closedPorts?: readonly number[];
  /** Ports of this deployment's own services on this host, which no range opens. */
  readonly ownPorts?: readonly number[];
  /** True accepts any certificate. Requests that verify must not share a dispatcher with those that do not. */
  readonly skipTlsVerification?: boolean;
  readonly resolve?: Resolve;
  /** Called for hosts whose addresses were all refused, with the reasons: for the operator, not for callers. */
  readonly onRefused?: (hostname: string, reasons: readonly string[]) => void;
  /** Milliseconds for name, connection and TLS handshake together. */
  readonly connectMs?: number;
}

/** IPv4 first: a Lambda's network often has no way out over IPv6. */
const resolveByOs: Resolve = async (hostname) =>
  (await lookup(hostname, { all: true, order: 'ipv4first' })).map(({ address }) => address);

/** Most addresses of one name to try: a name with hundreds must not use up the time of a page. */
const addressesMax = 6;

const within = async <Value>(promise: Promise<Value>, ms: number, name: string): Promise<Value> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const why = failure('TIMEOUT', `Cannot connect to ${name}: its address was not found within ${ms} ms`);
    timer = setTimeout(() => reject(failureError(why)), ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
};

type Connect = (
  options: buildConnector.Options,
  timeout: number,
) => Promise<Parameters<buildConnector.Callback>[1]>;

/**
 * Makes undici's own connector, which keeps TLS sessions, with a time limit that the caller sets for each address.
 *
 * @param offersHttp2 Whether a handshake offers HTTP/2, before HTTP/1.1.
 */
const plainConnector = (skipTlsVerification: boolean, offersHttp2 = false): Connect => {
  // There are only a handful of connectors: undici fixes the time limit when a connector is made.
  const byTimeout = new Map<number, buildConnector.connector>();
  const connectorOf = (timeout: number): buildConnector.connector => {
    const known = byTimeout.get(timeout);
    if (known !== undefined) return known;
    const made = buildConnector({
      timeout,
      allowH2: offersHttp2,
      preferH2: offersHttp2,
      rejectUnauthorized: !skipTlsVerification,
    });
    byTimeout.set(timeout, made);
    return made;
  };
  return async (options, timeout) =>
    await new Promise((resolve, reject) => {
      connectorOf(timeout)(options, (error, socket) => (error === null ? resolve(socket) : reject(error)));
    });
};

const portOf = ({ port, protocol }: buildConnector.Options): number =>
  port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);

/** The same failure for every name without an allowed address, whether the name exists or not. */
const nameFailure = (hostname: string): Failure =>
  failure(
    'DNS_NOT_FOUND',
    `Cannot connect to ${hostname}: its name does not exist, or leads to no public address; private ranges are ` +
      `fetched only where the configuration opens them (--allow on the laptop, the setting allow of a deployment)`,
  );

/** Returns the addresses of a name; none if it does not exist. */
const addressesOf = async (resolve: Resolve, hostname: string): Promise<readonly string[]> => {
  try {
    return await resolve(hostname);
  } catch (error) {
    if (networkFailure(error, hostname).code === 'DNS_NOT_FOUND') return [];
    throw error;
  }
};

/** Judges every address of a host; rejects if none is allowed. */
const allowedAddresses = async (
  { open, closedPorts = runtimeApiPorts, ownPorts = [], resolve = resolveByOs, onRefused }: GuardOptions,
  hostname: string,
  { address, port }: { readonly address: string | undefined; readonly port: number },
  ms: number,
): Promise<readonly string[]> => {
  const literal = address ?? literalAddress(hostname);
  const found = literal === null ? await within(addressesOf(resolve, hostname), ms, hostname) : [literal];
  const verdicts = found.map((ip) => ({ ip, verdict: judgeAddress(ip, open, port, closedPorts, ownPorts) }));
  const allowed = verdicts.flatMap(({ ip, verdict }) => (verdict.allowed ? [ip] : []));
  if (allowed.length > 0) return allowed.slice(0, addressesMax);
  const reasons = [...new Set(verdicts.flatMap(({ verdict }) => (verdict.allowed ? [] : [verdict.reason])))];
  if (reasons.length > 0) onRefused?.(hostname, reasons);
  // Callers cannot learn here whether a name is known inside: only the operator's log tells the reasons apart.
  if (literal === null) throw failureError(nameFailure(hostname));
  throw failureError(
    failure(
      'ADDRESS_NOT_ALLOWED',
      `Cannot connect to ${hostname}: the address is not public; private ranges are fetched only where ` +
        `the configuration opens them (--allow on the laptop, the setting allow of a deployment)`,
    ),
  );
};

/**
 * Says why the host of a URL may not be asked; null if it may. For a request that somebody else sends for us: a name
 * or an address that we must not ask is not told to others either.
 */
export const whyNotAllowed = async (guard: GuardOptions, url: string): Promise<Failure | null> => {
  const { hostname, protocol, port: given } = new URL(url);
  const port = portOf({ hostname, protocol, port: given });
  const named = findNamedAddress(guard.named ?? [], hostname, port);
  const place = { address: named?.address, port: named?.port ?? port };
  try {
    await allowedAddresses(guard, hostname, place, guard.connectMs ?? limits.connectMs);
    return null;
  } catch (error) {
    return networkFailure(error, url);
  }
};

/**
 * Connects to a host. It resolves the name, judges every address, and connects to the very address that it judged, so a
 * name that resolves differently the next moment gains nothing. It tries addresses one after the other, each with its
 * share of the remaining time. TLS still verifies the name.
 */
const connectGuarded = async (
  guard: GuardOptions,
  connect: Connect,
  options: buildConnector.Options,
): Promise<Parameters<buildConnector.Callback>[1]> => {
  const connectMs = guard.connectMs ?? limits.connectMs;
  const deadline = performance.now() + connectMs;
  const { hostname } = options;
  const named = findNamedAddress(guard.named ?? [], hostname, portOf(options));
  const port = named?.port ?? portOf(options);
  const addresses = await allowedAddresses(guard, hostname, { address: named?.address, port }, connectMs);
  const isName = literalAddress(hostname) === null;
  let last: unknown;
  for (const [index, ip] of addresses.entries()) {
    const share = (deadline - performance.now()) / (addresses.length - index);
    if (share <= 0) break;
    try {
      // In steps of 50 ms, so that connectors are shared.
      const timeout = Math.max(50, Math.round(share / 50) * 50);
      const { servername, ...rest } = options;
      const secure = options.protocol === 'https:' && isName;
      return await connect(
        {
          ...rest,
          hostname: ip,
          port: String(port),
          ...(secure ? { servername: servername || hostname } : {}),
        },
        timeout,
      );
    } catch (error) {
      last = error;
    }
  }
  throw (
    last ?? failureError(failure('TIMEOUT', `Cannot connect to ${hostname}: its ${connectMs} ms are used up`))
  );
};

/**
 * Opens a connection to a host, whose name may be an address as URLs write it (`[::1]`). Rejects with an error that
 * knows its failure.
 */
export type Dial = (hostname: string, port: number) => Promise<Socket>;

/**
 * Makes plain connections through the guard, for a protocol that another program speaks: Chromium's requests to its
 * proxy.
 */
export const guardedDial = (guard: GuardOptions): Dial => {
  const connect = plainConnector(false);
  return async (hostname, port) => {
    try {
      const options = { hostname, host: hostname, port: String(port), protocol: 'http:' };
      return (await connectGuarded(guard, connect, options)) as Socket;
    } catch (error) {
      throw failureError(networkFailure(error, `${hostname}:${port}`));
    }
  };
};

/**
 * Makes a dispatcher that connects only to public addresses and to the ranges in `open`, and keeps connections for a
 * few seconds: one to a host that speaks HTTP/2, one for each request in flight to any other. The caller has to close
 * it: `close()` waits for requests in flight, `destroy()` does not.
 */
export const guardedDispatcher = (guard: GuardOptions): Dispatcher => {
  const skip = guard.skipTlsVerification ?? false;
  const [http1, http2] = [plainConnector(skip), plainConnector(skip, true)];
  const sessions = openHttp2Sessions();
  const http1Only = new Set<string>();
  const connecting = callbackify(async (options: buildConnector.Options) => {
    const origin = `${options.protocol}//${options.host ?? options.hostname}`;
    try {
      const socket = await connectGuarded(guard, http1Only.has(origin) ? http1 : http2, options);
      if (socket === null) return null;
      if (!choseHttp2(socket)) return readHeads(socket);
      sessions.adopt(origin, socket);
    } catch (error) {
      throw failureError(networkFailure(error, origin));
    }
    throw new Http2Chosen(origin);
  });
  const agent = new Agent({
    allowH2: false,
    maxHeaderSize: limits.headerBytesMax,
    keepAliveTimeout: 4_000,
    // A server may ask for longer, but a Lambda is frozen between events and finds such connections dead.
    keepAliveMaxTimeout: 10_000,
    connect: (options, callback) => {
      connecting(options, (error, socket) => {
        if (error === null && socket !== null) callback(null, socket);
        else callback(error ?? new Error('Cannot connect: undici gave no socket'), null);
      });
    },
  });
  return new Http2Dispatcher(agent, sessions, http1Only);
};
