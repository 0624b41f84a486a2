import * as z from 'zod';
import { jobSchema } from '../../lib/job/job.ts';
import { jobSpecSchema } from '../../lib/request/job-spec.ts';

/** A job's item as version 1 was. */
export const jobOf1 = {
  status: 'running',
  id: 'j',
  kind: 'scrape',
  dialect: 'v2',
  team: 't',
  priority: 'high',
  limit: 1,
  request: {
    url: 'https://example.com/',
    scrape: {
      formats: ['markdown'],
      onlyMainContent: true,
      includeTags: [],
      excludeTags: [],
      headers: {},
      skipTlsVerification: false,
      removeBase64Images: true,
    },
  },
  admitted: 1,
  open: 1,
  finished: 0,
  done: 0,
  failed: 0,
  blocked: 0,
  skipped: 0,
  unchanged: 0,
  createdAt: 1_790_000_000_000,
  progressAt: 1_790_000_000_000,
  deadline: 1_790_086_400_000,
  ttl: 1_790_700_000,
};

/** As in the table: an item beside the job's own has the request's URL where the parts of the job are apart. */
const storedRequest = { request: jobSpecSchema.partial({ url: true }) };
const [running, finishing, ended] = jobSchema.options;

export const storedJobSchema = z.discriminatedUnion('status', [
  running.extend(storedRequest),
  finishing.extend(storedRequest),
  ended.extend(storedRequest),
]);
