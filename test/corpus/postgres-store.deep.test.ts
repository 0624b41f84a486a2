import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CorpusStore } from '../../lib/store/corpus/corpus-store.ts';
import { openPostgres } from '../../lib/store/corpus/postgres/open-postgres.ts';
import { openPostgresStore } from '../../lib/store/corpus/postgres/postgres-store.ts';
import { quarterOfRun } from '../slices/slices.ts';
import { storeCases, manyPassages } from './store-cases/all-cases.ts';
import type { StoreUnderTest } from './store-cases/facts.ts';

/** PostgreSQL 18 with pgvector, in WebAssembly, behind its own protocol: the client is the one that users have. */
let db: PGlite;
let server: PGLiteSocketServer;
let address: string;
const opened: CorpusStore[] = [];
let names = 0;

beforeAll(async () => {
  db = await PGlite.create({ extensions: { vector } });
  server = new PGLiteSocketServer({ db, host: '127.0.0.1', port: 0, maxConnections: 40 });
  await server.start();
  address = `postgres://postgres@${server.getServerConn()}/postgres`;
});
afterAll(async () => {
  await Promise.all(opened.map((store) => store.close()));
  await server.stop();
  await db.close();
});

const underTest = (): StoreUnderTest => {
  names += 1;
  const openAt = (name: string) => (): CorpusStore => {
    const store = openPostgresStore(
      openPostgres(() => Promise.resolve(address)),
      name,
    );
    opened.push(store);
    return store;
  };
  return { open: openAt(`corpus-${names}`), other: openAt(`other-${names}`) };
};

describe('a corpus in PostgreSQL', () => {
  test.each(quarterOfRun(Object.entries(storeCases)))('%s', async (_name, run) => {
    await run(underTest());
    await Promise.all(opened.splice(0).map((store) => store.close()));
  });

  test('many passages', async () => {
    await manyPassages(underTest());
  });

  test('that is not there is an error, and nothing hangs', async () => {
    const store = openPostgresStore(
      openPostgres(() => Promise.resolve('postgres://nobody@127.0.0.1:9/none')),
      'none',
    );
    await expect(store.count(null)).rejects.toThrow(/ECONNREFUSED/);
    await store.close();
  });
});
