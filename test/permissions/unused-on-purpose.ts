import type { Grant } from './unused-grants.ts';

export interface Exception {
  readonly covers: (grant: Grant) => boolean;
  readonly why: string;
}

/** Grants that no call of a test's stack needs, each with the reason why a function has it nevertheless. */
export const exceptions: readonly Exception[] = [
  {
    covers: ({ action }) => action === 'logs:CreateLogStream' || action === 'logs:PutLogEvents',
    why: 'Lambda itself writes a function’s output to its log group, with the function’s role; on the laptop it goes to a file.',
  },
  {
    covers: ({ action }) => action === 'sqs:GetQueueUrl' || action === 'sqs:ChangeMessageVisibility',
    why: 'CDK grants them to whoever consumes a queue; Lambda’s poller asks for the second where a function throttles.',
  },
  {
    covers: ({ action, resource }) =>
      action === 'sqs:GetQueueAttributes' || (action.startsWith('sqs:') && resource.endsWith('-dead')),
    why: 'Lambda’s poller reads the attributes of its queue (AWS Lambda, "Using Lambda with Amazon SQS", Permissions); the laptop’s knows them.',
  },
];

/** Why a grant may stand that no test uses; undefined where nothing says so. */
export const reasonForUnused = (grant: Grant): string | undefined =>
  exceptions.find(({ covers }) => covers(grant))?.why;
