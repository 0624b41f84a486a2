import { openObjects, openQueues, openSecrets } from '../lib/store/clients.ts';
import { getExtractSpec } from '../lib/store/jobs/extract-specs.ts';
import { extractPages } from '../lib/steps/extract-pages/extract-pages.ts';
import { cacheSpecs } from '../lib/envelope/likely-links.ts';
import { createAnswerSizes } from '../lib/steps/extract-pages/create-answer-sizes.ts';
import { createExtractor } from '../lib/steps/extract-pages/create-extractor.ts';
import { createModels } from '../lib/steps/extract-pages/create-models.ts';
import { queueFunction } from './edge/queue-function.ts';
import { createRuntime } from './edge/runtime.ts';
import { watchStalls } from './edge/watch-stalls.ts';

const { config, meterFor, ...runtime } = createRuntime(
  [
    'TABLE_NAME',
    'ENVELOPE_BUCKET',
    'EXTRACT_QUEUE_URL',
    'FINISH_QUEUE_URL',
    'DELIVER_QUEUE_URL',
    'MODEL_KEYS_NAME',
    'GLEANER_LLM',
    'SHARED_PROCESS',
  ],
  { objects: openObjects, queues: openQueues },
);
const { table } = runtime;
const modelsDependencies = {
  ...runtime,
  secrets: openSecrets(),
  modelKeys: config.MODEL_KEYS_NAME,
  settings: config.GLEANER_LLM,
};
const worker = {
  ...runtime,
  readSpec: cacheSpecs((hash) => getExtractSpec(table, hash)),
  answer: createExtractor(modelsDependencies),
  answerSizes: createAnswerSizes(runtime),
  questions: { ...modelsDependencies, models: createModels(modelsDependencies) },
  meter: meterFor('extractMs'),
  ...(config.SHARED_PROCESS === 'true' ? {} : { watchStalls }),
};

export const handler = queueFunction((messages, remainingMs) => extractPages(worker, messages, remainingMs));
