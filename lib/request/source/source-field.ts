import * as z from 'zod';
import { sourceLimits } from '../../limits/source-limits.ts';

/** The name of a source: lower-case words joined by dashes. It is part of the keys of envelopes, and never changes. */
export const sourceIdSchema = z
  .string()
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, {
    error: 'expected lower-case words joined by dashes, such as federal-register',
  })
  .max(sourceLimits.sourceIdCharactersMax, {
    error: `expected at most ${sourceLimits.sourceIdCharactersMax} characters`,
  });

/** What is known of a source besides how it is fetched. */
export const sourceMetadataSchema = z
  .record(z.string().min(1).max(64), z.union([z.string().max(2_000), z.number(), z.boolean(), z.null()]))
  .refine((metadata) => JSON.stringify(metadata).length <= sourceLimits.sourceMetadataCharactersMax, {
    error: `expected at most ${sourceLimits.sourceMetadataCharactersMax} characters of metadata`,
  });

/**
 * How long envelopes of a source are kept after ingestion confirmed them; until then they do not expire
 * (`lib/envelope/retention.ts`).
 */
export const retentionClasses = ['90d', '1y', '7y', 'ever'] as const;
export const retentionSchema = z.enum(retentionClasses).meta({
  description:
    'How long its envelopes are kept, from when ingestion confirmed them: until then they do not expire. ' +
    'Without it, 90 days from when they were written.',
});

/** Documents of data that a source may promise. */
export const dataTypes = ['json', 'yaml'] as const;

/** The source that a job fetches: written into each of its envelopes. */
export const sourceField = z
  .strictObject({
    id: sourceIdSchema.meta({ description: 'Its name in the manifest.' }),
    manifestVersion: z.string().min(1).max(64).optional().meta({ description: 'Version of that manifest.' }),
    metadata: sourceMetadataSchema.optional().meta({
      description:
        'What is known of it. `agency`, `citation`, `jurisdiction`, `regulatory_domain` and `source_type` ' +
        'have places of their own in envelopes.',
    }),
    retention: retentionSchema.optional(),
    contentType: z
      .enum(dataTypes)
      .optional()
      .meta({
        description:
          'Its pages are documents of data: one that is none fails, and the envelope of one that describes an ' +
          'API (OpenAPI 3, Swagger 2.0) has its endpoints and schemas as `api`.',
      }),
  })
  .meta({
    description:
      'The source that is fetched, an entry of a manifest: its pages keep the pace of scheduled runs, its ' +
      'versions are compared with each other, and it stands in every envelope. If an applied manifest lists it, ' +
      "its limits bind the job as a run of it, and a retired one is refused. Not an option of Firecrawl's.",
  });

/** Where a job's pages come from, as a manifest says; the source's id is stored beside it. */
export const provenanceSchema = z.object({
  manifestVersion: z.string().optional(),
  metadata: sourceMetadataSchema.optional(),
  contentType: z.enum(dataTypes).optional(),
  retention: z.enum(retentionClasses).optional(),
});
export type Provenance = z.infer<typeof provenanceSchema>;

/** Reads the source that an accepted body names. */
export const readSourceField = (body: unknown): z.infer<typeof sourceField> | null => {
  const parsed = z.object({ source: sourceField }).safeParse(body);
  return parsed.success ? parsed.data.source : null;
};
