import { CreateBucketCommand } from '@aws-sdk/client-s3';
import { S3VectorsClient } from '@aws-sdk/client-s3vectors';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CorpusStore } from '../../lib/store/corpus/corpus-store.ts';
import { holdCorpus } from '../../lib/store/corpus/hold-corpus.ts';
import { openQdrantIndex } from '../../lib/store/corpus/index/qdrant-index.ts';
import { openS3VectorIndex } from '../../lib/store/corpus/index/s3-vector-index.ts';
import type { VectorIndex } from '../../lib/store/corpus/index/vector-index.ts';
import { openSqliteStore } from '../../lib/store/corpus/sqlite-store.ts';
import { startCloud } from '../../local/cloud/start-cloud.ts';
import { s3Client } from '../conformance/cloud-under-test.ts';
import { startFakeQdrant, type FakeQdrant } from './fake-qdrant.ts';
import { startFakeS3Vectors } from './fake-s3-vectors.ts';
import type { StoreUnderTest } from './store-cases/facts.ts';
import { testLease } from './test-lease.ts';

export const indexKinds = ['Qdrant', 'Amazon S3 Vectors'] as const;
export type IndexKind = (typeof indexKinds)[number];

/** Corpora in a bucket, and the servers that have their vectors. */
export interface IndexesUnderTest {
  readonly qdrant: FakeQdrant;
  openIndex(kind: IndexKind, name: string): VectorIndex;
  open(name: string, index: VectorIndex | null): CorpusStore;
  /** Another corpus each time. */
  underTest(kind: IndexKind): StoreUnderTest & { readonly name: string };
  /** Vectors that a server keeps for a corpus. */
  kept(kind: IndexKind, name: string): number;
  close(): Promise<void>;
}

export const startIndexes = async (): Promise<IndexesUnderTest> => {
  const folder = mkdtempSync(join(tmpdir(), 'gleaner-index-test-'));
  const cloud = await startCloud({ dataDir: folder });
  const client = s3Client(cloud.url);
  await client.send(new CreateBucketCommand({ Bucket: 'corpora' }));
  const qdrant = await startFakeQdrant();
  const s3Vectors = await startFakeS3Vectors();
  const vectors = new S3VectorsClient({
    endpoint: s3Vectors.url,
    region: 'us-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    maxAttempts: 1,
  });
  const opened: CorpusStore[] = [];
  let names = 0;
  const openIndex = (kind: IndexKind, name: string): VectorIndex =>
    kind === 'Qdrant'
      ? openQdrantIndex(() => Promise.resolve(qdrant.url), name)
      : openS3VectorIndex(vectors, s3Vectors.bucket, name);
  const open = (name: string, index: VectorIndex | null): CorpusStore => {
    // A search looks for a newer file after two seconds; here after none, by a clock that goes on.
    let clock = 0;
    const corpora = { client, bucket: 'corpora' };
    const held = holdCorpus(corpora, name, {
      now: () => (clock += 10_000),
      commitTriesMax: 8,
      lease: testLease,
    });
    const store = openSqliteStore(held, corpora, name, index);
    opened.push(store);
    return store;
  };
  return {
    qdrant,
    openIndex,
    open,
    underTest: (kind) => {
      names += 1;
      const openAt = (name: string) => (): CorpusStore => open(name, openIndex(kind, name));
      return { name: `corpus-${names}`, open: openAt(`corpus-${names}`), other: openAt(`other-${names}`) };
    },
    kept: (kind, name) =>
      Object.entries(kind === 'Qdrant' ? qdrant.points() : s3Vectors.vectors()).reduce(
        (sum, [key, count]) => sum + (key.includes(`${name}.`) ? count : 0),
        0,
      ),
    close: async () => {
      for (const store of opened) await store.close();
      vectors.destroy();
      client.destroy();
      await qdrant.close();
      await s3Vectors.close();
      await cloud.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
