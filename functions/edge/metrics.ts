import { Metrics } from '@aws-lambda-powertools/metrics';

/** One sink of metrics for each sandbox; its names come from the environment that the template sets. */
export const metrics = new Metrics();
