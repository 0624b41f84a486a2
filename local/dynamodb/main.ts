#!/usr/bin/env node
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { openCallLog } from '../calls/call-log.ts';
import { givenCredentials } from '../door/local-credentials.ts';
import { startDynoxide } from '../runtime/start-dynoxide.ts';
import { serveDoor } from './serve-door.ts';

/**
 * Runs the DynamoDB emulator behind its door: `node local/dynamodb/main.ts --data DIR`. It listens on the socket that
 * it got as descriptor 3, which belongs to the network of the process that started it. If this process has a network of
 * its own, the emulator is in it too, and no other process can reach it. Prints one line when it is ready, with the
 * emulator's own port, and ends when its standard input closes.
 */
process.umask(0o077);
const { values } = parseArgs({ options: { data: { type: 'string' } } });
const credentials = givenCredentials(process.env);
if (values.data === undefined || credentials === undefined) {
  process.stderr.write(
    'Usage: node local/dynamodb/main.ts --data DIR, with credentials in the environment\n',
  );
  process.exit(2);
}
const store = await startDynoxide(values.data, { ownGroup: false });
const door = serveDoor(store.url, credentials, openCallLog(process.env));
door.listen({ fd: 3 });
await once(door, 'listening');
let ending = false;
const end = (): void => {
  if (ending) return;
  ending = true;
  door.closeAllConnections();
  void store.stop().then(() => process.exit(0));
};
process.once('SIGTERM', end);
process.once('SIGINT', end);
process.stdin.on('end', end).on('close', end).on('error', end).resume();
process.stdout.on('error', end);
process.stdout.write(`${JSON.stringify({ ready: true, port: Number(new URL(store.url).port) })}\n`);
