import * as z from 'zod';
import { fetcherNames } from '../request/source/fetcher.ts';

/** Ways to fetch a page. */
export const fetchTiers = ['api', 'http', 'browser', 'remote'] as const;

/** One request for a page, as its audit trail keeps it. */
export const requestLineSchema = z.object({
  /** When it was sent, in milliseconds since the epoch. */
  at: z.number(),
  tier: z.enum(fetchTiers),
  /** The URL of the request, if it is not the page's own. */
  url: z.string().optional(),
  /** The status with which the host answered, if it did. */
  status: z.number().int().optional(),
  /** Bytes of the body on the wire, as far as it was read. */
  bytes: z.number().int(),
  ms: z.number().int(),
  /** Tries of the page before this one. */
  retry: z.number().int(),
  /** Why it was not the last: a code of lib/failure.ts, `redirect` or `refresh`. */
  reason: z.string().optional(),
  /** The service that was asked for the page, and the credits that this cost. */
  fetcher: z.enum(fetcherNames).optional(),
  credits: z.number().optional(),
});
export type RequestLine = z.infer<typeof requestLineSchema>;

/** Sums the credits that requests cost. */
export const creditsSpent = (lines: readonly RequestLine[]): number =>
  lines.reduce((sum, { credits = 0 }) => sum + credits, 0);

/**
 * The first lines say how it began, the last how it ended. A page that is tried six times over ten redirects has more.
 */
const firstKept = 4;
const lastKept = 20;

/** Adds lines to the trail. The trail is bounded: lines in the middle are left out. */
export const withLines = (
  trail: readonly RequestLine[] | undefined,
  lines: readonly RequestLine[],
): RequestLine[] => {
  const all = [...(trail ?? []), ...lines];
  return all.length <= firstKept + lastKept ? all : [...all.slice(0, firstKept), ...all.slice(-lastKept)];
};
