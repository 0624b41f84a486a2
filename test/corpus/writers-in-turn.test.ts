import type { S3Client } from '@aws-sdk/client-s3';
import { expect, it } from 'vitest';
import { leaseCorpus } from '../../lib/store/corpus/corpus-lease.ts';
import { holdCorpus, type HeldCorpus } from '../../lib/store/corpus/hold-corpus.ts';
import { scheduledCalls } from './scheduled-calls.ts';

/** A bucket whose calls are carried out in the order in which they were made, until nobody calls any more. */
const bucketOfCalls = () => {
  const calls = scheduledCalls();
  const clientOf = (worker: number): S3Client => calls.s3(worker);
  const carryOutAll = async (work: Promise<unknown>): Promise<void> => {
    const ended = new AbortController();
    const done = work.finally(() => ended.abort());
    while (!ended.signal.aborted) {
      calls.waiting.shift()?.carryOut()();
      await new Promise((resolve) => setImmediate(resolve));
    }
    await done;
  };
  return { ...calls, clientOf, carryOutAll };
};

const soon = { leaseMs: 1_000, pollMs: 1, pause: () => Promise.resolve() };

const hold = (client: S3Client): HeldCorpus =>
  holdCorpus({ client, bucket: 'corpora' }, 'main', {
    now: () => 0,
    // No writer may find that another one was first.
    commitTriesMax: 1,
    lease: soon,
  });

it('writers that commit at the same time take turns, and none works in vain', async () => {
  const bucket = bucketOfCalls();
  const writers = [1, 2, 3].map((worker) => hold(bucket.clientOf(worker)));
  let changes = 0;
  const commitTen = async (corpus: HeldCorpus): Promise<void> => {
    for (let at = 0; at < 10; at += 1)
      await corpus.commit(({ db }) => {
        changes += 1;
        db.exec('CREATE TABLE IF NOT EXISTS counted(n INTEGER); INSERT INTO counted VALUES (1)');
        return true;
      });
  };
  await bucket.carryOutAll(Promise.all(writers.map(commitTen)));
  const reader = hold(bucket.clientOf(4));
  const read = reader.read(0);
  await bucket.carryOutAll(read);
  const counted = (await read)?.db.prepare('SELECT count(*) AS n FROM counted').get();
  expect({ changes, counted: { ...counted } }).toStrictEqual({ changes: 30, counted: { n: 30 } });
  for (const corpus of [...writers, reader]) corpus.close();
});

it('the lease of a writer that died is taken over, and its late return does not free the new one', async () => {
  const bucket = bucketOfCalls();
  const place = (worker: number) => ({ client: bucket.clientOf(worker), bucket: 'corpora' });
  const text = (): string => new TextDecoder().decode(bucket.objects.get('corpora/main.lease')?.bytes);
  let giveBackFirst = (): Promise<void> => Promise.resolve();
  let giveBackSecond = giveBackFirst;
  await bucket.carryOutAll(leaseCorpus(place(1), 'main', soon).then((give) => (giveBackFirst = give)));
  const first = text();
  await bucket.carryOutAll(leaseCorpus(place(2), 'main', soon).then((give) => (giveBackSecond = give)));
  const second = text();
  expect(second).not.toBe(first);
  await bucket.carryOutAll(giveBackFirst());
  expect(text()).toBe(second);
  await bucket.carryOutAll(giveBackSecond());
  expect(text()).toMatch(/^free /);
});

it('a writer that never gets the lease writes without it', async () => {
  const bucket = bucketOfCalls();
  let others = 0;
  const pause = (): Promise<void> => {
    // Another writer has the lease at each look.
    others += 1;
    bucket.put('corpora/main.lease', new TextEncoder().encode(`other ${others}`));
    return Promise.resolve();
  };
  bucket.put('corpora/main.lease', new TextEncoder().encode('other'));
  const corpus = holdCorpus({ client: bucket.clientOf(1), bucket: 'corpora' }, 'main', {
    now: () => 0,
    commitTriesMax: 1,
    lease: { leaseMs: 20, pollMs: 1, pause },
  });
  await bucket.carryOutAll(
    corpus.commit(({ db }) => {
      db.exec('CREATE TABLE counted(n INTEGER)');
      return true;
    }),
  );
  expect([others, bucket.objects.has('corpora/main.sqlite')]).toStrictEqual([60, true]);
  corpus.close();
});
