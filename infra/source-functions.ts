import {
  nothing,
  keepHeaders,
  readManifests,
  readSnapshots,
  startItems,
  writeAudit,
  writeChanges,
  type FunctionSpec,
} from './function-spec.ts';
import { jobQueueNames as all } from './queues.ts';

/** The functions that only sources need: a part of the table of functions (`functions.ts`). */
export const sourceFunctions = {
  'manage-sources': {
    ...nothing,
    reads: [
      ...startItems,
      'api-keys',
      'sources',
      'hosts',
      'seal-keys',
      'page-versions',
      'change-feed',
      'audit',
      'alerts',
      'questions',
    ],
    writes: [...startItems, 'sources', 'extract-specs', 'audit', 'alerts', 'questions'],
    memoryMb: 1_769,
    timeoutSeconds: 29,
    // An ingestion outside of the stack confirms through it what it has taken.
    envelopes: [
      { prefix: 'staged/', may: ['read'] },
      { prefix: 'kept/', may: ['read', 'write', 'confirm'] },
    ],
    results: [
      { prefix: 'requests/', may: ['read', 'write'] },
      // Failures of all jobs.
      { prefix: 'results/', may: ['read'] },
    ],
    sources: [
      { ...readManifests, may: ['read', 'write'] },
      { ...keepHeaders, may: ['read', 'write', 'delete'] },
      readSnapshots,
      { ...writeChanges, may: ['read'] },
      { ...writeAudit, may: ['read', 'write'] },
    ],
    sendsTo: all,
    // Alerts of sources that it removes are closed.
    putsEvents: true,
    readsKeySecret: true,
    // A plan says how the services are that its sources name.
    readsFetcherKeys: true,
    measures: ['fetch-high', 'fetch-normal', 'render', 'extract'],
    settings: [
      'GLEANER_ALLOW_SCRIPTS',
      'GLEANER_DELAY_SECONDS',
      'GLEANER_HOSTS',
      'GLEANER_FETCHERS',
      // Settings that it reports about the deployment.
      'GLEANER_STACK',
      'GLEANER_ENVIRONMENT',
      'GLEANER_CORPUS',
      'GLEANER_KEY_REQUESTS_PER_MINUTE',
      'GLEANER_KEY_OPEN_JOBS',
      'GLEANER_MONTHLY_BUDGET',
    ],
  },
} as const satisfies Record<string, Omit<FunctionSpec, 'name'>>;
