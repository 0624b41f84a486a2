import * as z from 'zod';
import type { ReadProperties } from './property-reader.ts';
import { findResources, type StackTemplate } from './template.ts';

/** One notification of a bucket about created (or removed) objects. */
export interface NotificationPlan {
  /** For example `s3:ObjectCreated:*`. */
  readonly events: readonly string[];
  readonly prefix: string | undefined;
  readonly suffix: string | undefined;
  /** ARN of a queue or of a function. */
  readonly targetArn: string;
}

/** Objects under a prefix, with this tag if there is one, that are removed so many days after they were put. */
export interface ExpiryPlan {
  readonly prefix: string;
  readonly tags: readonly { readonly Key: string; readonly Value: string }[];
  readonly days: number;
}

export interface BucketPlan {
  readonly name: string;
  readonly expiries: readonly ExpiryPlan[];
  readonly notifications: readonly NotificationPlan[];
}

const rulesSchema = z.array(z.object({ Name: z.string(), Value: z.string() }));

/** CloudFormation's own shape: one event and a filter called `S3Key`. */
const nativeFilter = z.object({ S3Key: z.object({ Rules: rulesSchema }) }).optional();
const nativeSchema = z.object({
  LifecycleConfiguration: z
    .object({
      Rules: z.array(
        z.object({
          Status: z.enum(['Enabled', 'Disabled']),
          Prefix: z.string().default(''),
          TagFilters: z.array(z.object({ Key: z.string(), Value: z.string() })).default([]),
          ExpirationInDays: z.coerce.number().optional(),
        }),
      ),
    })
    .optional(),
  NotificationConfiguration: z
    .object({
      QueueConfigurations: z
        .array(z.object({ Event: z.string(), Queue: z.string(), Filter: nativeFilter }))
        .default([]),
      LambdaConfigurations: z
        .array(z.object({ Event: z.string(), Function: z.string(), Filter: nativeFilter }))
        .default([]),
    })
    .optional(),
});

/** The S3 API's shape, which CDK's custom resource uses. */
const customFilter = z.object({ Key: z.object({ FilterRules: rulesSchema }) }).optional();
const customSchema = z.object({
  BucketName: z.string(),
  NotificationConfiguration: z.object({
    QueueConfigurations: z
      .array(z.object({ Events: z.array(z.string()), QueueArn: z.string(), Filter: customFilter }))
      .default([]),
    LambdaFunctionConfigurations: z
      .array(z.object({ Events: z.array(z.string()), LambdaFunctionArn: z.string(), Filter: customFilter }))
      .default([]),
  }),
});

const plan = (
  events: readonly string[],
  targetArn: string,
  rules: z.infer<typeof rulesSchema>,
): NotificationPlan => {
  const rule = (name: string): string | undefined =>
    rules.find((it) => it.Name.toLowerCase() === name)?.Value;
  return { events, targetArn, prefix: rule('prefix'), suffix: rule('suffix') };
};

/** Reads the buckets with their notifications, which stand on the bucket or in CDK's custom resource. */
export const readBuckets = (
  template: StackTemplate,
  names: Readonly<Record<string, string>>,
  read: ReadProperties,
): BucketPlan[] => {
  const custom = findResources(template, 'Custom::S3BucketNotifications').map(([logicalId, resource]) => {
    const { BucketName: bucket, NotificationConfiguration: wanted } = read(logicalId, resource, customSchema);
    return {
      bucket,
      notifications: [
        ...wanted.QueueConfigurations.map((it) =>
          plan(it.Events, it.QueueArn, it.Filter?.Key.FilterRules ?? []),
        ),
        ...wanted.LambdaFunctionConfigurations.map((it) =>
          plan(it.Events, it.LambdaFunctionArn, it.Filter?.Key.FilterRules ?? []),
        ),
      ],
    };
  });
  return findResources(template, 'AWS::S3::Bucket').map(([logicalId, resource]) => {
    const name = names[logicalId] ?? logicalId;
    const { LifecycleConfiguration: lifecycle, NotificationConfiguration: native } = read(
      logicalId,
      resource,
      nativeSchema,
    );
    return {
      name,
      expiries: (lifecycle?.Rules ?? []).flatMap(({ Status, Prefix, TagFilters, ExpirationInDays: days }) =>
        Status === 'Enabled' && days !== undefined ? [{ prefix: Prefix, tags: TagFilters, days }] : [],
      ),
      notifications: [
        ...(native?.QueueConfigurations ?? []).map((it) =>
          plan([it.Event], it.Queue, it.Filter?.S3Key.Rules ?? []),
        ),
        ...(native?.LambdaConfigurations ?? []).map((it) =>
          plan([it.Event], it.Function, it.Filter?.S3Key.Rules ?? []),
        ),
        ...custom.filter((it) => it.bucket === name).flatMap((it) => it.notifications),
      ],
    };
  });
};
