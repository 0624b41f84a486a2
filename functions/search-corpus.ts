import { openObjects, openQueues, openSecrets } from '../lib/store/clients.ts';
import { openCorpora } from '../lib/store/corpus/open-corpus.ts';
import { requireCorpus } from '../lib/config.ts';
import { openEmbedder } from '../lib/steps/embed-texts/open-embedder.ts';
import { authenticator } from '../lib/steps/api/admit-caller.ts';
import { httpFunction } from './edge/http-function.ts';
import { createRuntime } from './edge/runtime.ts';
import { corpusEndpoints } from './endpoints/corpus.ts';

const { config, ...runtime } = createRuntime(
  [
    'TABLE_NAME',
    'ENVELOPE_BUCKET',
    'CORPUS_BUCKET',
    'VECTOR_BUCKET',
    'INGEST_QUEUE_URL',
    'KEY_SECRET_NAME',
    'GLEANER_CORPUS',
    'MODEL_KEYS_NAME',
    'GLEANER_LLM',
  ],
  { objects: openObjects, secrets: openSecrets },
);
const { table, pepper, now } = runtime;
const chosen = requireCorpus(config);
const { name, takes, bucket } = chosen;
const secrets = openSecrets();
const dependencies = {
  ...runtime,
  corpusOf: openCorpora(
    chosen,
    { client: runtime.envelopes.client, bucket },
    { secrets, keys: config.MODEL_KEYS_NAME, now: runtime.now },
  ),
  embedder: openEmbedder(config, secrets),
  name,
  takes,
  queue: { client: openQueues(), url: config.INGEST_QUEUE_URL },
};

export const handler = httpFunction(corpusEndpoints, dependencies, {
  authenticate: authenticator(table, pepper, now),
});
