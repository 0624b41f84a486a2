import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateBucketCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { commandArguments } from '../../test/command-line/command-arguments.ts';
import { prices } from '../../lib/job/prices.ts';
import { limits } from '../../lib/limits/limits.ts';
import { ingestEnvelopes } from '../../lib/steps/ingest-envelopes/ingest-envelopes.ts';
import { searchCorpus } from '../../lib/steps/search-corpus/search-corpus.ts';
import { holdCorpus } from '../../lib/store/corpus/hold-corpus.ts';
import type { EventBus } from '../../lib/store/corpus/put-page-events.ts';
import { openSqliteStore } from '../../lib/store/corpus/sqlite-store.ts';
import { startCloud } from '../../local/cloud/start-cloud.ts';
import { makeTestEnvelope } from '../../test/corpus/envelope.ts';
import { manualFolder, readIndex, readManual } from './read-manual.ts';

/**
 * What a page takes on its way into a corpus, and a search of it: CPU of the step with its clients, and the calls
 * that are paid for, counted where they leave. The store runs in a process of its own, whose CPU is not counted. See
 * ../README.md.
 *
 *   npm run bench:ingest-step [-- --manual <folder>]
 */

const batch = 50;

/** Serves S3 until its parent is gone. */
const serve = async (): Promise<void> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'gleaner-bench-'));
  const cloud = await startCloud({ dataDir });
  process.send?.(cloud.url);
  await once(process, 'disconnect');
  await cloud.close();
  await rm(dataDir, { recursive: true, force: true });
};

const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

const measure = async (manual: string): Promise<void> => {
  const server = fork(import.meta.filename, ['--serve']);
  const [url] = (await once(server, 'message')) as [string];
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const client = new S3Client({ endpoint: url, region: 'us-east-1', forcePathStyle: true, credentials });
  const calls = new Map<string, number>();
  for (const Bucket of ['envelopes', 'corpora']) await client.send(new CreateBucketCommand({ Bucket }));
  const pages = readManual(manual);
  const keys: string[] = [];
  for (const { name, title, markdown } of pages) {
    const key = `staged/${name}.json`;
    keys.push(key);
    const envelope = makeTestEnvelope({ url: `http://manual.example/${name}`, at: 1, markdown, title });
    await client.send(
      new PutObjectCommand({ Bucket: 'envelopes', Key: key, Body: JSON.stringify(envelope) }),
    );
  }
  const count = (name: string): void => void calls.set(name, (calls.get(name) ?? 0) + 1);
  client.middlewareStack.add(
    (next, context) => (call) => {
      count(String(context.commandName));
      return next(call);
    },
    { step: 'finalizeRequest', name: 'count', priority: 'low' },
  );
  const corpora = { client, bucket: 'corpora' };
  const corpus = openSqliteStore(
    holdCorpus(corpora, 'main', {
      now: Date.now,
      commitTriesMax: limits.corpusCommitTriesMax,
      lease: { leaseMs: limits.corpusLeaseMs, pollMs: limits.corpusLeasePollMs },
    }),
    corpora,
    'main',
  );
  const events = { send: () => (count('PutEventsCommand'), Promise.resolve({ FailedEntryCount: 0 })) };
  const dependencies = {
    envelopes: { client, bucket: 'envelopes' },
    corpusOf: () => corpus,
    embedding: null,
    name: 'main',
    stack: 'Gleaner',
    takes: 'all' as const,
    queue: { client: client as never, url: '' },
    events: events as unknown as EventBus,
    now: () => 2,
    log: console.log,
  };
  const [began, beganAt] = [cpuMs(), performance.now()];
  for (let at = 0; at < keys.length; at += batch)
    await ingestEnvelopes(dependencies, [
      { id: 'm', body: { reindex: 'keys', keys: keys.slice(at, at + batch) } },
    ]);
  const spent = (cpuMs() - began) / pages.length;
  const perSecond = pages.length / ((performance.now() - beganAt) / 1_000);
  const rates = `${(1_000 / spent).toFixed(0)} for a second of CPU, ${perSecond.toFixed(0)} a second by the clock`;
  console.log(`${pages.length} pages: ${spent.toFixed(2)} ms of CPU each, ${rates}`);
  const each = (name: string): number => calls.get(name) ?? 0;
  const dollars =
    each('GetObjectCommand') * prices.objectGet +
    each('PutObjectCommand') * prices.objectPut +
    each('PutEventsCommand') * 1e-6 +
    // A message in, and a receive and a deletion for ten.
    pages.length * 1.2 * prices.queueRequest;
  const million = 1e6 / pages.length;
  const counted = [...calls].map(([name, number]) => `${name} ${number}`);
  console.log(
    `calls: ${counted.join(', ')}; $${(dollars * million).toFixed(2)} for a million pages, without the function`,
  );
  const memory = 3_008 / 1_024;
  console.log(
    `the function: $${(spent * 1e3 * memory * prices.lambdaGigabyteSecond.arm64).toFixed(2)} for a ` +
      'million pages by CPU',
  );
  calls.clear();
  const entries = readIndex(manual).slice(0, 500);
  const searchBegan = cpuMs();
  for (const { query } of entries)
    await searchCorpus({ corpus, name: 'main', now: Date.now, log: () => {} }, { query });
  const search = (cpuMs() - searchBegan) / entries.length;
  const searchDollars =
    prices.apiRequest +
    prices.lambdaRequest +
    (search / 1_000) * memory * prices.lambdaGigabyteSecond.arm64 +
    (each('GetObjectCommand') / entries.length) * prices.objectGet;
  console.log(
    `${entries.length} searches: ${search.toFixed(2)} ms of CPU each; ` +
      `$${(searchDollars * 1e6).toFixed(2)} for a million`,
  );
  await corpus.close();
  client.destroy();
  server.disconnect();
};

const { values } = commandArguments('npm run bench:ingest-step', {
  options: { manual: { type: 'string', default: manualFolder }, serve: { type: 'boolean', default: false } },
});
if (values.serve) await serve();
else {
  if (!existsSync(values.manual))
    throw new Error(
      `Cannot measure: ${values.manual} does not exist. Install Debian's package postgresql-doc-15, or name --manual`,
    );
  await measure(values.manual);
}
