import { readBuckets, type BucketPlan } from './buckets.ts';
import { readEventRules, type EventRulePlan } from './event-rules.ts';
import { readEventSources, type EventSourcePlan } from './event-sources.ts';
import { readFunctions, type FunctionPlan } from './functions.ts';
import { resourceTreatment } from './ignored-types.ts';
import { resolver } from './intrinsics.ts';
import { physicalNames } from './physical-names.ts';
import { propertyReader } from './property-reader.ts';
import {
  readBinaryTypes,
  readGatewayResponses,
  readRoutes,
  type GatewayResponses,
  type RoutePlan,
} from './routes.ts';
import { readSchedules, type SchedulePlan } from './schedules.ts';
import {
  readQueues,
  readSecrets,
  readTables,
  type QueuePlan,
  type SecretPlan,
  type TablePlan,
} from './stores.ts';
import { findResources, type Assembly } from './template.ts';

/** Everything that the runtime starts, as the template describes it. */
export interface Plan {
  readonly tables: readonly TablePlan[];
  readonly queues: readonly QueuePlan[];
  readonly buckets: readonly BucketPlan[];
  readonly secrets: readonly SecretPlan[];
  readonly functions: readonly FunctionPlan[];
  readonly eventSources: readonly EventSourcePlan[];
  readonly routes: readonly RoutePlan[];
  readonly gatewayResponses: GatewayResponses;
  /** Media types whose bodies functions get as Base64. */
  readonly binaryTypes: readonly string[];
  /** Name of the REST API's stage. */
  readonly stage: string;
  readonly schedules: readonly SchedulePlan[];
  readonly eventRules: readonly EventRulePlan[];
  /** Stack outputs that can be resolved: table, bucket and function names. */
  readonly outputs: Readonly<Record<string, string>>;
  /** One line for each resource type that is neither run nor on the list of ignored ones. */
  readonly warnings: readonly string[];
}

const warningsOf = ({ template }: Assembly): string[] => {
  const unknown = Object.entries(template.Resources).filter(
    ([, resource]) => resourceTreatment(resource.Type) === 'unknown',
  );
  return [...Map.groupBy(unknown, ([, resource]) => resource.Type)].map(
    ([type, resources]) =>
      `The laptop does not run ${type} (${resources.map(([logicalId]) => logicalId).join(', ')}): passed over.`,
  );
};

/**
 * Reads a synthesised stack.
 *
 * @param cloudUrl - where SQS and S3 are served; queue URLs in function environments begin with it.
 * @throws {Error} naming resource and property, when something that the runtime must run cannot be read.
 */
export const readPlan = (assembly: Assembly, cloudUrl: string): Plan => {
  const { template } = assembly;
  const names = physicalNames(assembly);
  const resolve = resolver({ template, names, cloudUrl });
  const read = propertyReader(resolve);
  const events = readEventRules(template, names, read);
  const [stage] = findResources(template, 'AWS::ApiGateway::Stage');
  const outputs = Object.entries(template.Outputs ?? {}).map(([name, output]) => [
    name,
    String(resolve(output.Value, `Outputs.${name}`)),
  ]);
  return {
    tables: readTables(template, names, read),
    queues: readQueues(template, names, read),
    buckets: readBuckets(template, names, read),
    secrets: readSecrets(template, names, read),
    functions: readFunctions(assembly, names, read),
    eventSources: readEventSources(template, read),
    routes: readRoutes(template, read),
    gatewayResponses: readGatewayResponses(template, read),
    binaryTypes: readBinaryTypes(template, read),
    stage:
      typeof stage?.[1].Properties?.['StageName'] === 'string' ? stage[1].Properties['StageName'] : 'local',
    schedules: readSchedules(template, names, read),
    outputs: Object.fromEntries(outputs) as Record<string, string>,
    eventRules: events.rules,
    warnings: [...warningsOf(assembly), ...events.warnings],
  };
};
