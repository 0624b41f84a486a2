import * as z from 'zod';

const options = z.looseObject({});

const scrapeTarget = z.looseObject({
  id: z.string().max(200).optional().meta({ description: 'Taken, and replaced by the id of the source.' }),
  type: z.literal('scrape').meta({ description: 'Pages that are named.' }),
  urls: z.array(z.string().max(8_192)).min(1).max(1_000).meta({ description: 'The pages.' }),
  scrapeOptions: options.optional().meta({ description: 'As `POST /v2/scrape` takes them.' }),
});
const crawlTarget = z.looseObject({
  id: z.string().max(200).optional().meta({ description: 'Taken, and replaced by the id of the source.' }),
  type: z.literal('crawl').meta({ description: 'A site from there on.' }),
  url: z.string().max(8_192).meta({ description: 'Where it begins.' }),
  crawlOptions: options.optional().meta({ description: 'As `POST /v2/crawl` takes them.' }),
  scrapeOptions: options.optional().meta({ description: 'As `POST /v2/scrape` takes them.' }),
});

const notOffered = (instead: string) =>
  z
    .null({ error: `expected null: ${instead}` })
    .optional()
    .meta({ description: `Not offered: ${instead}.` });

const schedule = z
  .looseObject({
    cron: z.string().max(100).optional().meta({ description: 'Minute, hour, day, month, weekday.' }),
    text: z.string().max(200).optional().meta({ description: 'The same in words.' }),
    timezone: z.string().max(64).optional().meta({ description: 'Whose clock; UTC unless told.' }),
  })
  .meta({
    description: '`cron` (five fields) or `text` (`every 30 minutes`, `daily at 9:00`), and a time zone.',
  });

const shape = {
  name: z.string().min(1).max(300).meta({ description: 'For people.' }),
  schedule,
  targets: z
    .array(z.discriminatedUnion('type', [scrapeTarget, crawlTarget]))
    .length(1, { error: 'expected one target: make a monitor for each' })
    .meta({ description: 'What is watched: one target.' }),
  goal: z.string().max(2_000).nullish().meta({ description: 'Kept for people: no model judges changes.' }),
  judgeEnabled: z
    .literal(false, { error: 'expected false: no model judges changes' })
    .optional()
    .meta({ description: 'Only false: no model judges changes.' }),
  retentionDays: z.number().int().min(1).max(3_650).optional().meta({
    description: 'Taken, and without effect: what a source has stays.',
  }),
  webhook: notOffered('POST /v2/alerts/channels has your team told'),
  notification: notOffered('POST /v2/alerts/channels has your team told'),
};

export const monitorRequestSchema = z.object(shape);
export type MonitorRequest = z.output<typeof monitorRequestSchema>;

export const monitorUpdateSchema = z.object({
  name: shape.name.optional(),
  status: z.enum(['active', 'paused']).optional().meta({ description: 'Whether it runs by itself.' }),
  schedule: schedule.optional(),
  targets: shape.targets.optional(),
  goal: shape.goal,
  judgeEnabled: shape.judgeEnabled,
  retentionDays: shape.retentionDays,
  webhook: shape.webhook,
  notification: shape.notification,
});
export type MonitorUpdate = z.output<typeof monitorUpdateSchema>;

const wholeNumber = (usual: number, least: number, most: number) =>
  z.coerce.number().int().min(least).max(most).default(usual);

export const monitorListQuerySchema = z.object({
  limit: wholeNumber(20, 1, 100).meta({ description: 'How many at most.' }),
  offset: wholeNumber(0, 0, 10_000).meta({ description: 'Those before it are left out.' }),
});

export const pageStatuses = ['same', 'new', 'changed', 'removed', 'error'] as const;

export const monitorCheckQuerySchema = z.object({
  limit: wholeNumber(50, 1, 100).meta({ description: 'Pages at most.' }),
  skip: wholeNumber(0, 0, 1_000_000).meta({ description: 'Pages before it are left out.' }),
  status: z.enum(pageStatuses).optional().meta({ description: 'Only pages of which that became.' }),
});
