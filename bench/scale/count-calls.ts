import { subscribe } from 'node:diagnostics_channel';
import { renameSync, writeFileSync } from 'node:fs';
import type { ClientRequest } from 'node:http';
import { join } from 'node:path';

/**
 * Loaded into every sandbox and into the runtime with `node --import`, which hands it on through NODE_OPTIONS; the
 * address it is imported by says where to (`?to=DIR`). Counts calls of AWS services by the events of node:http, and
 * of a sandbox its invocations; writes `DIR/<pid>.json` every second and at the end. Changes nothing of what it
 * watches.
 */
export interface ProcessTally {
  /** Function, or `runtime`. */
  readonly name: string;
  /** By `service.action`: `AmazonSQS.SendMessageBatch`, `S3.PUT`. */
  readonly calls: Record<string, number>;
  /** Bytes put into buckets, by the first part of their keys: `staged`. */
  readonly stored: Record<string, number>;
  invocations: number;
  /** Messages that came with them, and pages named in those. */
  messages: number;
  pages: number;
  /** Milliseconds from an event's arrival to its result: what Lambda bills. */
  billedMs: number;
  /** Milliseconds from the process's start to its first event. */
  startMs: number;
  cpuMs: number;
  /** Largest resident set, in MiB. */
  memoryMiB: number;
}

const program = process.argv[1] ?? '';
const folder = new URL(import.meta.url).searchParams.get('to') ?? '';
const isSandbox = program.endsWith('sandbox.ts');

const watch = (): void => {
  const tally: ProcessTally = {
    name: process.env['AWS_LAMBDA_FUNCTION_NAME'] ?? 'runtime',
    calls: {},
    stored: {},
    invocations: 0,
    messages: 0,
    pages: 0,
    billedMs: 0,
    startMs: 0,
    cpuMs: 0,
    memoryMiB: 0,
  };
  let changed = true;
  const write = (): void => {
    if (!changed) return;
    changed = false;
    const { user, system } = process.cpuUsage();
    tally.cpuMs = (user + system) / 1_000;
    tally.memoryMiB = process.resourceUsage().maxRSS / 1_024;
    const path = join(folder, `${process.pid}.json`);
    writeFileSync(`${path}.new`, JSON.stringify(tally));
    renameSync(`${path}.new`, path);
  };
  setInterval(write, 1_000).unref();
  process.on('exit', () => {
    changed = true;
    write();
  });
  subscribe('http.client.request.start', (message) => {
    const { request } = message as { request: ClientRequest };
    const target = request.getHeader('x-amz-target');
    const name = typeof target === 'string' ? target.replace('_20120810', '') : `S3.${request.method}`;
    tally.calls[name] = (tally.calls[name] ?? 0) + 1;
    const [, prefix] = name === 'S3.PUT' ? (/^\/[^/]+\/([^/?]+)\//.exec(request.path) ?? []) : [];
    if (prefix !== undefined)
      tally.stored[prefix] = (tally.stored[prefix] ?? 0) + Number(request.getHeader('content-length') ?? 0);
    changed = true;
  });
  if (!isSandbox) return;
  let began = 0;
  process.on('message', ({ event }: { event?: { Records?: { body?: string }[] } }) => {
    began = performance.now();
    if (tally.invocations === 0) tally.startMs = began;
    tally.invocations += 1;
    for (const { body = '' } of event?.Records ?? []) {
      tally.messages += 1;
      tally.pages += /"pages":\[([^\]]*)\]/.exec(body)?.[1]?.split(',').length ?? 0;
    }
  });
  const send = process.send?.bind(process);
  const counted = (...told: [{ readonly requestId?: string }]): boolean => {
    if (told[0].requestId !== undefined) {
      tally.billedMs += performance.now() - began;
      changed = true;
    }
    return send?.(...told) ?? false;
  };
  process.send = counted as NonNullable<typeof process.send>;
};

if (isSandbox || program.endsWith('start.ts')) watch();
