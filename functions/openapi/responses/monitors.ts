import * as z from 'zod';
import { pageStatuses } from '../../../lib/source/monitors/monitor-request.ts';
import { success } from './common.ts';

const moment = z.iso.datetime().nullable();
const count = z.number().int();

const summary = z
  .object({
    totalPages: count.meta({ description: 'Pages that were asked for.' }),
    same: count.meta({ description: 'Pages that are as they were.' }),
    changed: count.meta({ description: 'Pages with another version.' }),
    new: count.meta({ description: 'Pages that were not there before.' }),
    removed: count.meta({ description: 'Pages that are confirmed to be gone.' }),
    error: count.meta({ description: 'Pages that could not be read.' }),
  })
  .meta({ description: 'How many pages became what.' });

const target = z.looseObject({
  type: z.enum(['scrape', 'crawl']).meta({ description: 'Pages that are named, or a site.' }),
});

const monitor = z.looseObject({
  id: z.string().meta({ description: 'The id of the source that it is.' }),
  name: z.string().meta({ description: 'For people.' }),
  status: z.enum(['active', 'paused']).meta({ description: 'Whether it runs by itself.' }),
  schedule: z
    .object({
      cron: z.string().optional().meta({ description: 'Minute, hour, day, month, weekday.' }),
      timezone: z.string().meta({ description: 'Whose clock.' }),
    })
    .meta({ description: 'When it runs.' }),
  nextRunAt: moment.meta({ description: 'When it runs next.' }),
  lastRunAt: moment.meta({ description: 'When it ran last.' }),
  currentCheckId: z.string().nullable().meta({ description: 'The check that is under way.' }),
  targets: z.array(target).meta({ description: 'What is watched.' }),
  webhook: z.null().meta({ description: 'Not offered.' }),
  notification: z.null().meta({ description: 'Not offered.' }),
  retentionDays: count.meta({ description: 'What a source has stays.' }),
  estimatedCreditsPerMonth: z.null().meta({ description: 'There are no credits.' }),
  lastCheckSummary: summary.nullable().meta({ description: 'Of its last check.' }),
  goal: z.string().nullable().meta({ description: 'Kept for people.' }),
  judgeEnabled: z.literal(false).meta({ description: 'No model judges changes.' }),
  createdAt: z.iso.datetime().meta({ description: 'When it was made.' }),
  updatedAt: z.iso.datetime().meta({ description: 'When it was changed.' }),
});

const check = z.looseObject({
  id: z.string().meta({ description: 'The job of the run.' }),
  monitorId: z.string().meta({ description: 'The monitor.' }),
  status: z
    .enum(['running', 'completed', 'failed', 'partial', 'skipped_overlap'])
    .meta({ description: '`partial`: not every page that was found was asked for.' }),
  trigger: z.enum(['scheduled', 'manual']).meta({ description: 'What started it.' }),
  scheduledFor: moment.meta({ description: 'When it was due.' }),
  startedAt: moment.meta({ description: 'When it began.' }),
  finishedAt: moment.meta({ description: 'When it ended.' }),
  billingStatus: z.literal('not_applicable').meta({ description: 'There are no credits.' }),
  summary: summary.meta({ description: 'How many pages became what.' }),
  error: z.string().nullable().meta({ description: 'The code of the failure.' }),
  createdAt: z.iso.datetime().meta({ description: 'When it was made.' }),
  updatedAt: z.iso.datetime().meta({ description: 'When it changed last.' }),
});

const page = z.looseObject({
  id: z.string().meta({ description: 'Of the page, over all checks.' }),
  url: z.string().meta({ description: 'The URL.' }),
  status: z.enum(pageStatuses).meta({ description: 'What became of it.' }),
  statusCode: count.nullable().meta({ description: 'The HTTP status.' }),
  error: z.string().nullable().meta({ description: 'The code of the failure.' }),
  diff: z
    .object({
      text: z.string().meta({ description: 'As Git writes it.' }),
      json: z.looseObject({}).meta({ description: 'The same in parts.' }),
    })
    .nullable()
    .meta({ description: 'Of a page that changed: what differs, as Git writes it, and in parts.' }),
});

export const monitorResponseSchema = z.object({
  success,
  data: monitor.meta({ description: 'The monitor.' }),
});
export const monitorsResponseSchema = z.object({
  success,
  data: z.array(monitor).meta({ description: 'The newest first.' }),
});
export const monitorGoneSchema = z.object({ success });
export const checkStartedSchema = z.object({ success, data: check.meta({ description: 'The check.' }) });
export const checksResponseSchema = z.object({
  success,
  data: z.array(check).meta({ description: 'The last one first.' }),
});
export const checkResponseSchema = z.object({
  success,
  next: z.string().nullable().optional().meta({ description: 'Where the list of pages goes on.' }),
  data: check
    .extend({
      pages: z.array(page).meta({ description: 'The pages.' }),
      next: z.string().nullable().meta({ description: 'Where the list goes on.' }),
    })
    .meta({ description: 'The check with its pages.' }),
});
