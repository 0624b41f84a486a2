import * as z from 'zod';
import { runHealthSchema } from '../../../lib/source/alerts/run-health.ts';
import { sourceMethods, sourceStatuses } from '../../../lib/source/source-shape.ts';
import { planActions, planFindingCodes, planFindingLevels } from '../../../lib/source/plan-sources.ts';
import { sourceConditions } from '../../../lib/source/source-state.ts';
import { lastRunEnd, success, warning } from './common.ts';

const moment = z.iso.datetime().nullable();
const cursor = z.string().nullable().meta({ description: 'Where the list goes on; null at its end.' });

const sourceShape = {
  id: z.string().meta({ description: 'Its id.' }),
  manifest: z.string().meta({ description: 'The manifest that lists it.' }),
  manifestVersion: z.string().meta({ description: 'The version of that manifest.' }),
  name: z.string().nullable().meta({ description: 'Its name.' }),
  description: z.string().nullable().meta({ description: 'What it is, for people.' }),
  group: z.string().nullable().meta({ description: 'The group that it inherits from; null without one.' }),
  url: z.string().nullable().meta({ description: 'The URL.' }),
  method: z.enum(sourceMethods).meta({ description: 'One page, a crawl, or a list of pages.' }),
  priority: z.enum(['high', 'medium', 'low']).meta({ description: 'Which sources go first.' }),
  cadence: z.string().nullable().meta({ description: 'Its frequency, `every`, `auto` or cron expression.' }),
  gap: z.string().nullable().meta({
    description: 'Of `auto`: how far apart its runs are, as often as it changes; null of other cadences.',
  }),
  slowdown: z
    .number()
    .meta({ description: 'So many times as far apart as said, because its host asked for patience.' }),
  watched: z
    .object({
      checks: z.number().int().meta({ description: 'Complete runs that count.' }),
      changed: z.number().int().meta({ description: 'Those of them that found a change.' }),
    })
    .nullable()
    .meta({ description: 'How often it changes; null before a second complete run.' }),
  timezone: z.string().meta({ description: 'Whose clock says when it is due.' }),
  status: z.enum(sourceStatuses).meta({ description: 'What its manifest says.' }),
  condition: z.enum(sourceConditions).meta({
    description: 'Whether it runs by itself; `failing`: so many runs failed that somebody has to resume it.',
  }),
  why: z.string().nullable().meta({
    description: 'Why it does not run by itself, or not as often as its manifest says; null where it does.',
  }),
  paused: z
    .object({
      at: z.iso.datetime().meta({ description: 'When that was.' }),
      by: z.string().meta({ description: 'The API key of whoever did it.' }),
      why: z.string().nullable().meta({ description: 'The reason that was given.' }),
    })
    .nullable()
    .meta({ description: 'Who stopped it, when and why; null where nobody did.' }),
  nextDueAt: moment.meta({ description: 'When it runs next by itself; null where it does not.' }),
  openRun: z.string().nullable().meta({ description: 'The job of its run that is open.' }),
  lastRun: z.string().nullable().meta({ description: 'The job of its last run.' }),
  lastRunAt: moment.meta({ description: 'When that ended.' }),
  ...lastRunEnd,
  lastChangeAt: moment.meta({ description: 'When a run last told of a change.' }),
  failedInRow: z.number().int().meta({ description: 'Runs that failed since the last one that did not.' }),
  pages: z
    .record(z.string(), z.number())
    .nullable()
    .meta({ description: 'Its pages by state, after the last run; `unlinked` of those present.' }),
  held: z.number().int().meta({
    description: 'Pages that are gone, and so many at once that nobody is told before it is accepted.',
  }),
  contentHash: z.string().nullable().meta({
    description:
      'A hash of what its pages say: another once one of them says something else. Null before a run.',
  }),
  lastRunDollars: z
    .number()
    .nullable()
    .meta({ description: 'What the last run cost, at list prices; null where that is not known.' }),
  dollarsThisMonth: z
    .number()
    .meta({ description: 'What its runs of this month (UTC) cost, as far as counted.' }),
  creditsThisMonth: z
    .number()
    .meta({ description: 'Credits that services charged for its pages in this month (UTC).' }),
};

