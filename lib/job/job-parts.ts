import * as z from 'zod';
import { limits } from '../limits/limits.ts';
import { jobSpecSchema, slimSpec } from '../request/job-spec.ts';
import { provenanceSchema } from '../request/source/source-field.ts';
import type { RunningJob } from './job.ts';
import { memberSchema, redriveSchema } from './series.ts';
import { storedBytes } from './stored-bytes.ts';

/**
 * The parts of a job that do not change while it runs and may be large. A write of an item costs a unit for each
 * kilobyte of it, and nearly every page writes the job's item: so what is large is kept in an item beside it, which is
 * put in the same transaction and read once by a sandbox.
 */
export const jobPartsSchema = z.object({
  request: jobSpecSchema,
  provenance: provenanceSchema.optional(),
  redrive: redriveSchema.optional(),
  series: z.array(memberSchema).optional(),
});
export type JobParts = z.infer<typeof jobPartsSchema>;

const partsOf = ({ request, provenance, redrive, series }: RunningJob): JobParts => ({
  request: slimSpec(request),
  ...(provenance === undefined ? {} : { provenance }),
  ...(redrive === undefined ? {} : { redrive }),
  ...(series === undefined ? {} : { series }),
});

/** The parts of a job that is over: its end removes the caller's headers, also from what was read before. */
export const withoutHeaders = ({ request, ...parts }: JobParts): JobParts => {
  const { sealedHeaders: _headers, ...scrape } = request.scrape;
  return { ...parts, request: { ...request, scrape } };
};

/**
 * Decides where the parts of a new job are kept: `apart` says that they are in an item of their own. To be called with
 * the job as it is put, its headers sealed.
 */
export const placeParts = ({ apart: _before, ...job }: RunningJob): RunningJob =>
  storedBytes(partsOf(job)) > limits.jobPartsBytesMax ? { ...job, apart: true } : job;

/** What stands for the request in the item of a job whose parts are apart: the job's end removes headers from it. */
const noRequest = { scrape: {} };

/**
 * Splits a job into what its own item holds, and what the item beside it does: null if there is none. Where all is in
 * its own item, that has every default, as the release before reads it.
 */
export const splitJob = (job: RunningJob): { readonly head: object; readonly parts: JobParts | null } => {
  if (job.apart === undefined) return { head: job, parts: null };
  const { request: _request, provenance: _from, redrive: _redrive, series: _series, ...head } = job;
  return { head: { ...head, request: noRequest }, parts: partsOf(job) };
};
