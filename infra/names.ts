import { Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';

const base = 'Gleaner';

/** The CloudFormation stack of a deployment: `Gleaner`, or `Gleaner-staging` where it has a name of its own. */
export const stackName = (name: string | undefined): string =>
  name === undefined ? base : `${base}-${name}`;

/** The name of its own that the deployment around a construct has; undefined for the one without. */
const ownName = (scope: Construct): string | undefined => {
  const { stackName: whole } = Stack.of(scope);
  return whole.startsWith(`${base}-`) ? whole.slice(base.length + 1) : undefined;
};

/**
 * The name of a thing of the stack among those of the account and region, which several stacks share: queues and
 * alarms have names that people type. What CloudFormation names by itself needs none.
 */
export const physicalName = (scope: Construct, thing: string): string => {
  const name = ownName(scope);
  return name === undefined ? thing : `${name}-${thing}`;
};

/** CloudWatch namespace of what the functions of the stack measure themselves. */
export const metricsNamespace = (scope: Construct): string => {
  const name = ownName(scope);
  return name === undefined ? base : `${base}/${name}`;
};
