import { connect, type Socket } from 'node:net';
import type { CallAnswer } from './calls.ts';

/** Asks an emulator over HTTP, as the SDK would, past everything that the simulation has replaced. */
export interface Emulator {
  send(
    method: string,
    path: string,
    headers: Readonly<Record<string, string>>,
    body: string,
  ): Promise<CallAnswer>;
  close(): void;
}

const headEnd = Buffer.from('\r\n\r\n');

/** Joins the parts of a body that was sent in parts; null if its last part is not there yet. */
const joinChunks = (bytes: Buffer): Buffer | null => {
  const parts: Buffer[] = [];
  let at = 0;
  for (;;) {
    const lineEnd = bytes.indexOf('\r\n', at);
    if (lineEnd < 0) return null;
    const length = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16);
    const from = lineEnd + 2;
    if (bytes.length < from + length + 2) return null;
    if (length === 0) return Buffer.concat(parts);
    parts.push(bytes.subarray(from, from + length));
    at = from + length + 2;
  }
};

/** Reads an answer of HTTP/1.1; null if some of it is not there yet. */
const readAnswer = (bytes: Buffer, isHead: boolean): CallAnswer | null => {
  const split = bytes.indexOf(headEnd);
  if (split < 0) return null;
  const [statusLine = '', ...lines] = bytes.toString('latin1', 0, split).split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  // The emulator's own date: by it the SDK would correct its clock, and try again what was refused.
  const { date: _date, 'transfer-encoding': coding, ...kept } = headers;
  const status = Number(statusLine.split(' ')[1]);
  const rest = bytes.subarray(split + headEnd.length);
  if (isHead || status === 204 || status === 304) return { status, headers: kept, body: Buffer.of() };
  if (coding === 'chunked') {
    const joined = joinChunks(rest);
    return joined === null ? null : { status, headers: kept, body: joined };
  }
  const length = Number(kept['content-length'] ?? 0);
  return rest.length < length ? null : { status, headers: kept, body: rest.subarray(0, length) };
};

/**
 * Opens a connection to an emulator, on which requests take turns. With Node's own client a whole world would take a
 * fourth more CPU.
 */
export const openEmulator = (url: string): Emulator => {
  const { hostname, port, host } = new URL(url);
  let socket: Socket | undefined;
  let turn: Promise<unknown> = Promise.resolve();
  /** Connects, or keeps the connection: the emulator may have closed it between two requests. */
  const connected = (): Socket => {
    if (socket !== undefined) return socket;
    const fresh = connect(Number(port), hostname).setNoDelay(true);
    fresh.on('error', () => undefined).on('close', () => void (socket = undefined));
    return (socket = fresh);
  };
  const ask = async (head: string, body: Buffer, isHead: boolean): Promise<CallAnswer> =>
    await new Promise((resolve, reject) => {
      const to = connected();
      let got: Buffer = Buffer.of();
      const onClose = (): void => reject(new Error(`${host} closed the connection before it answered`));
      const onData = (bytes: Buffer): void => {
        got = got.length === 0 ? bytes : Buffer.concat([got, bytes]);
        const answer = readAnswer(got, isHead);
        if (answer === null) return;
        to.off('data', onData).off('close', onClose);
        resolve(answer);
      };
      to.on('data', onData).on('close', onClose);
      to.write(Buffer.concat([Buffer.from(head, 'latin1'), body]));
    });
  return {
    send: async (method, path, { host: _host, 'content-length': _length, ...headers }, text) => {
      const body = Buffer.from(text);
      const lines = Object.entries({ ...headers, host, 'content-length': body.length });
      const head = [
        `${method} ${path} HTTP/1.1`,
        ...lines.map(([name, value]) => `${name}: ${value}`),
        '',
        '',
      ];
      const answered = turn.then(async () => await ask(head.join('\r\n'), body, method === 'HEAD'));
      turn = answered.catch(() => undefined);
      return await answered;
    },
    close: () => void socket?.destroy(),
  };
};

/** Asks the emulated table one thing, in DynamoDB's JSON protocol. */
export const askTable = async (emulator: Emulator, action: string, body: string): Promise<CallAnswer> =>
  await emulator.send(
    'POST',
    '/',
    {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': `DynamoDB_20120810.${action}`,
      'x-amz-date': '20260101T000000Z',
      authorization:
        'AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0',
    },
    body,
  );
