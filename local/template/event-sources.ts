import * as z from 'zod';
import { functionNameIn } from './functions.ts';
import type { ReadProperties } from './property-reader.ts';
import { findResources, type StackTemplate } from './template.ts';

/** A queue that wakes a function. */
export interface EventSourcePlan {
  readonly queue: string;
  readonly functionName: string;
  readonly batchSize: number;
  /** Seconds that a batch may wait for more messages. */
  readonly windowSeconds: number;
  readonly reportsItemFailures: boolean;
  readonly concurrencyMax: number | undefined;
}

const mappingSchema = z.object({
  EventSourceArn: z.string(),
  FunctionName: z.string(),
  Enabled: z.boolean().default(true),
  BatchSize: z.coerce.number().int().min(1).max(10_000).default(10),
  MaximumBatchingWindowInSeconds: z.coerce.number().min(0).max(300).default(0),
  FunctionResponseTypes: z.array(z.string()).default([]),
  ScalingConfig: z.object({ MaximumConcurrency: z.coerce.number().optional() }).optional(),
  FilterCriteria: z.unknown().optional(),
});

/**
 * Returns the enabled event source mappings.
 *
 * @throws {Error} for a source that is not a queue, and for filter criteria: without the filter a function would get
 * messages that it never gets on AWS.
 */
export const readEventSources = (template: StackTemplate, read: ReadProperties): EventSourcePlan[] =>
  findResources(template, 'AWS::Lambda::EventSourceMapping').flatMap(([logicalId, resource]) => {
    const mapping = read(logicalId, resource, mappingSchema);
    const queue = /^arn:aws:sqs:[^:]+:[^:]+:(.+)$/.exec(mapping.EventSourceArn)?.[1];
    if (queue === undefined) {
      throw new Error(`Cannot run ${logicalId}: expected an SQS queue, found ${mapping.EventSourceArn}`);
    }
    if (mapping.FilterCriteria !== undefined) {
      throw new Error(`Cannot run ${logicalId}: the laptop knows no FilterCriteria of event sources`);
    }
    if (!mapping.Enabled) return [];
    return [
      {
        queue,
        functionName: functionNameIn(mapping.FunctionName),
        batchSize: mapping.BatchSize,
        windowSeconds: mapping.MaximumBatchingWindowInSeconds,
        reportsItemFailures: mapping.FunctionResponseTypes.includes('ReportBatchItemFailures'),
        concurrencyMax: mapping.ScalingConfig?.MaximumConcurrency,
      },
    ];
  });
