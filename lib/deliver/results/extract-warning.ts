import type { Job } from '../../job/job.ts';
import type { ExtractResponse } from './extract-response.ts';

/** Says what an extraction's answer lacks, and why; undefined if there is nothing to say. */
export const extractWarning = (job: Job, answer: ExtractResponse | null): string | undefined => {
  const code = 'code' in job ? job.code : undefined;
  const failed = answer?.summary.failed ?? 0;
  const isCut = job.request.extract?.pagesMax !== undefined && job.skipped > 0;
  const pages = failed === 1 ? '1 page' : `${failed} pages`;
  const told = [
    ...(code === 'BUDGET_EXHAUSTED' || isCut
      ? ['The budget of the request was used up before all pages were asked']
      : []),
    ...(failed > 0 ? [`Of ${pages} no answer could be extracted: see results`] : []),
    ...(answer?.warnings ?? []),
  ];
  return told.length === 0 ? undefined : told.join('. ').replaceAll('..', '.');
};
