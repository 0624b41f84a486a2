import { parseModelKeys } from '../../extract/llm/model-keys.ts';
import type { CorpusPlace } from '../../ingest/corpus-setting.ts';
import { teamCorpus } from '../../ingest/team-corpus.ts';
import { limits } from '../../limits/limits.ts';
import { Outage } from '../../outage.ts';
import { openVectors, type openSecrets } from '../clients.ts';
import { findSecret } from '../keys/get-secret.ts';
import type { Objects } from '../objects.ts';
import type { CorpusStore } from './corpus-store.ts';
import { holdCorpus } from './hold-corpus.ts';
import { openQdrantIndex } from './index/qdrant-index.ts';
import { openS3VectorIndex } from './index/s3-vector-index.ts';
import type { VectorIndex } from './index/vector-index.ts';
import { openPostgres } from './postgres/open-postgres.ts';
import { openPostgresStore } from './postgres/postgres-store.ts';
import { openSqliteStore } from './sqlite-store.ts';

/** The corpora of a deployment, as its setting names them. */
interface ChosenCorpora {
  readonly name: string;
  readonly store: CorpusPlace;
  /** Only for `s3-vectors`. */
  readonly vectorBucket?: string | undefined;
}

/** Makes what opens one corpus by its stored name. The address of a server comes from the secret of keys. */
const openerOf = (
  { name, store, vectorBucket }: ChosenCorpora,
  corpora: Objects,
  readAddress: (server: 'postgres' | 'qdrant') => Promise<string>,
  now: () => number,
): ((stored: string) => CorpusStore) => {
  if (store === 'postgres') {
    const postgres = openPostgres(() => readAddress('postgres'));
    return (stored) => openPostgresStore(postgres, stored);
  }
  if (store === 's3-vectors' && vectorBucket === undefined)
    throw new Error(`Cannot open the corpus ${name}: expected VECTOR_BUCKET, found nothing`);
  const vectors = store === 's3-vectors' ? openVectors() : null;
  const openIndex = (stored: string): VectorIndex | null => {
    if (store === 'qdrant') return openQdrantIndex(() => readAddress('qdrant'), stored);
    return vectors === null || vectorBucket === undefined
      ? null
      : openS3VectorIndex(vectors, vectorBucket, stored);
  };
  return (stored) => {
    const held = holdCorpus(corpora, stored, {
      now,
      commitTriesMax: limits.corpusCommitTriesMax,
      lease: { leaseMs: limits.corpusLeaseMs, pollMs: limits.corpusLeasePollMs },
    });
    return openSqliteStore(held, corpora, stored, openIndex(stored));
  };
};

/**
 * Opens the corpora of a deployment in their store: each team has its own, so that no search, list or deletion of one
 * team reaches pages of another. A sandbox holds few of them at a time, since each is a file on its disk.
 */
export const openCorpora = (
  chosen: ChosenCorpora,
  corpora: Objects,
  {
    secrets,
    keys,
    now,
  }: {
    readonly secrets: ReturnType<typeof openSecrets>;
    /** Name of the secret. */
    readonly keys: string;
    readonly now: () => number;
  },
): ((team: string) => CorpusStore) => {
  const readAddress = async (server: 'postgres' | 'qdrant'): Promise<string> => {
    const [address] = parseModelKeys((await findSecret(secrets, keys)) ?? '')[server] ?? [];
    if (address !== undefined) return address;
    throw new Outage(
      `Cannot open the corpus ${chosen.name}: the secret of keys names no ${server} (docs/corpus.md)`,
    );
  };
  const open = openerOf(chosen, corpora, readAddress, now);
  /** By team, the least recently used first. */
  const opened = new Map<string, CorpusStore>();
  return (team) => {
    const corpus = opened.get(team) ?? open(teamCorpus(chosen.name, team));
    opened.delete(team);
    opened.set(team, corpus);
    for (const [other, store] of opened) {
      if (opened.size <= limits.corporaHeldMax) break;
      opened.delete(other);
      if (chosen.store !== 'postgres') void store.close();
    }
    return corpus;
  };
};
