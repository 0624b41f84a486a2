import * as z from 'zod';
import { changeKinds } from '../../../lib/source/fold-snapshot.ts';
import { sourceMethods, sourceStatuses } from '../../../lib/source/manifest.ts';
import { planActions } from '../../../lib/source/plan-sources.ts';
import { pageStandings } from '../../../lib/source/snapshot.ts';
import { sourceConditions } from '../../../lib/source/source-state.ts';
import { success } from './common.ts';

const moment = z.iso.datetime().nullable();
const cursor = z.string().nullable().meta({ description: 'Where the list goes on; null at its end.' });

const sourceShape = {
  id: z.string(),
  manifest: z.string().meta({ description: 'The manifest that lists it.' }),
  manifestVersion: z.string(),
  name: z.string().nullable(),
  description: z.string().nullable(),
  group: z.string().nullable(),
  url: z.string().nullable(),
  method: z.enum(sourceMethods),
  priority: z.enum(['high', 'medium', 'low']),
  cadence: z.string().nullable().meta({ description: 'Its frequency, `every` or cron expression.' }),
  timezone: z.string(),
  status: z.enum(sourceStatuses).meta({ description: 'What its manifest says.' }),
  condition: z.enum(sourceConditions).meta({
    description: 'Whether it runs by itself; `failing`: so many runs failed that somebody has to resume it.',
  }),
  paused: z.object({ at: z.iso.datetime(), by: z.string(), why: z.string().nullable() }).nullable(),
  nextDueAt: moment,
  openRun: z.string().nullable().meta({ description: 'The job of its run that is open.' }),
  lastRun: z.string().nullable(),
  lastRunAt: moment,
  lastChangeAt: moment,
  failedInRow: z.number().int(),
  pages: z
    .record(z.string(), z.number())
    .nullable()
    .meta({ description: 'Its pages by state, after the last run.' }),
  held: z.number().int().meta({
    description: 'Pages that are gone, and so many at once that nobody is told before it is accepted.',
  }),
};

export const sourcesSchema = z.object({ success, sources: z.array(z.object(sourceShape)) });
export const sourceSchema = z.object({
  success,
  source: z.object({
    ...sourceShape,
    due: z.array(z.iso.datetime()).meta({ description: 'The next times at which it is due.' }),
    config: z.looseObject({}).meta({ description: 'All that its manifest says, with what it inherits.' }),
  }),
});

const finding = z.object({
  level: z.enum(['error', 'warning']),
  source: z.string().optional(),
  code: z.string(),
  message: z.string(),
});

export const planSchema = z.object({
  success,
  name: z.string(),
  version: z.string(),
  base: z.string().meta({ description: 'What the plan was made from: give it with what you apply.' }),
  counts: z.record(z.string(), z.number()),
  entries: z.array(
    z.object({
      id: z.string(),
      action: z.enum(planActions),
      fields: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
      effects: z
        .object({
          due: z.array(z.iso.datetime()),
          pages: z.number().nullable(),
          requestsPerMonth: z.number().nullable(),
          hoursPerRun: z.number().nullable(),
          dollarsPerMonth: z.number().nullable(),
        })
        .nullable(),
    }),
  ),
  findings: z.array(finding),
});

const version = z.object({
  seq: z.number().int().meta({ description: 'Counts what the team applied.' }),
  version: z.string(),
  hash: z.string(),
  at: z.iso.datetime(),
  by: z.string().meta({ description: 'The API key of whoever applied it.' }),
  rollback: z.boolean(),
  counts: z.record(z.string(), z.number()),
});

export const appliedSchema = z.object({
  ...planSchema.shape,
  applied: version.nullable().meta({ description: 'Null where nothing was to be changed.' }),
});

export const manifestsSchema = z.object({
  success,
  manifests: z.array(
    z.object({
      name: z.string(),
      version: z.string(),
      hash: z.string(),
      sources: z.number().int(),
      at: z.iso.datetime(),
      by: z.string(),
    }),
  ),
});
export const manifestTextSchema = z.object({
  success,
  name: z.string(),
  version: z.string(),
  manifest: z.looseObject({}).meta({ description: 'As it was applied.' }),
  kept: z.array(z.string()).meta({ description: 'Ids of sources that it does not list, and that go on.' }),
});
export const manifestVersionsSchema = z.object({ success, name: z.string(), versions: z.array(version) });

