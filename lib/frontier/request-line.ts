import * as z from 'zod';

/** One request for a page, as its audit trail keeps it. */
export const requestLineSchema = z.object({
  /** When it was sent, in milliseconds since the epoch. */
  at: z.number(),
  tier: z.enum(['api', 'http', 'browser']),
  /** Where it went, if not to the page's own URL. */
  url: z.string().optional(),
  /** What the host answered, if it did. */
  status: z.number().int().optional(),
  /** Bytes of the body on the wire, as far as it was read. */
  bytes: z.number().int(),
  ms: z.number().int(),
  /** Tries of the page before this one. */
  retry: z.number().int(),
  /** Why it was not the last: a code of lib/failure.ts, `redirect` or `refresh`. */
  reason: z.string().optional(),
});
export type RequestLine = z.infer<typeof requestLineSchema>;

/**
 * The first lines say how it began, the last how it ended; a page that is tried six times over ten redirects has more.
 */
const firstKept = 4;
const lastKept = 20;

/** The trail with further lines, bounded: what is left out stands in the middle. */
export const withLines = (
  trail: readonly RequestLine[] | undefined,
  lines: readonly RequestLine[],
): RequestLine[] => {
  const all = [...(trail ?? []), ...lines];
  return all.length <= firstKept + lastKept ? all : [...all.slice(0, firstKept), ...all.slice(-lastKept)];
};
