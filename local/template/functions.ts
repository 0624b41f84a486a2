import * as z from 'zod';
import type { ReadProperties } from './property-reader.ts';
import { findResources, type Assembly } from './template.ts';

export interface FunctionPlan {
  readonly name: string;
  readonly logicalId: string;
  /** Folder of the bundled code. */
  readonly folder: string;
  /** Module of the handler without its extension, and the export's name: `index.handler`. */
  readonly module: string;
  readonly handler: string;
  readonly timeoutSeconds: number;
  readonly memoryMb: number;
  readonly reservedConcurrency: number | undefined;
  /** The function's variables in the template, before the runtime adds endpoints and credentials. */
  readonly environment: Readonly<Record<string, string>>;
}

const functionSchema = z.object({
  Runtime: z.string().optional(),
  Handler: z.string(),
  Code: z.object({ S3Key: z.string().optional(), ZipFile: z.string().optional() }),
  Timeout: z.coerce.number().default(3),
  MemorySize: z.coerce.number().default(128),
  ReservedConcurrentExecutions: z.coerce.number().optional(),
  Environment: z
    .object({ Variables: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])) })
    .optional(),
});

/**
 * Says whether a function is one that CDK adds to configure other resources during a deployment: there is none on the
 * laptop.
 */
const isProvider = (logicalId: string): boolean =>
  /^(BucketNotificationsHandler|LogRetention|CustomS3AutoDeleteObjects|Custom)/.test(logicalId);

/** "AWS Lambda Developer Guide", quotas: names and values of all variables together. */
const environmentBytesMax = 4_096;

const checkEnvironment = (logicalId: string, environment: Readonly<Record<string, string>>): void => {
  const texts = Object.entries(environment).flat();
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  if (bytes > environmentBytesMax)
    throw new Error(
      `Cannot run ${logicalId}: its environment has ${bytes} bytes, and Lambda takes ${environmentBytesMax}`,
    );
};

/**
 * Returns the functions and the folders of their code: `<hash>.zip` in the template is the asset of that hash.
 *
 * @throws {Error} for a function that is not Node, whose code is not a folder asset, or whose environment Lambda would
 * refuse.
 */
export const readFunctions = (
  { template, assets }: Assembly,
  names: Readonly<Record<string, string>>,
  read: ReadProperties,
): FunctionPlan[] =>
  findResources(template, 'AWS::Lambda::Function')
    .filter(([logicalId]) => !isProvider(logicalId))
    .map(([logicalId, resource]) => {
      const properties = read(logicalId, resource, functionSchema);
      const hash = /^([0-9a-f]+)\.zip$/.exec(properties.Code.S3Key ?? '')?.[1];
      if (properties.Runtime?.startsWith('nodejs') !== true || hash === undefined) {
        throw new Error(
          `Cannot run ${logicalId}: the laptop runs Node functions from folder assets, found ` +
            `${properties.Runtime ?? 'a container image'} with ${hash === undefined ? 'other code' : 'an asset'}`,
        );
      }
      const folder = assets[hash];
      if (folder === undefined) throw new Error(`Cannot run ${logicalId}: the assembly has no asset ${hash}`);
      const dot = properties.Handler.lastIndexOf('.');
      const variables = Object.entries(properties.Environment?.Variables ?? {});
      const environment = Object.fromEntries(variables.map(([key, value]) => [key, String(value)]));
      checkEnvironment(logicalId, environment);
      return {
        name: names[logicalId] ?? logicalId,
        logicalId,
        folder,
        module: properties.Handler.slice(0, dot),
        handler: properties.Handler.slice(dot + 1),
        timeoutSeconds: properties.Timeout,
        memoryMb: properties.MemorySize,
        reservedConcurrency: properties.ReservedConcurrentExecutions,
        environment,
      };
    });

/** Returns the function's name from an ARN or a plain name, as `FunctionName` properties and targets have it. */
export const functionNameIn = (arnOrName: string): string =>
  /:function:([^:/]+)/.exec(arnOrName)?.[1] ?? arnOrName;
