import * as z from 'zod';
import type { ReadProperties } from './property-reader.ts';
import { findResources, type StackTemplate } from './template.ts';

const keySchema = z.array(z.object({ AttributeName: z.string(), KeyType: z.enum(['HASH', 'RANGE']) }));

const projectionSchema = z.object({
  ProjectionType: z.enum(['ALL', 'KEYS_ONLY', 'INCLUDE']),
  NonKeyAttributes: z.array(z.string()).optional(),
});

const tableSchema = z.object({
  AttributeDefinitions: z.array(
    z.object({ AttributeName: z.string(), AttributeType: z.enum(['S', 'N', 'B']) }),
  ),
  KeySchema: keySchema,
  GlobalSecondaryIndexes: z
    .array(z.object({ IndexName: z.string(), KeySchema: keySchema, Projection: projectionSchema }))
    .optional(),
  LocalSecondaryIndexes: z
    .array(z.object({ IndexName: z.string(), KeySchema: keySchema, Projection: projectionSchema }))
    .optional(),
  TimeToLiveSpecification: z
    .object({ AttributeName: z.string().optional(), Enabled: z.boolean() })
    .optional(),
});

export interface TablePlan extends Omit<z.infer<typeof tableSchema>, 'TimeToLiveSpecification'> {
  readonly name: string;
  /** Attribute with the epoch seconds after which an item may be removed. */
  readonly ttlAttribute: string | undefined;
}

const queueSchema = z.object({
  FifoQueue: z.boolean().optional(),
  VisibilityTimeout: z.coerce.number().optional(),
  MessageRetentionPeriod: z.coerce.number().optional(),
  DelaySeconds: z.coerce.number().optional(),
  MaximumMessageSize: z.coerce.number().optional(),
  ReceiveMessageWaitTimeSeconds: z.coerce.number().optional(),
  RedrivePolicy: z.object({ deadLetterTargetArn: z.string(), maxReceiveCount: z.coerce.number() }).optional(),
  RedriveAllowPolicy: z.record(z.string(), z.unknown()).optional(),
});

export interface QueuePlan {
  readonly name: string;
  /** In the form of the SQS API: every value a string, policies as JSON. */
  readonly attributes: Readonly<Record<string, string>>;
}

export interface SecretPlan {
  readonly name: string;
  readonly generate: Readonly<Record<string, unknown>> | undefined;
  readonly value: string | undefined;
}

const secretSchema = z.object({
  GenerateSecretString: z.record(z.string(), z.unknown()).optional(),
  SecretString: z.string().optional(),
});

type Names = Readonly<Record<string, string>>;

/** Returns the DynamoDB tables, of either resource type; capacity and recovery settings have no effect on a laptop. */
export const readTables = (template: StackTemplate, names: Names, read: ReadProperties): TablePlan[] =>
  findResources(template, 'AWS::DynamoDB::Table', 'AWS::DynamoDB::GlobalTable').map(
    ([logicalId, resource]) => {
      const { TimeToLiveSpecification: ttl, ...table } = read(logicalId, resource, tableSchema);
      return {
        ...table,
        name: names[logicalId] ?? logicalId,
        ttlAttribute: ttl?.Enabled === true ? ttl.AttributeName : undefined,
      };
    },
  );

/**
 * Returns the queues, dead-letter queues first, because a redrive policy names a queue that exists.
 *
 * @throws {Error} for a FIFO queue, which the laptop does not serve.
 */
export const readQueues = (template: StackTemplate, names: Names, read: ReadProperties): QueuePlan[] =>
  findResources(template, 'AWS::SQS::Queue')
    .map(([logicalId, resource]) => {
      const { FifoQueue: fifo, ...attributes } = read(logicalId, resource, queueSchema);
      if (fifo === true) throw new Error(`Cannot run ${logicalId}: the laptop has no FIFO queues`);
      const strings = Object.entries(attributes).map(([name, value]) => [
        name,
        typeof value === 'object' ? JSON.stringify(value) : String(value),
      ]);
      return {
        name: names[logicalId] ?? logicalId,
        attributes: Object.fromEntries(strings) as Record<string, string>,
      };
    })
    .sort((a, b) => Number('RedrivePolicy' in a.attributes) - Number('RedrivePolicy' in b.attributes));

/** Returns the secrets, with how to make a value if the template asks for one. */
export const readSecrets = (template: StackTemplate, names: Names, read: ReadProperties): SecretPlan[] =>
  findResources(template, 'AWS::SecretsManager::Secret').map(([logicalId, resource]) => {
    const { GenerateSecretString: generate, SecretString: value } = read(logicalId, resource, secretSchema);
    return { name: names[logicalId] ?? logicalId, generate, value };
  });
