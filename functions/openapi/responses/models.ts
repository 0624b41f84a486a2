import * as z from 'zod';
import { success } from './common.ts';

const time = (description: string): z.ZodISODateTime => z.iso.datetime().meta({ description });

const modelKeySchema = z.object({
  fingerprint: z.string().meta({ description: 'Tells the key apart, and says nothing of it.' }),
  provider: z.string().meta({ description: 'Whose it is.' }),
  state: z.enum(['free', 'resting', 'refused']).meta({
    description: '`refused` for the models that `refusedFor` names; others are asked with it.',
  }),
  until: time('When it may be used again.').optional(),
  reason: z.string().optional().meta({ description: 'Why it rests.' }),
  refusedFor: z
    .array(
      z.object({
        model: z.string().meta({ description: 'The model.' }),
        until: time('Until when.'),
        reason: z.string().meta({ description: 'Why.' }),
      }),
    )
    .meta({ description: "Models with which its provider refused it, in the provider's words." }),
  running: z.int().meta({ description: 'Questions under way with it.' }),
  lastUsedAt: time('When it was last used, to some minutes.'),
});

export const modelKeysSchema = z.object({
  success,
  keys: z.array(modelKeySchema).meta({ description: 'By provider and fingerprint.' }),
});

export const wokenKeySchema = z.object({
  success,
  fingerprint: z.string().meta({ description: 'Which key.' }),
  effectiveWithinSeconds: z.int().meta({ description: 'By then every function uses it.' }),
});
