import { parseModelKeys } from '../../extract/llm/model-keys.ts';
import type { CorpusPlace } from '../../ingest/corpus-setting.ts';
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

/** The corpus of a deployment, as its setting names it. */
interface ChosenCorpus {
  readonly name: string;
  readonly store: CorpusPlace;
  /** Only for `s3-vectors`. */
  readonly vectorBucket?: string | undefined;
}

/** Opens the corpus of a deployment in its store. The address of a server comes from the secret of keys. */
export const openCorpus = (
  { name, store, vectorBucket }: ChosenCorpus,
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
): CorpusStore => {
  const readAddress = async (server: 'postgres' | 'qdrant'): Promise<string> => {
    const [address] = parseModelKeys((await findSecret(secrets, keys)) ?? '')[server] ?? [];
    if (address !== undefined) return address;
    throw new Outage(
      `Cannot open the corpus ${name}: the secret of keys names no ${server} (docs/corpus.md)`,
    );
  };
  if (store === 'postgres')
    return openPostgresStore(
      openPostgres(() => readAddress('postgres')),
      name,
    );
  const openIndex = (): VectorIndex | null => {
    if (store === 'qdrant') return openQdrantIndex(() => readAddress('qdrant'), name);
    if (store === 'file') return null;
    if (vectorBucket !== undefined) return openS3VectorIndex(openVectors(), vectorBucket, name);
    throw new Error(`Cannot open the corpus ${name}: expected VECTOR_BUCKET, found nothing`);
  };
  const held = holdCorpus(corpora, name, { now, commitTriesMax: limits.corpusCommitTriesMax });
  return openSqliteStore(held, corpora, name, openIndex());
};
