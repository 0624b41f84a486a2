import type { MiddlewareObj } from '@middy/core';
import { metrics } from './metrics.ts';

/** Publishes what an invocation measured, even if it failed; publishes nothing if it measured nothing. */
export const publishMetrics = (): MiddlewareObj => {
  const publish = (): void => {
    if (metrics.hasStoredMetrics()) metrics.publishStoredMetrics();
  };
  return { after: publish, onError: publish };
};
