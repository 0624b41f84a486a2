import { openEvents, openQueues } from '../lib/store/clients.ts';
import { holdCorpus } from '../lib/store/corpus/hold-corpus.ts';
import { requireCorpus } from '../lib/config.ts';
import { limits } from '../lib/limits/limits.ts';
import { ingestEnvelopes } from '../lib/steps/ingest-envelopes/ingest-envelopes.ts';
import { jsonOrText, queueFunction } from './edge/queue-function.ts';
import { createRuntime } from './edge/runtime.ts';

const { config, ...runtime } = createRuntime([
  'ENVELOPE_BUCKET',
  'CORPUS_BUCKET',
  'INGEST_QUEUE_URL',
  'GLEANER_CORPUS',
]);
const { name, takes, bucket } = requireCorpus(config);
const dependencies = {
  ...runtime,
  corpus: holdCorpus({ client: runtime.envelopes.client, bucket }, name, {
    now: runtime.now,
    commitTriesMax: limits.corpusCommitTriesMax,
  }),
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
