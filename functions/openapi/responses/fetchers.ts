import * as z from 'zod';
import { fetcherStates } from '../../../lib/fetch/remote/fetcher-call.ts';
import { fetcherNames } from '../../../lib/request/source/fetcher.ts';

const credits = (description: string) => z.number().nullable().meta({ description });

/** GET /v2/fetchers (`functions/handlers/sources/fetchers.ts`). */
export const fetchersSchema = z
  .object({
    success: z.literal(true).meta({ description: 'The request was understood and done.' }),
    fetchers: z
      .array(
        z.object({
          name: z.enum(fetcherNames).meta({ description: 'Its name, as `fetcher` takes it.' }),
          state: z.enum(fetcherStates).meta({
            description:
              '`well`: it answers, takes the key and has credits left. Otherwise it has no key, refuses it, has no ' +
              'credits, or does not answer as it should.',
          }),
          message: z.string().meta({ description: 'The same in a sentence.' }),
          remainingCredits: credits('Credits that are left; null where the service does not say so.'),
          planCredits: credits('Credits of the plan; null where the service does not say so.'),
        }),
      )
      .meta({ description: 'Those that the deployment has settings for.' }),
  })
  .meta({ description: 'The services that fetch pages for this deployment, as they say of themselves.' });
