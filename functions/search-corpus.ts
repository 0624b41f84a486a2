import { openObjects, openQueues, openSecrets, openTable } from '../lib/store/clients.ts';
import { holdCorpus } from '../lib/store/corpus/hold-corpus.ts';
import { openSqliteStore } from '../lib/store/corpus/sqlite-store.ts';
import { rememberSecret } from '../lib/store/keys/get-secret.ts';
import { readConfig, requireCorpus } from '../lib/config.ts';
import { limits } from '../lib/limits/limits.ts';
import { openEmbedder } from '../lib/steps/embed-texts/open-embedder.ts';
import { authenticator } from '../lib/steps/api/authenticate.ts';
import { httpFunction } from './edge/http-function.ts';
import { log } from './edge/logger.ts';
import { corpusRoutes } from './handlers/corpus.ts';
import { mcpRoute } from './handlers/mcp.ts';

const config = readConfig([
  'TABLE_NAME',
  'ENVELOPE_BUCKET',
  'CORPUS_BUCKET',
  'INGEST_QUEUE_URL',
  'KEY_SECRET_ARN',
  'GLEANER_CORPUS',
  'MODEL_KEYS_ARN',
  'GLEANER_LLM',
]);
const { name, takes, bucket } = requireCorpus(config);
const client = openObjects();
const corpora = { client, bucket };
const secrets = openSecrets();
const held = holdCorpus(corpora, name, { now: Date.now, commitTriesMax: limits.corpusCommitTriesMax });

const routes = corpusRoutes({
  corpus: openSqliteStore(held, corpora, name),
  embedder: openEmbedder(config, secrets),
  name,
  takes,
  envelopes: { client, bucket: config.ENVELOPE_BUCKET },
  queue: { client: openQueues(), url: config.INGEST_QUEUE_URL },
  now: Date.now,
  log,
});

export const handler = httpFunction(
  [...routes, mcpRoute(name, routes)],
  authenticator(openTable(config.TABLE_NAME), rememberSecret(secrets, config.KEY_SECRET_ARN), Date.now),
);
