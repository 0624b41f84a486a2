import { openEvents, openObjects, openQueues } from '../lib/store/clients.ts';
import { holdCorpus } from '../lib/store/corpus/hold-corpus.ts';
import { readConfig, requireCorpus } from '../lib/config.ts';
import { limits } from '../lib/limits/limits.ts';
import { ingestEnvelopes } from '../lib/steps/ingest-envelopes/ingest-envelopes.ts';
import { log } from './edge/logger.ts';
import { jsonOrText, queueFunction } from './edge/queue-function.ts';

const config = readConfig(['ENVELOPE_BUCKET', 'CORPUS_BUCKET', 'INGEST_QUEUE_URL', 'GLEANER_CORPUS']);
const client = openObjects();
const { name, takes, bucket } = requireCorpus(config);
const dependencies = {
  envelopes: { client, bucket: config.ENVELOPE_BUCKET },
  corpus: holdCorpus({ client, bucket }, name, {
    now: Date.now,
    commitTriesMax: limits.corpusCommitTriesMax,
  }),
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
