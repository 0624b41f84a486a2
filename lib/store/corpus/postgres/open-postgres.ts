import { Pool, type PoolClient } from 'pg';

type Row = Readonly<Record<string, unknown>>;

/** Asks a database; values are never part of the text. */
export interface Sql {
  query(text: string, values?: readonly unknown[]): Promise<readonly Row[]>;
}

/** A PostgreSQL with the extension `vector`. */
export interface Postgres extends Sql {
  /** Carries out `work` as one transaction; what it throws takes everything back. */
  transact<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

const asSql = (client: Pick<PoolClient, 'query'>): Sql => ({
  query: async (text, values = []) => (await client.query<Row>(text, [...values])).rows,
});

/** Connections of one sandbox: it works on one batch, or answers one request, at a time. */
const connectionsMax = 2;
const connectMs = 10_000;
/** Nothing that a corpus asks takes longer. */
const statementMs = 60_000;

const openPool = (address: string): Pool => {
  const pool = new Pool({
    connectionString: address,
    max: connectionsMax,
    connectionTimeoutMillis: connectMs,
    statement_timeout: statementMs,
    // A sandbox that is frozen or a script that is over is not kept by a connection.
    allowExitOnIdle: true,
  });
  // A connection that breaks while nobody uses it is made anew by whoever asks next.
  pool.on('error', () => {});
  return pool;
};

/**
 * Opens a database. Nothing is connected, nor its address (`postgres://user:password@host/database`) read, before it is
 * asked.
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
