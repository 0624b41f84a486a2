import { notedName, noteLinks } from '../../frontier/link-marks.ts';
import type { SeenCache } from '../../frontier/seen-cache.ts';
import type { FinishRequest } from './frontier-step.ts';

/** A step with the links that its page notes (`lib/frontier/link-marks.ts`). */
export interface NotingStep<Request extends FinishRequest> {
  readonly request: Request;
  /** Called once the page has ended with them: this sandbox does not note them again. */
  readonly noteSeen: () => void;
}

/**
 * Makes a page of a source's run note its links; other steps stay as they are.
 *
 * @param beside Links that are noted by pages which end together with this one; the links of this one are added.
 */
export const withLinkNotes = <Request extends FinishRequest>(
  seen: SeenCache,
  request: Request,
  beside = new Set<string>(),
): NotingStep<Request> => {
  const { job, page, children } = request;
  // In an extraction, the links are already noted when the answer comes.
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
