#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { openCallLog } from '../calls/call-log.ts';
import { givenCredentials } from '../door/local-credentials.ts';
import { startCloud } from './start-cloud.ts';

/**
 * Serves SQS, S3 and Secrets Manager: `node local/cloud/main.ts --data DIR [--port N]`. Prints `{"url": "…"}` when it
 * is ready, and ends on SIGTERM, SIGINT or when its standard input closes: it never outlives the process that started
 * it.
 */
const { values } = parseArgs({
  options: { data: { type: 'string' }, port: { type: 'string', default: '0' } },
});
const port = Number(values.port);
if (values.data === undefined || !Number.isInteger(port)) {
  process.stderr.write('Usage: node local/cloud/main.ts --data DIR [--port N]\n');
  process.exit(2);
}

process.umask(0o077);
const credentials = givenCredentials(process.env);
const options = {
  dataDir: values.data,
  note: openCallLog(process.env),
  ...(credentials === undefined ? {} : { credentials }),
};
/** At the wanted port, or at any if another program has it. */
const cloud = await startCloud({ ...options, port }).catch(async (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EADDRINUSE' || port === 0) throw error;
  return await startCloud({ ...options, port: 0 });
});
let ending = false;
const end = (): void => {
  if (ending) return;
  ending = true;
  void cloud.close().then(() => process.exit(0));
};
process.once('SIGTERM', end);
process.once('SIGINT', end);
process.stdin.on('end', end).on('close', end).on('error', end).resume();
process.stdout.on('error', end);

// Last, because the reader may end this process at once.
process.stdout.write(`${JSON.stringify({ url: cloud.url })}\n`);
