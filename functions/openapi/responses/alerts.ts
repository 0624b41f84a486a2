import * as z from 'zod';
import { alertChannelSchema, alertSchema } from '../../../lib/source/alerts/alert.ts';
import { alertRules, severities } from '../../../lib/source/alerts/alert-rules.ts';
import { success, warning } from './common.ts';
import { deliverySchema } from './webhooks.ts';

/** An alert in a list and in an overview. */
export const alertToldSchema = z.object({
  id: z.string().meta({ description: 'The source and the rule: there is one alert for both.' }),
  source: z.string().meta({ description: 'The source.' }),
  rule: z.enum(alertRules).meta({ description: 'What was found.' }),
  severity: z.enum(severities).meta({ description: 'How grave it is.' }),
  state: alertSchema.shape.state.meta({ description: 'Whether it still holds, and somebody has seen it.' }),
  message: z.string().meta({ description: 'The same in words, as the last run found it.' }),
  openedAt: z.iso.datetime().meta({ description: 'When it was found first.' }),
  lastAt: z.iso.datetime().meta({ description: 'When it was judged last.' }),
  runs: z.number().int().meta({ description: 'Runs that found it.' }),
  closedBecause: z
    .enum(['over', 'removed', 'retired'])
    .nullable()
    .meta({
      description:
        'Why it is closed: `over`: a run found it no more; `removed`, `retired`: so was its source, and no run ' +
        'judges it. Null while it is not closed.',
    }),
});

const alert = alertToldSchema.extend({
  acknowledgedBy: z.string().nullable().meta({ description: 'The key of whoever has seen it.' }),
  snoozedUntil: z.iso
    .datetime()
    .nullable()
    .meta({ description: 'Until when it is put off: a run that finds it after that opens it again.' }),
  closedAt: z.iso.datetime().nullable().meta({ description: 'When it was over.' }),
});

const channel = z.object({
  name: z.string().meta({ description: 'What it is called.' }),
  kind: alertChannelSchema.shape.kind.meta({ description: 'In which form it is told.' }),
  host: z.string().meta({ description: 'The host of its address: the rest is a secret.' }),
  severity: z.enum(severities).meta({ description: 'Nothing below it is told there.' }),
});

export const alertsSchema = z.object({
  success,
  alerts: z.array(alert).meta({ description: 'The gravest first.' }),
  warning,
});
/** GET /v2/alerts/{id}/deliveries. */
export const alertDeliveriesSchema = z.object({
  success,
  deliveries: z
    .array(deliverySchema.extend({ channel: z.string().meta({ description: 'The name of the channel.' }) }))
    .meta({
      description: 'One for each channel that there still is and that was told when the alert last moved.',
    }),
});
export const alertDoneSchema = z.object({ success, alert: alert.meta({ description: 'As it is now.' }) });
export const channelsSchema = z.object({
  success,
  channels: z.array(channel).meta({ description: 'Where the team is told of alerts.' }),
});
export const channelDoneSchema = z.object({
  success,
  channel: channel.meta({ description: 'As it is now.' }),
});
export const channelGoneSchema = z.object({ success });
