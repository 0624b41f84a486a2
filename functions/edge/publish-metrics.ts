import type { MiddlewareObj } from '@middy/core';
import { metrics } from './metrics.ts';

/** Publishes what an invocation measured, also when it failed; says nothing when it measured nothing. */
export const publishMetrics = (): MiddlewareObj => {
  const publish = (): void => {
    if (metrics.hasStoredMetrics()) metrics.publishStoredMetrics();
  };
  return { after: publish, onError: publish };
};
