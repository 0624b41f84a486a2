import { Duration } from 'aws-cdk-lib';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { accept } from './accept.ts';
import type { AlarmTopic } from './alarms/alarm-topic.ts';
import { constructId } from './functions.ts';
import { makeQueueAlarm } from './alarms/make-alarms.ts';
import { physicalName } from './names.ts';
import { deadLetterQueue, type QueueSpec } from './queues.ts';

/** A queue with its row of the table of queues. */
export interface WorkQueue {
  readonly spec: QueueSpec;
  readonly queue: Queue;
}

/** The longest that SQS keeps a message. */
const retentionPeriod = Duration.days(14);

const secure = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true, retentionPeriod };

/**
 * AWS recommends six times the function's timeout, so that a message which Lambda holds while it is throttled does not
 * become visible to another poller ("Using Lambda with Amazon SQS", Configuring a queue).
 */
const visibilityOf = (timeoutSeconds: number): Duration => Duration.seconds(6 * timeoutSeconds);

/** Makes the one queue for messages that crash their function; `burySeconds` is the timeout of the one that buries. */
export const makeDeadLetterQueue = (scope: Construct, burySeconds: number): Queue => {
  const dead = new Queue(scope, `${constructId(deadLetterQueue)}Queue`, {
    ...secure,
    queueName: physicalName(scope, deadLetterQueue),
    visibilityTimeout: visibilityOf(burySeconds),
  });
  accept(dead, {
    'Serverless-SQSRedrivePolicy':
      'This is the dead-letter queue. What bury-dead-letters cannot bury stays in it, and is tried again ' +
      'until its 14 days are over.',
  });
  return dead;
};

/**
 * Makes a queue that gives its dead letters to `dead`, with its alarm if a topic is given: there is no other way to
 * make a queue here. The runbook has an article for each alarm.
 */
export const makeQueue = (
  scope: Construct,
  spec: QueueSpec,
  dead: Queue,
  consumerSeconds: number,
  topic: AlarmTopic | null,
): WorkQueue => {
  const queue = new Queue(scope, constructId(spec.name), {
    ...secure,
    // Functions tell the queues apart by name, from the ARN that comes with a message.
    queueName: physicalName(scope, spec.name),
    visibilityTimeout: visibilityOf(consumerSeconds),
    deadLetterQueue: { queue: dead, maxReceiveCount: spec.receivesMax },
  });
  if (topic !== null) makeQueueAlarm(scope, spec, queue, topic);
  return { spec, queue };
};
