import * as z from 'zod';
import { sourceConditions } from '../../../lib/source/source-state.ts';
import { alertToldSchema } from './alerts.ts';
import { lastRunEnd, success } from './common.ts';
import { jobLineSchema } from './monitor.ts';

const count = (description: string): z.ZodInt => z.int().meta({ description });

const named = {
  id: z.string().meta({ description: 'The id of the source.' }),
  name: z.string().nullable().meta({ description: 'Its name.' }),
};

const moments = (what: string, when: string) =>
  z
    .array(z.object({ ...named, at: z.iso.datetime().meta({ description: when }) }))
    .meta({ description: what });

/** GET /v2/overview (`functions/handlers/sources/overview.ts`). */
export const overviewSchema = z.object({
  success,
  at: z.iso.datetime().meta({ description: 'When it was so.' }),
  since: z.iso.datetime().meta({ description: 'A day before: what happened is told from then on.' }),
  sources: z
    .object({
      total: count('All of them.'),
      conditions: z
        .record(z.string(), z.int())
        .meta({ description: 'How many run by themselves, and how many do not, by the reason.' }),
      running: count('With a run that is open.'),
      failed: count('Whose last run failed.'),
      changed: count('That told of a change since then.'),
      holding: count('That hold deletions back until somebody accepts them.'),
    })
    .meta({ description: 'The sources, counted.' }),
  next: moments('The sources that are due next, the first one first.', 'When it is due.'),
  changed: moments('The sources that changed since then, the last one first.', 'When a run told of it.'),
  troubled: z
    .array(
      z.object({
        ...named,
        condition: z.enum(sourceConditions).meta({ description: 'Whether it runs by itself.' }),
        failedInRow: count('Runs that failed since the last one that did not.'),
        ...lastRunEnd,
        held: count('Pages that are gone, and that nobody is told of before it is accepted.'),
      }),
    )
    .meta({ description: 'Sources that somebody should look at.' }),
  alerts: z
    .object({
      open: count('Alerts that nobody has seen.'),
      acknowledged: count('Alerts that somebody has seen, and that are not over.'),
      severities: z
        .record(z.string(), z.int())
        .meta({ description: 'How many of those that nobody has seen are how grave.' }),
      gravest: z
        .array(alertToldSchema)
        .meta({ description: 'Some that nobody has seen, the gravest first.' }),
    })
    .meta({ description: 'What is wrong with sources, counted.' }),
  jobs: z
    .object({
      isWhole: z.boolean().meta({
        description: 'Every job since then was counted; otherwise the newest 200.',
      }),
      open: count('Jobs that are not over.'),
      begun: count('Jobs that were begun since then.'),
      failed: count('Of them, jobs that failed.'),
      pages: count('Pages with content that they have.'),
      pagesFailed: count('Pages of them that failed or were blocked.'),
      dollars: z.number().meta({ description: 'What they cost until now, at list prices.' }),
      unpriced: count('Jobs of them that asked a model whose price is not known.'),
      longestStillSince: z.iso.datetime().nullable().meta({
        description:
          'When the open job last moved that has stood still for longest; null where none is open.',
      }),
      newest: z.array(jobLineSchema).meta({ description: 'Some of them, open ones first.' }),
    })
    .meta({ description: 'The jobs, counted.' }),
  month: z
    .object({
      since: z.iso.datetime().meta({ description: 'When the month began (UTC).' }),
      jobs: count('Jobs of the team that ended in it.'),
      pages: count('Pages with content that they have.'),
      dollars: z
        .number()
        .meta({ description: 'What they cost, at list prices, without the work of ending them.' }),
      unpriced: count('Calls of models whose price is not known.'),
      budget: z.number().nullable().meta({
        description: 'Dollars a month of the whole account, as deployed; null where none was named.',
      }),
    })
    .meta({ description: 'What this month cost.' }),
  queues: z
    .array(
      z.object({
        queue: z.string().meta({ description: 'The queue, one for each way in which a page is worked on.' }),
        waiting: count('Messages that nobody works on.'),
        inFlight: count('Messages that are worked on.'),
        delayed: count('Messages that are put off until a moment.'),
      }),
    )
    .meta({
      description: 'What waits in the queues of the whole deployment; SQS counts a minute late, and roughly.',
    }),
});

/** GET /v2/deployment. */
export const deploymentSchema = z.object({
  success,
  version: z.string().meta({ description: 'The version of Gleaner.' }),
  node: z.string().meta({ description: 'The version of Node.js.' }),
  team: z.string().meta({ description: 'The team of the key or session that asks.' }),
  stack: z.string().meta({ description: 'The name of the stack.' }),
  environment: z.string().meta({ description: 'What envelopes say of where they were made.' }),
  corpus: z.string().nullable().meta({ description: 'The corpus that can be searched; null where none is.' }),
  monthlyBudget: z
    .number()
    .nullable()
    .meta({ description: 'Dollars a month of the whole account; null where none was named.' }),
  keyLimits: z
    .object({
      requestsPerMinute: count('Requests in a minute that begin work.'),
      openJobs: count('Jobs that may be open at once.'),
    })
    .meta({ description: 'What holds for keys that have no limits of their own.' }),
  delaySeconds: z
    .number()
    .meta({ description: 'Seconds between two requests to one host for jobs that a person started.' }),
  allowScripts: z.boolean().meta({ description: 'Whether callers may run scripts in the pages they fetch.' }),
});
