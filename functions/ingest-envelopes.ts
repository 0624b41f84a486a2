import { openEvents, openQueues, openSecrets } from '../lib/store/clients.ts';
import { holdCorpus } from '../lib/store/corpus/hold-corpus.ts';
import { openSqliteStore } from '../lib/store/corpus/sqlite-store.ts';
import { requireCorpus } from '../lib/config.ts';
import { limits } from '../lib/limits/limits.ts';
import { openEmbedder } from '../lib/steps/embed-texts/open-embedder.ts';
import { ingestEnvelopes } from '../lib/steps/ingest-envelopes/ingest-envelopes.ts';
import { jsonOrText, queueFunction } from './edge/queue-function.ts';
import { createRuntime } from './edge/runtime.ts';

const { config, ...runtime } = createRuntime([
  'TABLE_NAME',
  'ENVELOPE_BUCKET',
  'CORPUS_BUCKET',
  'INGEST_QUEUE_URL',
  'GLEANER_CORPUS',
  'MODEL_KEYS_ARN',
  'GLEANER_LLM',
]);
const { name, takes, bucket } = requireCorpus(config);
const corpora = { client: runtime.envelopes.client, bucket };
const timing = { now: runtime.now, commitTriesMax: limits.corpusCommitTriesMax };
const embedder = openEmbedder(config, openSecrets());
const dependencies = {
  ...runtime,
  corpus: openSqliteStore(holdCorpus(corpora, name, timing), corpora, name),
  embedding: embedder === undefined ? null : { embedder, table: runtime.table, log: runtime.log },
  name,
  takes,
  queue: { client: openQueues(), url: config.INGEST_QUEUE_URL },
  events: openEvents(),
};

export const handler = queueFunction((messages) =>
  ingestEnvelopes(
    dependencies,
    messages.map(({ id, body }) => ({ id, body: jsonOrText(body) })),
  ),
);
