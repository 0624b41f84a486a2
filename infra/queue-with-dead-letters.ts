import { Duration } from 'aws-cdk-lib';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { accept } from './accept.ts';
import type { AlarmTopic } from './alarm-topic.ts';
import { constructId } from './functions.ts';
import { makeQueueAlarms } from './make-alarms.ts';
import { physicalName } from './names.ts';
import type { QueueSpec } from './queues.ts';

/** A queue, and the dead-letter queue for messages that crash their function. */
export interface QueueWithDeadLetters {
  readonly spec: QueueSpec;
  readonly queue: Queue;
  readonly dead: Queue;
}

/** The longest that SQS keeps a message. */
const retentionPeriod = Duration.days(14);

/**
 * AWS recommends six times the function's timeout, so that a message which Lambda holds while it is throttled does not
 * become visible to another poller ("Using Lambda with Amazon SQS", Configuring a queue).
 */
const visibilityOf = (timeoutSeconds: number): Duration => Duration.seconds(6 * timeoutSeconds);

/**
 * Makes a queue together with its dead-letter queue, and with the alarms on both if a topic is given: there is no other
 * way to make a queue here. The runbook has an article for each alarm.
 */
export const makeQueueWithDeadLetters = (
  scope: Construct,
  spec: QueueSpec,
  timeouts: { readonly consumerSeconds: number; readonly burySeconds: number },
  topic: AlarmTopic | null,
): QueueWithDeadLetters => {
  const secure = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true, retentionPeriod };
  // Functions tell the queues apart by name, from the ARN that comes with a message.
  const dead = new Queue(scope, constructId(`${spec.name}-dead`), {
    ...secure,
    queueName: physicalName(scope, `${spec.name}-dead`),
    visibilityTimeout: visibilityOf(timeouts.burySeconds),
  });
  const queue = new Queue(scope, constructId(spec.name), {
    ...secure,
    queueName: physicalName(scope, spec.name),
    visibilityTimeout: visibilityOf(timeouts.consumerSeconds),
    deadLetterQueue: { queue: dead, maxReceiveCount: spec.receivesMax },
  });
  accept(dead, {
    'Serverless-SQSRedrivePolicy':
      'This is the dead-letter queue. What bury-dead-letters cannot bury stays in it, and is tried again ' +
      'until its 14 days are over.',
  });
  if (topic !== null) makeQueueAlarms(scope, spec, queue, dead, topic);
  return { spec, queue, dead };
};
