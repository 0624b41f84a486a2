import { openEvents, openObjects, openQueues, openSecrets, openTable } from '../lib/store/clients.ts';
import { holdCorpus } from '../lib/store/corpus/hold-corpus.ts';
import { openSqliteStore } from '../lib/store/corpus/sqlite-store.ts';
import { readConfig, requireCorpus } from '../lib/config.ts';
import { limits } from '../lib/limits/limits.ts';
import { openEmbedder } from '../lib/steps/embed-texts/open-embedder.ts';
import { ingestEnvelopes } from '../lib/steps/ingest-envelopes/ingest-envelopes.ts';
import { log } from './edge/logger.ts';
import { jsonOrText, queueFunction } from './edge/queue-function.ts';

const config = readConfig([
  'TABLE_NAME',
  'ENVELOPE_BUCKET',
  'CORPUS_BUCKET',
  'INGEST_QUEUE_URL',
  'GLEANER_CORPUS',
  'MODEL_KEYS_ARN',
  'GLEANER_LLM',
]);
const client = openObjects();
const { name, takes, bucket } = requireCorpus(config);
const corpora = { client, bucket };
const held = holdCorpus(corpora, name, { now: Date.now, commitTriesMax: limits.corpusCommitTriesMax });
const embedder = openEmbedder(config, openSecrets());
const dependencies = {
  envelopes: { client, bucket: config.ENVELOPE_BUCKET },
  corpus: openSqliteStore(held, corpora, name),
  embedding: embedder === undefined ? null : { embedder, table: openTable(config.TABLE_NAME), log },
  name,
  takes,
  queue: { client: openQueues(), url: config.INGEST_QUEUE_URL },
  events: openEvents(),
  now: Date.now,
  log,
};

export const handler = queueFunction((messages) =>
  ingestEnvelopes(
    dependencies,
    messages.map(({ id, body }) => ({ id, body: jsonOrText(body) })),
  ),
);
