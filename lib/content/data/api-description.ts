import * as z from 'zod';

/**
 * What a description of an API says (OpenAPI 3.0 to 3.2, Swagger 2.0), as programs read it: the part `api` of an
 * envelope. References within the description are followed for parameters, bodies and responses. A `schema` is the
 * JSON Schema of the description, unchanged: a reference in it names an entry of `schemas`.
 */
const text = z.string().nullable();

const contentSchema = z.object({
  /** Null if the description names none, as Swagger 2.0 may. */
  media_type: text,
  /** A JSON Schema; null if there is none. */
  schema: z.unknown(),
});

const endpointSchema = z.object({
  /** In capitals: `GET`. */
  method: z.string(),
  /** With its parameters in braces; the name of a webhook. */
  path: z.string(),
  operation_id: text,
  summary: text,
  description: text,
  tags: z.array(z.string()),
  deprecated: z.boolean(),
  parameters: z.array(
    z.object({
      name: z.string(),
      in: z.string(),
      required: z.boolean(),
      description: text,
      /** Its type and constraints, as a JSON Schema. */
      schema: z.unknown(),
    }),
  ),
  request_body: z
    .object({ required: z.boolean(), description: text, content: z.array(contentSchema) })
    .nullable(),
  responses: z.array(
    z.object({
      /** `200`, `4XX`, `default`. */
      status: z.string(),
      description: text,
      content: z.array(contentSchema),
    }),
  ),
  /** Names of security schemes: all those of one list are needed; any of the lists is enough. */
  security: z.array(z.array(z.string())),
});
export type ApiEndpoint = z.infer<typeof endpointSchema>;

export const apiDescriptionSchema = z.object({
  format: z.enum(['openapi', 'swagger']),
  /** Of the format: `3.1.0`. */
  format_version: z.string(),
  title: text,
  /** Of the API. */
  version: text,
  description: text,
  /** Addresses as they stand in the description; they may be relative. */
  servers: z.array(z.string()),
  endpoints: z.array(endpointSchema),
  /** Requests that the API sends. */
  webhooks: z.array(endpointSchema),
  schemas: z.array(
    z.object({
      name: z.string(),
      /** `#/components/schemas/Pet`: how other schemas refer to it. */
      reference: z.string(),
      description: text,
      schema: z.unknown(),
    }),
  ),
  security_schemes: z.array(
    z.object({
      name: z.string(),
      type: text,
      description: text,
      /** For `apiKey`: `header`, `query` or `cookie`. */
      in: text,
      /** For `http`: `basic`, `bearer`. */
      scheme: text,
    }),
  ),
  /** How many the description has; the lists may hold fewer. */
  counts: z.object({
    endpoints: z.number().int(),
    webhooks: z.number().int(),
    schemas: z.number().int(),
  }),
  /** Sentences about what was left out, and which references lead nowhere. Other documents are never fetched. */
  warnings: z.array(z.string()),
});
export type ApiDescription = z.infer<typeof apiDescriptionSchema>;
