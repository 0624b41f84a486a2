import { openQueues } from '../lib/store/clients.ts';
import { MetricUnit } from '@aws-lambda-powertools/metrics';
import * as z from 'zod';
import { buryDeadLetter } from '../lib/steps/bury-dead-letters/bury-dead-letters.ts';
import { readGivenUp } from '../lib/steps/bury-dead-letters/given-up-submission.ts';
import { metrics } from './edge/metrics.ts';
import { eachReceived, jsonOrText, queueFunction } from './edge/queue-function.ts';
import { createRuntime, jobQueues } from './edge/runtime.ts';

const { log, ...runtime } = createRuntime(['TABLE_NAME', ...jobQueues], { queues: openQueues });

/** A message of `finish`. If a message has another form, only its id is logged. */
const finishSchema = z.looseObject({ job: z.string().optional().catch(undefined) }).catch({});

export const handler = queueFunction(
  eachReceived(async (message) => {
    metrics.addMetric('DeadLetters', MetricUnit.Count, 1);
    const body = jsonOrText(message.body);
    // A job that could not be concluded stays in `finishing`, an event in its outbox, and the heartbeat sends messages
    // for both again: nothing is lost here. An envelope that was not ingested is still in its bucket, and a reindex
    // reads it.
    if (/^(?:finish|deliver|ingest)$/.test(message.queue)) {
      const { id, queue, receives, firstReceivedAt } = message;
      const { job } = finishSchema.parse(body);
      const first = new Date(firstReceivedAt).toISOString();
      return log('dead letter', { messageId: id, queue, receives, firstReceivedAt: first, job });
    }
    // No job was made of it, so there is nothing to end: the alarm tells a person, who reads this.
    const submission = readGivenUp(body);
    if (submission !== null)
      return log('dead letter', { messageId: message.id, queue: 'submit-job', ...submission });
    const burial = await buryDeadLetter({ ...runtime, log }, { ...message, body });
    if (burial !== 'unreadable') return;
    metrics.addMetric('UnreadableDeadLetters', MetricUnit.Count, 1);
    throw new Error(
      `Cannot bury the message: expected a URL batch, found something else. It stays in its queue`,
    );
  }),
);
