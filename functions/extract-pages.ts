import { openObjects, openQueues, openSecrets } from '../lib/store/clients.ts';
import { getExtractSpec } from '../lib/store/jobs/extract-specs.ts';
import { extractPage } from '../lib/steps/extract-pages/extract-page.ts';
import { cacheSpecs } from '../lib/envelope/likely-links.ts';
import { processQuestion } from '../lib/steps/extract-pages/process-question.ts';
import { createAnswerSizes } from '../lib/steps/extract-pages/create-answer-sizes.ts';
import { createExtractor } from '../lib/steps/extract-pages/create-extractor.ts';
import { createModels } from '../lib/steps/extract-pages/create-models.ts';
import { extractMessageSchema } from '../lib/frontier/extract-message.ts';
import { questionMessageSchema } from '../lib/frontier/question-message.ts';
import { limits } from '../lib/limits/limits.ts';
import { allAtOnce, queueFunction } from './edge/queue-function.ts';
import { createRuntime } from './edge/runtime.ts';

const { config, meterFor, ...runtime } = createRuntime(
  [
    'TABLE_NAME',
    'ENVELOPE_BUCKET',
    'EXTRACT_QUEUE_URL',
    'FINISH_QUEUE_URL',
    'DELIVER_QUEUE_URL',
    'MODEL_KEYS_ARN',
    'GLEANER_LLM',
  ],
  { objects: openObjects, queues: openQueues },
);
const { table, now } = runtime;
const modelsDependencies = {
  ...runtime,
  secrets: openSecrets(),
  modelKeys: config.MODEL_KEYS_ARN,
  settings: config.GLEANER_LLM,
};
const questions = { ...modelsDependencies, models: createModels(modelsDependencies) };
const dependencies = {
  ...runtime,
  readSpec: cacheSpecs((hash) => getExtractSpec(table, hash)),
  answer: createExtractor(modelsDependencies),
  answerSizes: createAnswerSizes(runtime),
};

const meter = meterFor('extractMs');

export const handler = queueFunction(
  allAtOnce(async (message, remainingMs, together) => {
    const body = JSON.parse(message.body) as unknown;
    const until = now() + remainingMs - limits.extractTailMs;
    const part = { invocations: 1 / together, fromQueue: true };
    const question = questionMessageSchema.safeParse(body);
    // A question about a request belongs to no job. It takes its share of the time, so that no job pays for it.
    if (question.success)
      return await meter.run(null, part, () => processQuestion(questions, question.data.question, until));
    const wanted = extractMessageSchema.parse(body);
    return await meter.run(wanted.job, part, () =>
      extractPage(dependencies, wanted, { redelivered: message.receives > 1, until }),
    );
  }),
);
