import type { Grant } from './unused-grants.ts';

export interface Exception {
  readonly covers: (grant: Grant) => boolean;
  readonly why: string;
}

/** Part of an ARN behind which nothing more is told: `table/table`, `finish`, `staged/*`. */
const place = ({ resource }: Grant): string => resource.replace(/^arn:aws:(?:s3:::\w+\/|[\w:-]+:)/, '');

/**
 * Rights of single functions, `function action place` or `function partition`, that the calls of the tests' stacks do
 * not need.
 */
const single: Readonly<Record<string, string>> = {
  'api s3:GetObject reread/*': 'results of a page that was read again by a newer engine',
  'deliver-webhooks s3:GetObject reread/*': 'the same, in the body of a webhook',
  'deliver-webhooks s3:GetObject captures/*': 'whoever is told of a page gets signed URLs of its pictures',
  'deliver-webhooks s3:GetObject results/*': 'whole results in the body of a webhook',
  'submit-job s3:GetObject requests/*':
    'a submission that comes a second time goes on with what the first one stored',
  'heartbeat s3:GetObject requests/*':
    'a job whose first pages were not all admitted is admitted from its stored request',
  'manage-sources events:PutEvents event-bus/default': 'alerts of a source that was removed or retired',
  'heartbeat events:PutEvents event-bus/default':
    'the same, where the call that removed it did not come to that',
  'render-pages s3:GetObject staged/*': 'the last version of a page that only a browser shows',
  'render-pages s3:PutObject drafts/*': 'an extraction of a page that only a browser shows',
  'render-pages s3:PutObject reread/*': 'a page that only a browser shows, read again by a newer engine',
  'search-corpus s3:DeleteObject corpora/*':
    'a corpus is deleted by its route, which is tested without a stack',
  'api M#*': 'an operator wakes a model’s key',
  'api MODELS': 'the list of models’ keys, for operators',
  'api C#SEAL': 'the public key under which callers’ headers are sealed',
  'submit-job s3:GetObject manifests/*':
    'a manifest that its process did not read before, as it did where the same process applied it',
  'api s3:GetObject manifests/*': 'the same, for a redrive or a request that names a source',
  'submit-job s3:GetObject headers/*': 'a scheduled run of a source with headers',
  'submit-job C#SEAL': 'the same, of a scheduled submission',
  'submit-job W#*': 'a scheduled job with webhooks',
  'submit-job I#*': 'a scheduled submission with a token',
  'submit-job X#*': 'a scheduled job that extracts',
  'submit-job S#*': 'runs of a source that is paused',
  'render-pages W#*': 'a page of a job with webhooks that only a browser shows',
  'render-pages X#*': 'an extraction of a page that only a browser shows',
  'extract-pages W#*': 'a page of an extraction with webhooks',
  'extract-pages Q#*': 'a question about a crawl’s prompt',
  'bury-dead-letters W#*': 'a dead page of a job with webhooks',
  'heartbeat T#*': 'a job that the heartbeat ends is over for its team',
  'heartbeat I#*': 'a source that is due is submitted with a token',
  'heartbeat C#SEAL': 'the same, with headers',
  'heartbeat X#*': 'a source whose pages are extracted from',
  'heartbeat s3:GetObject manifests/*': 'the manifest of a source that is due',
  'heartbeat s3:GetObject headers/*': 'the headers of a source that is due',
  'heartbeat s3:DeleteObject headers/*': 'headers that a manifest had before, where whoever applied it died',
  'finish-job s3:GetObject manifests/*': 'the manifest of the source whose run ends',
  'manage-sources s3:GetObject headers/*': 'the headers of a source that somebody runs by hand',
  'manage-sources s3:PutObject headers/*': 'a manifest with headers is applied',
  'manage-sources s3:DeleteObject headers/*': 'its headers are replaced',
  'manage-sources W#*': 'a run with webhooks that somebody begins by hand',
  'manage-sources I#*': 'the same, with a token',
  'manage-sources C#SEAL': 'the same, with headers',
  'manage-sources X#*': 'the same, of a source whose pages are extracted from',
  'manage-sources K#*': 'requests for sources carry an API key; their tests call the steps behind it',
  'ingest-envelopes J#*': 'what embedding costs is counted on the job that fetched the page',
  'ingest-envelopes X#*': 'the same, within its budget',
  'ingest-envelopes s3:PutObject staged/*': 'an envelope that waited is written again as it is',
  'ingest-envelopes s3:GetObjectTagging kept/*':
    'a corpus confirms an envelope of a source with a retention; the test of that calls the step',
  'ingest-envelopes s3:PutObjectTagging kept/*': 'the same',
  'heartbeat H#*': 'whether a page waits for its host',
};

const isSingle = (grant: Grant): boolean => {
  const of = grant.condition === undefined ? `${grant.action} ${place(grant)}` : grant.condition.value;
  return single[`${grant.by} ${of}`] !== undefined;
};

/** Grants that no call of a test's stack needs, each with the reason why a function has it nevertheless. */
export const exceptions: readonly Exception[] = [
  {
    covers: ({ action }) => action === 'logs:CreateLogStream' || action === 'logs:PutLogEvents',
    why: 'Lambda writes a function’s output to its logs, with the function’s role; on the laptop to a file',
  },
  {
    covers: ({ action }) =>
      [
        'sqs:GetQueueUrl',
        'sqs:ChangeMessageVisibility',
        'sqs:GetQueueAttributes',
        'sqs:DeleteMessage',
      ].includes(action),
    why: 'Lambda’s poller has the role of the function that it wakes, and CDK grants all it may ever ask for',
  },
  {
    covers: ({ action, resource }) => action === 'sqs:ReceiveMessage' && resource.endsWith('dead-letters'),
    why: 'the same, of dead letters: the laptop polls for them while a stack runs',
  },
  {
    covers: ({ action }) => action === 'sqs:SendMessage',
    why: 'the queue that is rung follows from priority and stage; tests need not meet each pair of them',
  },
  {
    covers: ({ action }) => action === 's3:ListBucket',
    why: 'S3 says that an object is not there only to whoever may list its bucket; an object that is gone is rare',
  },
  {
    covers: ({ action, condition }) => action.startsWith('dynamodb:') && condition === undefined,
    why: 'reading and writing are granted whole, on named partitions: a partition without use is what counts',
  },
  {
    covers: ({ by, action, resource }) =>
      action === 'ssm:GetParameter' &&
      ((by === 'manage-sources' && resource.endsWith('/key-secret')) ||
        (['ingest-envelopes', 'search-corpus'].includes(by) && resource.endsWith('/model-keys'))),
    why: 'keys of callers, and of models that embed: the tests of both call the steps behind them',
  },
  {
    covers: ({ action, resource }) => action === 'ssm:GetParameter' && resource.endsWith('/header-secret'),
    why: 'headers of callers are opened by functions that send them; the tests of that have keys of their own',
  },
  { covers: isSingle, why: 'each has its reason in the table above' },
];

/** Why a grant may stand that no test uses; undefined where nothing says so. */
export const reasonForUnused = (grant: Grant): string | undefined =>
  exceptions.find(({ covers }) => covers(grant))?.why;

/** Rows of the table of single rights that no grant has any more. */
export const staleExceptions = (grants: readonly Grant[]): readonly string[] => {
  const there = new Set(
    grants.map((grant) => `${grant.by} ${grant.condition?.value ?? `${grant.action} ${place(grant)}`}`),
  );
  return Object.keys(single).filter((row) => !there.has(row));
};