const usual = z
  .object({
    runs: z.number().int().meta({ description: 'Complete runs that it is told of.' }),
    pages: z.number().meta({ description: 'Pages that a run reads.' }),
    failedShare: z.number().meta({ description: 'The share of those asked for that fail.' }),
    medianBytes: z.number().meta({ description: 'Bytes of text in a page.' }),
    browserShare: z.number().meta({ description: 'The share of pages that take a browser.' }),
    dollars: z.number().nullable().meta({ description: 'What a run costs, at list prices.' }),
  })
  .nullable()
  .meta({ description: 'Medians of the last complete runs; null of fewer than three.' });

export const sourcesSchema = z.object({
  success,
  sources: z.array(z.object(sourceShape)).meta({ description: 'The sources, or how many there are.' }),
  warning,
});
export const sourceSchema = z.object({
  success,
  source: z
    .object({
      ...sourceShape,
      usual,
      due: z.array(z.iso.datetime()).meta({ description: 'The next times at which it is due.' }),
      config: z.looseObject({}).meta({ description: 'All that its manifest says, with what it inherits.' }),
    })
    .meta({ description: 'The source.' }),
});

export const planFindingCodeSchema = z
  .enum(planFindingCodes)
  .meta({ description: 'What it is, for programs.' });

const finding = z.object({
  level: z.enum(planFindingLevels).meta({
    description: 'An error keeps the manifest from being applied; an info asks nothing of you.',
  }),
  source: z.string().optional().meta({ description: 'The source.' }),
  code: planFindingCodeSchema,
  message: z.string().meta({ description: 'What it is, for people.' }),
});

export const draftedManifestSchema = z.object({
  success,
  manifest: z.looseObject({}).meta({ description: 'The manifest; each of its sources is only proposed.' }),
  left: z
    .array(
      z.object({
        id: z.string().meta({ description: 'What the model called it.' }),
        url: z.string().meta({ description: 'The address that it wrote.' }),
      }),
    )
    .meta({ description: 'Sources that are left out, because the notes do not have their address.' }),
});

export const planSchema = z.object({
  success,
  name: z.string().meta({ description: 'Its name.' }),
  version: z.string().meta({ description: 'The version of the manifest.' }),
  base: z.string().meta({ description: 'What the plan was made from: give it with what you apply.' }),
  counts: z.record(z.string(), z.number()).meta({ description: 'How many there are of each kind.' }),
  entries: z
    .array(
      z.object({
        id: z.string().meta({ description: 'Its id.' }),
        action: z.enum(planActions).meta({ description: 'What becomes of it.' }),
        status: z
          .enum(sourceStatuses)
          .nullable()
          .meta({ description: 'Its `status` in the manifest; null where it is removed.' }),
        fields: z
          .array(
            z.object({
              field: z.string().meta({ description: 'Its path, such as `crawl.limit`.' }),
              before: z.unknown().meta({ description: 'As it was.' }),
              after: z.unknown().meta({ description: 'As it is then.' }),
            }),
          )
          .meta({ description: 'The fields that differ.' }),
        effects: z
          .object({
            due: z.array(z.iso.datetime()).meta({ description: 'The next times at which it is due.' }),
            asks: z.string().nullable().meta({
              description: 'How often it is asked, compared with how often it was seen to change.',
            }),
            pages: z.number().nullable().meta({ description: 'Its pages.' }),
            requestsPerMonth: z.number().nullable().meta({ description: 'Requests in thirty days.' }),
            hoursPerRun: z
              .number()
              .nullable()
              .meta({ description: 'Hours of a run, at the pace of its host.' }),
            dollarsPerMonth: z.number().nullable().meta({ description: 'Dollars in thirty days.' }),
          })
          .nullable()
          .meta({
            description: 'What its runs take, as far as earlier runs show; null where it is removed.',
          }),
      }),
    )
    .meta({ description: 'What becomes of each source.' }),
  findings: z.array(finding).meta({ description: 'What a reviewer should know.' }),
});

const version = z.object({
  seq: z.number().int().meta({ description: 'Counts what the team applied.' }),
  version: z.string().meta({ description: 'The version of the manifest.' }),
  hash: z.string().meta({ description: 'Hash of what it says.' }),
  at: z.iso.datetime().meta({ description: 'When that was.' }),
  by: z.string().meta({ description: 'The API key of whoever applied it.' }),
  rollback: z.boolean().meta({ description: 'It went back to an earlier version.' }),
  counts: z.record(z.string(), z.number()).meta({ description: 'How many there are of each kind.' }),
});

