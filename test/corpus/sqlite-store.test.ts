import { CreateBucketCommand } from '@aws-sdk/client-s3';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { holdCorpus } from '../../lib/store/corpus/hold-corpus.ts';
import type { CorpusStore } from '../../lib/store/corpus/corpus-store.ts';
import { openSqliteStore } from '../../lib/store/corpus/sqlite-store.ts';
import { startCloud, type Cloud } from '../../local/cloud/start-cloud.ts';
import { s3Client } from '../conformance/cloud-under-test.ts';
import { storeCases, tenThousandPassages } from './store-cases/all-cases.ts';
import type { StoreUnderTest } from './store-cases/facts.ts';

let cloud: Cloud;
let folder: string;
let client: ReturnType<typeof s3Client>;
const opened: CorpusStore[] = [];
let names = 0;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gleaner-store-test-'));
  cloud = await startCloud({ dataDir: folder });
  client = s3Client(cloud.url);
  await client.send(new CreateBucketCommand({ Bucket: 'corpora' }));
});
afterAll(async () => {
  for (const store of opened) await store.close();
  client.destroy();
  await cloud.close();
  rmSync(folder, { recursive: true, force: true });
});

const underTest = (): StoreUnderTest => {
  names += 1;
  // A search looks for a newer file after two seconds; here after none, by a clock that goes on.
  let clock = 0;
  const openAt = (name: string) => (): CorpusStore => {
    const corpora = { client, bucket: 'corpora' };
    const held = holdCorpus(corpora, name, { now: () => (clock += 10_000), commitTriesMax: 8 });
    const store = openSqliteStore(held, corpora, name);
    opened.push(store);
    return store;
  };
  return { open: openAt(`corpus-${names}`), other: openAt(`other-${names}`) };
};

describe('a corpus in a file', () => {
  test.each(Object.entries(storeCases))('%s', async (_name, run) => {
    await run(underTest());
  });
  test('ten thousand passages', async () => {
    await tenThousandPassages(underTest());
  });
});
