import * as z from 'zod';
import { sourceConditions } from '../../../lib/source/source-state.ts';
import { alertToldSchema } from './alerts.ts';
import { success } from './common.ts';
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
      newest: z.array(jobLineSchema).meta({ description: 'Some of them, open ones first.' }),
    })
    .meta({ description: 'The jobs, counted.' }),
});
