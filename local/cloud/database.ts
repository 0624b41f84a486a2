import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { schema } from './schema.ts';

type Row = Record<string, unknown>;

/** SQLite, synchronous: a run of calls without `await` is never interleaved with another request. */
export interface Database {
  /**
   * Runs a statement.
   *
   * @returns how many rows changed, and the number of the row that was inserted.
   */
  run(sql: string, ...values: SQLInputValue[]): { readonly changes: number; readonly rowId: number };
  get<Of = Row>(sql: string, ...values: SQLInputValue[]): Of | undefined;
  all<Of = Row>(sql: string, ...values: SQLInputValue[]): Of[];
  /** Runs `work` completely or not at all. `work` must not await; inside another transaction it joins that one. */
  transaction<Result>(work: () => Result): Result;
  close(): void;
}

/**
 * Opens the file for this process alone: a second server on the same data would deliver each message twice. With
 * `synchronous=NORMAL` every commit survives `kill -9`; a power cut may lose the last ones.
 */
export const openDatabase = (path: string): Database => {
  const db = new DatabaseSync(path);
  db.exec(
    'PRAGMA locking_mode=EXCLUSIVE; PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA cache_size=-65536;',
  );
  db.exec(schema);
  const statements = new Map<string, StatementSync>();
  const prepared = (sql: string): StatementSync => {
    const known = statements.get(sql);
    if (known) return known;
    const statement = db.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
  let inside = false;
  return {
    run: (sql, ...values) => {
      const { changes, lastInsertRowid } = prepared(sql).run(...values);
      return { changes: Number(changes), rowId: Number(lastInsertRowid) };
    },
    get: <Of>(sql: string, ...values: SQLInputValue[]) => prepared(sql).get(...values) as Of | undefined,
    all: <Of>(sql: string, ...values: SQLInputValue[]) => prepared(sql).all(...values) as Of[],
    transaction: (work) => {
      if (inside) return work();
      prepared('BEGIN IMMEDIATE').run();
      inside = true;
      try {
        const result = work();
        prepared('COMMIT').run();
        return result;
      } catch (error) {
        if (db.isTransaction) prepared('ROLLBACK').run();
        throw error;
      } finally {
        inside = false;
      }
    },
    close: () => db.close(),
  };
};
