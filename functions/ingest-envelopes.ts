import { openEvents, openObjects, openQueues, openSecrets } from '../lib/store/clients.ts';
import { openCorpora } from '../lib/store/corpus/open-corpus.ts';
import { requireCorpus } from '../lib/config.ts';
import { openEmbedder } from '../lib/steps/embed-texts/open-embedder.ts';
import { ingestInGroups } from '../lib/steps/ingest-envelopes/ingest-in-groups.ts';
import { jsonOrText, queueFunction } from './edge/queue-function.ts';
import { createRuntime } from './edge/runtime.ts';

const { config, ...runtime } = createRuntime(
  [
    'TABLE_NAME',
    'ENVELOPE_BUCKET',
    'CORPUS_BUCKET',
    'VECTOR_BUCKET',
    'INGEST_QUEUE_URL',
    'GLEANER_CORPUS',
    'MODEL_KEYS_NAME',
    'GLEANER_LLM',
    'GLEANER_STACK',
  ],
  { objects: openObjects },
);
const chosen = requireCorpus(config);
const { name, takes, bucket } = chosen;
const secrets = openSecrets();
const embedder = openEmbedder(config, secrets);
const dependencies = {
  ...runtime,
  corpusOf: openCorpora(
    chosen,
    { client: runtime.envelopes.client, bucket },
    { secrets, keys: config.MODEL_KEYS_NAME, now: runtime.now },
  ),
  embedding: embedder === undefined ? null : { embedder, table: runtime.table, log: runtime.log },
  name,
  stack: config.GLEANER_STACK,
  takes,
  queue: { client: openQueues(), url: config.INGEST_QUEUE_URL },
  events: openEvents(),
};

export const handler = queueFunction((messages, remainingMs) =>
  ingestInGroups(
    dependencies,
    messages.map(({ id, body, receives }) => ({ id, body: jsonOrText(body), receives })),
    remainingMs,
  ),
);
