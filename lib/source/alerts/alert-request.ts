import * as z from 'zod';
import { urlField } from '../../request/url-field.ts';
import { alertChannelSchema } from './alert.ts';
import { spanMs } from '../span.ts';
import { severities } from './alert-rules.ts';

export const alertsQuerySchema = z.object({
  source: z.string().max(80).optional().meta({ description: 'Only of this source.' }),
  state: z
    .enum(['open', 'acknowledged', 'closed', 'all'])
    .optional()
    .meta({ description: 'Only those that are so; open and acknowledged ones unless told.' }),
});

/** Most days for which an alert may be put off: a season, after which a person should look again. */
const snoozeDaysMax = 90;

export const snoozeRequestSchema = z.strictObject({
  for: z
    .string()
    .regex(/^[1-9]\d{0,3}[hd]$/, { error: 'expected hours or days, such as 12h or 3d' })
    .refine((text) => spanMs(text) <= spanMs(`${snoozeDaysMax}d`), {
      error: `expected at most ${snoozeDaysMax}d`,
    })
    .meta({ description: 'For how long it is put off: hours or days, such as 12h or 3d.' }),
});

export const channelRequestSchema = z.object({
  name: z
    .string()
    .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, { error: 'expected lower-case words joined by dashes' })
    .max(40)
    .meta({ description: 'What it is called; another of that name is replaced.' }),
  kind: alertChannelSchema.shape.kind.meta({
    description: '`webhook` gets a signed event; `slack` a line for an incoming webhook of Slack.',
  }),
  url: urlField.meta({ description: 'Where it is posted. Nobody is shown it again but for its host.' }),
  severity: z.enum(severities).default('warning').meta({ description: 'Nothing below it is told there.' }),
});
