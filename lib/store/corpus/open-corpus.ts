import { parseModelKeys } from '../../extract/llm/model-keys.ts';
import { limits } from '../../limits/limits.ts';
import { Outage } from '../../outage.ts';
import type { openSecrets } from '../clients.ts';
import type { CorpusStore } from './corpus-store.ts';
import { holdCorpus } from './hold-corpus.ts';
import { openPostgres } from './postgres/open-postgres.ts';
import { openPostgresStore } from './postgres/postgres-store.ts';
import { openSqliteStore } from './sqlite-store.ts';
import { getSecret } from '../keys/get-secret.ts';
import type { Objects } from '../objects.ts';

/** Opens the corpus of a deployment where it is kept; a database at the address that its secret of keys names. */
export const openCorpus = (
  { name, store }: { readonly name: string; readonly store: 'file' | 'postgres' },
  corpora: Objects,
  {
    secrets,
    keys,
    now,
  }: {
    readonly secrets: ReturnType<typeof openSecrets>;
    /** ARN of the secret. */
    readonly keys: string;
    readonly now: () => number;
  },
): CorpusStore => {
  if (store === 'file')
    return openSqliteStore(
      holdCorpus(corpora, name, { now, commitTriesMax: limits.corpusCommitTriesMax }),
      corpora,
      name,
    );
  const readAddress = async (): Promise<string> => {
    const [address] = parseModelKeys(await getSecret(secrets, keys))['postgres'] ?? [];
    if (address !== undefined) return address;
    throw new Outage(`Cannot open the corpus ${name}: the secret of keys names no postgres (docs/corpus.md)`);
  };
  return openPostgresStore(openPostgres(readAddress), name);
};
