import { functionNames } from '../../infra/function-spec.ts';
import { queueNames } from '../../infra/queues.ts';

/** What a service measures of one function or queue that is in trouble, and the one alarm that is its. */
export const singleAlarms = [
  ...functionNames.map((name) => ({
    rings: `${name}-errors`,
    point: { namespace: 'AWS/Lambda', name: 'Errors', dimensions: { FunctionName: name }, value: 100 },
  })),
  ...queueNames.map((name) => ({
    rings: `${name}-oldest-message`,
    point: {
      namespace: 'AWS/SQS',
      name: 'ApproximateAgeOfOldestMessage',
      dimensions: { QueueName: name },
      value: 1_000_000,
    },
  })),
];
