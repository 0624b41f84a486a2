import { openQueues, openSecrets } from '../lib/store/clients.ts';
import { holdCorpus } from '../lib/store/corpus/hold-corpus.ts';
import { openSqliteStore } from '../lib/store/corpus/sqlite-store.ts';
import { requireCorpus } from '../lib/config.ts';
import { limits } from '../lib/limits/limits.ts';
import { openEmbedder } from '../lib/steps/embed-texts/open-embedder.ts';
import { authenticator } from '../lib/steps/api/authenticate.ts';
import { httpFunction } from './edge/http-function.ts';
import { createRuntime } from './edge/runtime.ts';
import { corpusEndpoints } from './endpoints/corpus.ts';

const { config, ...runtime } = createRuntime([
  'TABLE_NAME',
  'ENVELOPE_BUCKET',
  'CORPUS_BUCKET',
  'INGEST_QUEUE_URL',
  'KEY_SECRET_ARN',
  'GLEANER_CORPUS',
  'MODEL_KEYS_ARN',
  'GLEANER_LLM',
]);
const { table, envelopes, pepper, now } = runtime;
const { name, takes, bucket } = requireCorpus(config);
const corpora = { client: envelopes.client, bucket };
const dependencies = {
  ...runtime,
  corpus: openSqliteStore(
    holdCorpus(corpora, name, { now, commitTriesMax: limits.corpusCommitTriesMax }),
    corpora,
    name,
  ),
  embedder: openEmbedder(config, openSecrets()),
  name,
  takes,
  queue: { client: openQueues(), url: config.INGEST_QUEUE_URL },
};

export const handler = httpFunction(corpusEndpoints, dependencies, {
  authenticate: authenticator(table, pepper, now),
});
