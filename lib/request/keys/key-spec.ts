import * as z from 'zod';
import { keyLimitsSchema } from './api-key.ts';
import { scopes, usualScopes } from './scopes.ts';

/** What a new key may do. Strict: a misspelt scope or limit must not be ignored. */
export const keySpecSchema = z.strictObject({
  name: z.string().trim().min(1).max(100).default('unnamed').meta({ description: 'What it is called.' }),
  scopes: z
    .array(z.enum(scopes))
    .min(1)
    .default([...usualScopes])
    .transform((given) => scopes.filter((scope) => given.includes(scope)))
    .meta({
      default: [...usualScopes],
      description:
        'What it may be used for; `read`: status and results, `write`: begin and cancel work, `admin`: ' +
        "the team's keys.",
    }),
  ...keyLimitsSchema.shape,
});
export type KeySpec = z.infer<typeof keySpecSchema>;
