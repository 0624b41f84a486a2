import { mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { join, resolve } from 'node:path';
import type { NoteCalls } from '../calls/call-log.ts';
import type { LocalCredentials } from '../door/local-credentials.ts';
import { serveRequest, type Services } from './serve-request.ts';
import { openDatabase, type Database } from './database.ts';
import { expireObjects } from './s3/lifecycle.ts';
import { openObjectFiles } from './s3/object-files.ts';
import { resumeMoveTasks } from './sqs/move-tasks.ts';
import { releaseInFlight, sweepExpiredMessages } from './sqs/sweep-messages.ts';
import { makeWaiters } from './sqs/waiters.ts';

export interface CloudOptions {
  readonly dataDir: string;
  /** Without credentials every caller on loopback is answered: for tests. */
  readonly credentials?: LocalCredentials;
  /** 0 (default) takes a free one. */
  readonly port?: number;
  /** Whether messages in flight become visible at the start (default): after a restart no worker holds them. */
  readonly releaseInFlight?: boolean;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /** Notes the calls of functions. */
  readonly note?: NoteCalls | undefined;
}

/** SQS, S3, Parameter Store, Secrets Manager and an event bus on one port of 127.0.0.1. */
export interface Cloud {
  readonly url: string;
  readonly port: number;
  /** Returns the number of long polls that wait for a message now. */
  longPolls(): number;
  /** Ends every connection, including long polls, and closes the data. */
  close(): Promise<void>;
}

const sweepEveryMs = 60_000;
/** S3 looks once a day; it reads the whole index. */
const expireEveryMs = 60 * 60_000;

const openServices = (
  db: Database,
  dataDir: string,
  now: () => number,
  isClosed: () => boolean,
): Services => {
  const waiters = makeWaiters(db, now);
  return {
    sqs: { db, now, waiters, isClosed },
    s3: { db, now, files: openObjectFiles(dataDir, db), wakeQueue: (queueId) => waiters.wake(queueId) },
    secrets: { db, now },
    parameters: { db, now },
    events: { db, now, wakeQueue: (queueId) => waiters.wake(queueId) },
  };
};

/**
 * Serves SQS, S3, Parameter Store, Secrets Manager and EventBridge's default bus from one data directory.
 * Everything acknowledged survives `kill -9`.
 *
 * @throws {Error} when the port is taken, or another server has the directory open.
 */
export const startCloud = async (options: CloudOptions): Promise<Cloud> => {
  const { port = 0, releaseInFlight: releases = true, now = Date.now, credentials } = options;
  const dataDir = resolve(options.dataDir);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const db = openDatabase(join(dataDir, 'cloud.sqlite'));
  let closed = false;
  const services = openServices(db, dataDir, now, () => closed);
  if (releases) releaseInFlight(db, now());
  sweepExpiredMessages(db, now());
  resumeMoveTasks(services.sqs);
  const sweeping = setInterval(() => sweepExpiredMessages(db, now()), sweepEveryMs);
  sweeping.unref();
  expireObjects(services.s3);
  const expiring = setInterval(() => expireObjects(services.s3), expireEveryMs);
  expiring.unref();

  const server = createServer({ keepAliveTimeout: 60_000, requestTimeout: 0 }, (request, response) => {
    response.on('error', () => {});
    serveRequest({ services, credentials, now, note: options.note }, request, response).catch(
      (error: unknown) => {
        // A caller that hung up in the middle is no error of ours.
        if (!response.destroyed) process.stderr.write(`${(error as Error).stack}\n`);
        response.destroy();
      },
    );
  });
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const closeStore = (): void => {
    closed = true;
    clearInterval(sweeping);
    clearInterval(expiring);
    services.sqs.waiters.close();
    db.close();
  };
  try {
    await new Promise<void>((done, fail) => {
      server.once('error', fail);
      server.listen(port, '127.0.0.1', done);
    });
  } catch (error) {
    closeStore();
    throw error;
  }
  const bound = (server.address() as AddressInfo).port;
  return {
    url: `http://127.0.0.1:${bound}`,
    port: bound,
    longPolls: () => services.sqs.waiters.count(),
    close: async () => {
      if (closed) return;
      closed = true;
      // Hang-ups give messages back. The server reports its end before its sockets do, so both are waited for.
      const hangUps = [...sockets].map(
        (socket) => new Promise<void>((done) => socket.once('close', () => done())),
      );
      const ended = new Promise<void>((done) => server.close(() => done()));
      server.closeAllConnections();
      await Promise.all([ended, ...hangUps]);
      closeStore();
    },
  };
};
