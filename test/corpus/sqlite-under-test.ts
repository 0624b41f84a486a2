import { CreateBucketCommand } from '@aws-sdk/client-s3';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { holdCorpus } from '../../lib/store/corpus/hold-corpus.ts';
import type { CorpusStore } from '../../lib/store/corpus/corpus-store.ts';
import { openSqliteStore } from '../../lib/store/corpus/sqlite-store.ts';
import { startCloud } from '../../local/cloud/start-cloud.ts';
import { s3Client } from '../conformance/cloud-under-test.ts';
import type { StoreUnderTest } from './store-cases/facts.ts';
import { testLease } from './test-lease.ts';

/** Corpora in files, over a bucket of their own. */
export interface FilesUnderTest {
  /** Two corpora that no case used before. */
  underTest(): StoreUnderTest;
  close(): Promise<void>;
}

export const startFiles = async (): Promise<FilesUnderTest> => {
  const folder = mkdtempSync(join(tmpdir(), 'gleaner-store-test-'));
  const cloud = await startCloud({ dataDir: folder });
  const client = s3Client(cloud.url);
  await client.send(new CreateBucketCommand({ Bucket: 'corpora' }));
  const opened: CorpusStore[] = [];
  let names = 0;
  return {
    underTest: () => {
      names += 1;
      // A search looks for a newer file after two seconds; here after none, by a clock that goes on.
      let clock = 0;
      const openAt = (name: string) => (): CorpusStore => {
        const corpora = { client, bucket: 'corpora' };
        const held = holdCorpus(corpora, name, {
          now: () => (clock += 10_000),
          commitTriesMax: 8,
          lease: testLease,
        });
        const store = openSqliteStore(held, corpora, name);
        opened.push(store);
        return store;
      };
      return { open: openAt(`corpus-${names}`), other: openAt(`other-${names}`) };
    },
    close: async () => {
      for (const store of opened) await store.close();
      client.destroy();
      await cloud.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
