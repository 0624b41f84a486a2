import { Pool, type PoolClient } from 'pg';

type Row = Readonly<Record<string, unknown>>;

/** Queries a database. Values are never part of the text. */
export interface Sql {
  query(text: string, values?: readonly unknown[]): Promise<readonly Row[]>;
}

/** A PostgreSQL with the extension `vector`. */
export interface Postgres extends Sql {
  /** Runs `work` as one transaction; an error rolls everything back. */
  transact<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

const asSql = (client: Pick<PoolClient, 'query'>): Sql => ({
  query: async (text, values = []) => (await client.query<Row>(text, [...values])).rows,
});

/** Connections of one sandbox: it works on one batch, or answers one request, at a time. */
const connectionsMax = 2;
const connectMs = 10_000;
/** No query of a corpus takes longer. */
const statementMs = 60_000;

const openPool = (address: string): Pool => {
  const pool = new Pool({
    connectionString: address,
    max: connectionsMax,
    connectionTimeoutMillis: connectMs,
    statement_timeout: statementMs,
    // A connection must not keep a frozen sandbox or a finished script running.
    allowExitOnIdle: true,
  });
  // If an idle connection breaks, the next query opens a new one.
  pool.on('error', () => {});
  return pool;
};

/**
 * Opens a database. It neither connects nor reads the address (`postgres://user:password@host/database`) before the
 * first query.
 */
export const openPostgres = (readAddress: () => Promise<string>): Postgres => {
  let opened: Promise<Pool> | undefined;
  const pool = async (): Promise<Pool> => {
    opened ??= readAddress().then(openPool);
    try {
      return await opened;
    } catch (error) {
      opened = undefined;
      throw error;
    }
  };
  return {
    query: async (text, values) => await asSql(await pool()).query(text, values),
    transact: async (work) => {
      const client = await (await pool()).connect();
      let broken: Error | undefined;
      try {
        await client.query('BEGIN');
        const result = await work(asSql(client));
        await client.query('COMMIT');
        return result;
      } catch (error) {
        broken = error instanceof Error ? error : new Error(String(error));
        await client.query('ROLLBACK').catch(() => {});
        throw error;
      } finally {
        client.release(broken);
      }
    },
    close: async () => {
      const last = opened;
      opened = undefined;
      await (await last)?.end();
    },
  };
};