export const runStartedSchema = z.object({
  success,
  source: z.string(),
  id: z.string().meta({ description: 'The job of the run.' }),
});
export const sourceDoneSchema = z.object({ success, source: z.object(sourceShape) });
export const bulkSchema = z.object({
  success,
  results: z.array(
    z.object({
      source: z.string(),
      job: z.string().nullable(),
      code: z.string().nullable(),
      error: z.string().nullable(),
    }),
  ),
});

const run = z.object({
  job: z.string(),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime(),
  outcome: z.enum(['completed', 'failed', 'cancelled', 'skipped']),
  code: z.string().nullable(),
  trigger: z.enum(['scheduled', 'manual', 'api']),
  manifestVersion: z.string().nullable(),
  isComplete: z.boolean().meta({ description: 'Every page that it found was asked for.' }),
  visited: z.number().int(),
  changes: z.record(z.string(), z.number()).meta({ description: 'What it told of, by kind.' }),
  pages: z.record(z.string(), z.number()).meta({ description: 'Pages by state, after it.' }),
  held: z.number().int(),
});
export const runsSchema = z.object({ success, runs: z.array(run), cursor });

export const sourcePagesSchema = z.object({
  success,
  run: z.string().meta({ description: 'The run after which this is how it was.' }),
  at: z.iso.datetime(),
  total: z.number().int(),
  pages: z.array(
    z.object({
      url: z.string(),
      state: z.enum(pageStandings),
      title: z.string().nullable(),
      envelope: z.string().nullable(),
      firstSeen: z.iso.datetime(),
      lastChanged: z.iso.datetime(),
      lastSeen: z.iso.datetime(),
      lastVisit: z.iso.datetime(),
      status: z.number().int().nullable(),
      code: z.string().nullable(),
      misses: z.number().int(),
      movedTo: z.string().nullable(),
    }),
  ),
  cursor,
});

export const sourceDiffSchema = z.object({
  success,
  from: z.object({ run: z.string(), at: z.iso.datetime() }),
  to: z.object({ run: z.string(), at: z.iso.datetime() }),
  counts: z.record(z.string(), z.number()),
  changes: z.array(
    z.object({
      kind: z.enum(changeKinds),
      url: z.string(),
      before: z.string().nullable(),
      after: z.string().nullable(),
      movedTo: z.string().nullable(),
    }),
  ),
  total: z.number().int(),
});

export const changesSchema = z.object({
  success,
  changes: z.array(
    z.object({
      source: z.string(),
      run: z.string(),
      kind: z.enum(changeKinds),
      url: z.string(),
      at: z.iso.datetime(),
      title: z.string().nullable(),
      envelope: z.string().nullable(),
      previousEnvelope: z.string().nullable(),
      movedTo: z.string().nullable(),
    }),
  ),
  cursor: z.string().meta({ description: 'Follow it for what comes next; it never runs out.' }),
});

export const pageVersionsSchema = z.object({
  success,
  url: z.string(),
  source: z.string(),
  versions: z.array(
    z.object({
      kind: z.enum(changeKinds),
      at: z.iso.datetime().meta({ description: 'When it was first seen.' }),
      until: moment.meta({ description: 'When it was last seen to hold; null of a page that was gone.' }),
      run: z.string(),
      envelope: z.string().nullable(),
      movedTo: z.string().nullable(),
    }),
  ),
});

export const pageAtSchema = z.object({
  success,
  url: z.string(),
  source: z.string(),
  at: z.iso.datetime(),
  seenAt: z.iso.datetime(),
  confirmedUntil: moment,
  nextDiffersAt: moment,
  title: z.string().nullable(),
  markdown: z.string(),
  envelope: z.looseObject({}).meta({ description: 'The envelope whole.' }),
});

export const pageDiffSchema = z.object({
  success,
  url: z.string(),
  source: z.string(),
  from: z.object({ at: z.iso.datetime(), envelope: z.string() }),
  to: z.object({ at: z.iso.datetime(), envelope: z.string() }),
  text: z.string().meta({ description: 'A unified diff of the Markdown.' }),
  json: z.unknown().meta({ description: 'The same by file, chunk and line.' }),
});
