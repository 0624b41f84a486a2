import * as z from 'zod';
import { robotsRulesSchema } from './robots.ts';

/** What a host's robots.txt means for us: its rules, or one answer for every URL (RFC 9309 section 2.3.1). */
export const robotsVerdictSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('rules'), rules: robotsRulesSchema }),
  z.object({ kind: z.literal('allow-all') }),
  z.object({
    kind: z.literal('disallow-all'),
    code: z.string(),
    reason: z.string(),
    /** When to ask the host again, if it said so (milliseconds since the epoch). */
    retryAt: z.number().optional(),
  }),
]);
export type RobotsVerdict = z.infer<typeof robotsVerdictSchema>;
