import type { CorpusFile } from '../../lib/store/corpus/corpus-file.ts';
import type { HeldCorpus } from '../../lib/store/corpus/hold-corpus.ts';

/** Mistakes that ingestion could make, made around a corpus that makes none. */
export type CorpusMutant = (corpus: HeldCorpus) => HeldCorpus;

type Row = Readonly<Record<string, string | number | null>>;

const ledger = ({ db }: CorpusFile): Row[] =>
  db.prepare('SELECT * FROM versions ORDER BY url, since').all() as Row[];

const changedUrls = (before: readonly Row[], after: readonly Row[]): string[] => {
  const known = new Set(before.map((row) => JSON.stringify(row)));
  return after.filter((row) => !known.has(JSON.stringify(row))).map(({ url }) => String(url));
};

const again = ({ db }: CorpusFile): void => db.exec('ROLLBACK; BEGIN IMMEDIATE');

const mutate = (corpus: HeldCorpus, commit: HeldCorpus['commit']): HeldCorpus => ({ ...corpus, commit });

export const corpusMutants = {
  /** As in the first design of the reader: what is there is deleted, then what is new is inserted. */
  'delete, then insert': (corpus) =>
    mutate(corpus, async (change) => {
      await corpus.commit((file) => {
        const before = ledger(file);
        if (!change(file)) return false;
        const urls = changedUrls(before, ledger(file));
        again(file);
        for (const url of urls) file.db.prepare('DELETE FROM passages WHERE url = ?').run(url);
        return true;
      });
      await corpus.commit(change);
    }),
  /** Whatever comes last wins. */
  'no ledger': (corpus) =>
    mutate(corpus, (change) =>
      corpus.commit((file) => {
        file.db.exec("UPDATE versions SET at = since, at = 0, envelope_key = '' WHERE until IS NULL");
        return change(file);
      }),
    ),
  /** Passages first, and what the corpus knows of the page in a second commit. */
  'ledger after': (corpus) =>
    mutate(corpus, async (change) => {
      await corpus.commit((file) => {
        const before = ledger(file);
        if (!change(file)) return false;
        file.db.exec('DELETE FROM versions');
        for (const row of before) {
          const names = Object.keys(row);
          file.db
            .prepare(`INSERT INTO versions(${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`)
            .run(...Object.values(row));
        }
        return true;
      });
      await corpus.commit(change);
    }),
  /** What the corpus knows of the page first, and its passages in a second commit. */
  'ledger before': (corpus) =>
    mutate(corpus, async (change) => {
      await corpus.commit((file) => {
        const before = ledger(file);
        if (!change(file)) return false;
        const after = ledger(file);
        const urls = changedUrls(before, after);
        again(file);
        file.db.exec('DELETE FROM versions');
        for (const row of after) {
          const names = Object.keys(row);
          file.db
            .prepare(`INSERT INTO versions(${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`)
            .run(...Object.values(row));
        }
        return urls.length > 0;
      });
      await corpus.commit(change);
    }),
} as const satisfies Record<string, CorpusMutant>;