export const appliedSchema = z.object({
  ...planSchema.shape,
  applied: version.nullable().meta({ description: 'Null where nothing was to be changed.' }),
});

export const manifestsSchema = z.object({
  success,
  manifests: z
    .array(
      z.object({
        name: z.string().meta({ description: 'Its name.' }),
        version: z.string().meta({ description: 'The version of the manifest.' }),
        hash: z.string().meta({ description: 'Hash of what it says.' }),
        sources: z.number().int().meta({ description: 'The sources, or how many there are.' }),
        at: z.iso.datetime().meta({ description: 'When that was.' }),
        by: z.string().meta({ description: 'The API key of whoever did it.' }),
      }),
    )
    .meta({ description: 'The manifests that are applied.' }),
});
export const manifestTextSchema = z.object({
  success,
  name: z.string().meta({ description: 'Its name.' }),
  version: z.string().meta({ description: 'The version of the manifest.' }),
  manifest: z.looseObject({}).meta({ description: 'As it was applied.' }),
  kept: z.array(z.string()).meta({ description: 'Ids of sources that it does not list, and that go on.' }),
});
export const manifestVersionsSchema = z.object({
  success,
  name: z.string().meta({ description: 'Its name.' }),
  versions: z.array(version).meta({ description: 'The versions, the last one first.' }),
});

export const runStartedSchema = z.object({
  success,
  source: z.string().meta({ description: 'The source.' }),
  id: z.string().meta({ description: 'The job of the run.' }),
});
export const sourceDoneSchema = z.object({
  success,
  source: z.object(sourceShape).meta({ description: 'The source.' }),
});
export const confirmedSchema = z.object({
  success,
  confirmed: z
    .array(z.string())
    .meta({ description: 'Those whose retention counts from now, or did before.' }),
  unknown: z.array(z.string()).meta({
    description: 'Those that are gone, of another source, or written without a class of retention.',
  }),
});
export const bulkSchema = z.object({
  success,
  results: z
    .array(
      z.object({
        source: z.string().meta({ description: 'The source.' }),
        job: z.string().nullable().meta({ description: 'The job.' }),
        code: z.string().nullable().meta({ description: 'What it is, for programs.' }),
        error: z.string().nullable().meta({ description: 'Why it was not done, for people.' }),
      }),
    )
    .meta({ description: 'What became of each source.' }),
});

const run = z.object({
  job: z.string().meta({ description: 'The job.' }),
  startedAt: z.iso.datetime().meta({ description: 'When it was started.' }),
  endedAt: z.iso.datetime().meta({ description: 'When it ended.' }),
  outcome: z
    .enum(['completed', 'failed', 'cancelled', 'skipped'])
    .meta({ description: 'How it ended: `failed` also where its job completed and read no page.' }),
  code: z.string().nullable().meta({ description: 'What it is, for programs.' }),
  trigger: z.enum(['scheduled', 'manual', 'api']).meta({ description: 'What started it.' }),
  manifestVersion: z.string().nullable().meta({ description: 'The version of that manifest.' }),
  isComplete: z.boolean().meta({ description: 'Every page that it found was asked for.' }),
  visited: z.number().int().meta({ description: 'Pages that were asked for.' }),
  changes: z.record(z.string(), z.number()).meta({ description: 'What it told of, by kind.' }),
  pages: z
    .record(z.string(), z.number())
    .meta({ description: 'Pages by state, after it; `unlinked` of those present.' }),
  held: z.number().int().meta({
    description: 'Pages that are gone, and so many at once that nobody is told before that is accepted.',
  }),
  contentHash: z.string().nullable().meta({ description: 'A hash of what its pages said after it.' }),
  dollars: z.number().nullable().meta({
    description: 'What it cost, without the work of ending it, at list prices; null where not known.',
  }),
  credits: z.number().meta({ description: 'Credits that services charged for its pages.' }),
  health: runHealthSchema
    .nullable()
    .meta({ description: 'By which it is compared with those before; null of a run that was skipped.' }),
});
export const runsSchema = z.object({
  success,
  runs: z.array(run).meta({ description: 'The runs, the last one first.' }),
  cursor,
  warning,
});
