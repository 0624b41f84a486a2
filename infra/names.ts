import { Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';

const base = 'Gleaner';

/** Returns the CloudFormation stack of a deployment: `Gleaner`, or `Gleaner-staging` if it has a name of its own. */
export const stackName = (name: string | undefined): string =>
  name === undefined ? base : `${base}-${name}`;

/** Returns the own name of the deployment around a construct; undefined for one without. */
const ownName = (scope: Construct): string | undefined => {
  const { stackName: whole } = Stack.of(scope);
  return whole.startsWith(`${base}-`) ? whole.slice(base.length + 1) : undefined;
};

/** Returns a name as the deployment of that name makes it its own, undefined for the one without a name. */
export const namedWithin = (deployment: string | undefined, thing: string): string =>
  deployment === undefined ? thing : `${deployment}-${thing}`;

/**
 * Returns the name of a resource that has to be unique in the account and region, which several stacks share: queues
 * and alarms have names that people type. Resources that CloudFormation names need none.
 */
export const physicalName = (scope: Construct, thing: string): string => namedWithin(ownName(scope), thing);

/** Returns the CloudWatch namespace of the metrics that the stack's functions send. */
export const metricsNamespace = (scope: Construct): string => {
  const name = ownName(scope);
  return name === undefined ? base : `${base}/${name}`;
};

/**
 * Key of a template's metadata under which the settings that a deployment was given stand, by name: `gleaner deploy`
 * warns before it drops one of them.
 */
export const settingsMetadata = 'Gleaner::Settings';
