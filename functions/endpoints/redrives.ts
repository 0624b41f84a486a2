import { redriveRequestSchema } from '../../lib/request/redrive-request.ts';
import type { KeyEndpoint } from '../edge/endpoint.ts';
import type { ApiDependencies } from '../handlers/dependencies.ts';
import { redriveHandler, redrivePreviewHandler } from '../handlers/redrive.ts';
import { ofJob, ofRun } from '../openapi/failure-groups.ts';
import { redrivenSchema, redrivePreviewSchema } from '../openapi/responses/job.ts';
import type { JobWords } from './job-words.ts';

const redriveBody = {
  schema: redriveRequestSchema,
  example: { codes: ['TIMEOUT'] },
  optional: true,
} as const;

const redrive = ({ base, kind, tag, name, word }: JobWords): KeyEndpoint<ApiDependencies> => ({
  method: 'POST',
  path: `${base}/{id}/redrive`,
  begins: 'job',
  handler: redriveHandler(kind, base),
  docs: !import.meta.bundled && {
    id: `redrive${name}`,
    tag,
    summary: `Fetch pages of a ${word} that is over again`,
    description:
      'Makes a new job of the pages that the body picks: those that failed unless told. Repeated, it ' +
      'finds the job that was made the first time. A redrive of a run of a source is a run: the limits of ' +
      'the source bind it.',
    idempotent: true,
    body: redriveBody,
    response: redrivenSchema,
    failures: [
      ...ofJob,
      'JOB_RUNNING',
      'NOTHING_TO_REDRIVE',
      'REDRIVEN_TOO_OFTEN',
      'IDEMPOTENCY_KEY_REUSED',
      'CONFLICT',
      ...ofRun,
    ],
  },
});

const redrivePreview = ({ base, kind, tag, name, word }: JobWords): KeyEndpoint<ApiDependencies> => ({
  method: 'POST',
  path: `${base}/{id}/redrive/preview`,
  scope: 'read',
  handler: redrivePreviewHandler(kind),
  docs: !import.meta.bundled && {
    id: `previewRedrive${name}`,
    tag,
    summary: `Say what a redrive of a ${word} would do`,
    description:
      'Takes the body of the redrive, answers what it would do at this moment, and starts nothing.',
    body: redriveBody,
    response: redrivePreviewSchema,
    failures: [...ofJob, 'JOB_RUNNING', 'NOTHING_TO_REDRIVE', 'REDRIVEN_TOO_OFTEN', ...ofRun],
  },
});

/** Makes the endpoints that redrive a job, and say what that would do. */
export const redrives = (words: JobWords): readonly KeyEndpoint<ApiDependencies>[] => [
  redrive(words),
  redrivePreview(words),
];
