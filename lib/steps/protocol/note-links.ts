import { notedName, noteLinks } from '../../frontier/link-marks.ts';
import type { SeenCache } from '../../frontier/seen-cache.ts';
import type { FinishRequest } from './frontier-step.ts';

/** A step with the links that its page notes (`lib/frontier/link-marks.ts`). */
export interface NotingStep<Request extends FinishRequest> {
  readonly request: Request;
  /** Once the page has ended with them: they are not noted again by this sandbox. */
  readonly noteSeen: () => void;
}

/**
 * Has a page of a run of a source note its links; other steps are as they were.
 *
 * @param beside Links that pages note which end together with this one; those of this one are added.
 */
export const withLinkNotes = <Request extends FinishRequest>(
  seen: SeenCache,
  request: Request,
  beside = new Set<string>(),
): NotingStep<Request> => {
  const { job, page, children } = request;
  // Of an extraction, the answer comes when the links are noted.
  if (job.source === undefined || page?.from !== 'admitted' || page.kind === 'reserve')
    return { request, noteSeen: () => {} };
  const isNoted = (hash: string): boolean => beside.has(hash) || seen.has(job.id, notedName(hash));
  const { text, noted } = noteLinks(children, isNoted);
  for (const hash of noted) beside.add(hash);
  return {
    request: { ...request, page: { ...page, facts: { ...page.facts, links: text } } },
    noteSeen: () => {
      for (const hash of noted) seen.add(job.id, notedName(hash));
    },
  };
};
