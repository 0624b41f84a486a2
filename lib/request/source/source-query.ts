import * as z from 'zod';
import { sourceLimits } from '../../limits/source-limits.ts';
import { listCursorField } from '../../list-cursor.ts';

const count = (usual: number, most: number) =>
  z.coerce.number().int().min(1).max(most).default(usual).meta({ description: 'How many at most.' });

/** A day alone means its end, in UTC. */
const moment = z.union([z.iso.datetime({ offset: true }), z.iso.date()], {
  error: 'expected a date such as 2026-11-22, or a moment such as 2026-11-22T08:30:00Z',
});
const momentOrRunSaid = 'expected a date, a moment, or the job of a run';
/** A date, a moment, or the job of a run. Of a text that is none of them, Zod tells the last alone. */
const momentOrRun = z.union([moment, z.uuid(momentOrRunSaid)], { error: momentOrRunSaid });
const url = z
  .url({ protocol: /^https?$/ })
  .max(8_192)
  .meta({ description: 'The URL of the page.' });
const sourceName = z.string().max(80).meta({ description: 'The id of the source.' });

export const planRequestSchema = z.object({
  manifest: z
    .looseObject({})
    .meta({ description: 'The manifest: docs/schemas/sources-v1.json has its schema.' }),
  prune: z.boolean().default(false).meta({
    description:
      'Sources that the manifest lists no more are removed; otherwise they go on. Their history stays.',
  }),
  base: z.string().max(64).optional().meta({
    description:
      'Of what is applied: the `base` of the plan that was looked at. If anything was applied since, nothing is.',
  }),
});

export const draftRequestSchema = z.object({
  notes: z
    .string()
    .trim()
    .min(1, { error: 'expected notes with addresses of sources' })
    .max(sourceLimits.draftNotesCharactersMax)
    .meta({ description: 'What is to be fetched, in words, with the address of each source.' }),
});

export const rollbackRequestSchema = z.object({
  version: z
    .string()
    .max(64)
    .optional()
    .meta({ description: 'The version to go back to; the last one of that name.' }),
  seq: z.number().int().min(1).optional().meta({ description: 'The same by its number in the log.' }),
});

export const manifestQuerySchema = z.object({
  seq: z.coerce
    .number()
    .int()
    .min(1)
    .optional()
    .meta({ description: 'An earlier version, by its number in the log; the one that holds unless told.' }),
});

export const pauseRequestSchema = z.object({
  why: z.string().max(500).optional().meta({ description: 'Shown beside the source.' }),
});

export const confirmRequestSchema = z.object({
  envelopes: z
    .array(z.string().max(1_024))
    .min(1)
    .max(sourceLimits.confirmedPerCallMax)
    .meta({ description: 'Keys of envelopes that were ingested.' }),
});

export const bulkActions = ['run', 'pause', 'resume'] as const;
export const bulkRequestSchema = z.object({
  action: z.enum(bulkActions).meta({ description: 'What is done with them.' }),
  select: z
    .object({
      ids: z
        .array(z.string().max(80))
        .max(sourceLimits.bulkSourcesMax)
        .optional()
        .meta({ description: 'These.' }),
      manifest: z.string().max(80).optional().meta({ description: 'Of this manifest.' }),
      group: z.string().max(80).optional().meta({ description: 'Of this group.' }),
      priority: z.enum(['high', 'medium', 'low']).optional().meta({ description: 'Of this priority.' }),
    })
    .meta({ description: 'Sources that fulfil all of it.' }),
});

export const sourcesQuerySchema = z.object({
  manifest: z.string().max(80).optional().meta({ description: 'Of this manifest.' }),
  group: z.string().max(80).optional().meta({ description: 'Of this group.' }),
  condition: z
    .enum(['active', 'paused', 'failing', 'proposed', 'retired'])
    .optional()
    .meta({ description: 'Those that are so.' }),
});

export const runsQuerySchema = z.object({
  limit: count(20, sourceLimits.runsPerAnswerMax),
  cursor: listCursorField((place) => /^[0-9TZ:.-]{20,30}#[A-Za-z0-9-]{1,60}$/.test(place)),
});

export const sourcePagesQuerySchema = z.object({
  at: momentOrRun.optional().meta({
    description: 'As it was then: a date (its end, in UTC), a moment, or the job of a run. Now unless told.',
  }),
  state: z.enum(['present', 'missing', 'deleted', 'moved', 'unreachable', 'unlinked']).optional().meta({
    description: 'Those of this state; `unlinked`: those present that nothing on their site leads to.',
  }),
  prefix: z.string().max(2_000).optional().meta({ description: 'Of URLs that begin so.' }),
  limit: count(100, sourceLimits.pagesPerAnswerMax),
  cursor: listCursorField((place) => /^\d{1,9}(?:\.[0-9a-f-]{36})?$/.test(place)),
});

export const sourceDiffQuerySchema = z.object({
  from: momentOrRun.meta({ description: 'A date (its end, in UTC), a moment, or the job of a run.' }),
  to: momentOrRun.optional().meta({ description: 'The same; now unless told.' }),
  limit: count(1_000, sourceLimits.changesPerAnswerMax),
});

export const changesQuerySchema = z.object({
  since: z
    .string()
    .regex(/^\d{1,12}\.\d{1,9}(?:\.[0-9a-f]{8})?$/, 'expected the cursor of an earlier answer')
    .optional()
    .meta({ description: 'The `cursor` of the answer before; from the beginning unless told.' }),
  before: z
    .string()
    .regex(
      /^(?:now|\d{1,12}\.\d{1,9}(?:\.[0-9a-f]{8})?)$/,
      'expected now, or the cursor of an earlier answer',
    )
    .optional()
    .meta({
      description: 'Backwards, the newest first: from `now`, or from the `cursor` of the answer before.',
    }),
  source: sourceName.optional(),
  kind: z
    .enum(['added', 'modified', 'deleted', 'moved', 'restored'])
    .optional()
    .meta({ description: 'Changes of this kind.' }),
  limit: count(100, sourceLimits.changesPerAnswerMax),
});

export const versionsQuerySchema = z.object({
  url,
  source: sourceName,
  limit: count(50, sourceLimits.versionsPerAnswerMax),
});

export const pageAtQuerySchema = z.object({
  url,
  source: sourceName,
  date: moment.meta({ description: 'As it was then; a day alone means its end, in UTC.' }),
});

export const pageDiffQuerySchema = z.object({
  url,
  source: sourceName,
  from: moment.optional().meta({
    description:
      'The version that held then (a day alone means its end, in UTC); the one before the last unless told.',
  }),
  to: moment.optional().meta({ description: 'The same; the last one unless told.' }),
});
