import { Logger } from '@aws-lambda-powertools/logger';
import type { MiddlewareObj } from '@middy/core';
import { injectLambdaContext } from '@aws-lambda-powertools/logger/middleware';
import { keepOwnLogLevel } from '../../lib/config.ts';
import type { Log } from '../../lib/log.ts';
import { mapErrorStacks } from '../../lib/map-stack.ts';

keepOwnLogLevel();

/** One logger for each sandbox; its name comes from the environment that the template sets. */
export const logger = new Logger();

// What nothing catches is printed by Node, or by Lambda.
process.on('uncaughtExceptionMonitor', mapErrorStacks);

/** Has each line of the log say of which invocation it is, and what a handler throws name our own files and lines. */
export const logContext = (): MiddlewareObj[] => [
  injectLambdaContext(logger),
  { onError: ({ error }) => mapErrorStacks(error) },
];

const quietEvents = new Set(['put off']);

/**
 * Events that a person should see, and that alarms count: they are kept even if the rest of the log is only sampled.
 */
const oddEvents = new Set([
  'extraction waits',
  'job stands still',
  'source paused',
  'dead letter',
  'page given up',
  'corpus is full',
]);

/** Logs events with fields for steps, the frequent ones at debug level. */
export const log: Log = (event, fields) => {
  if (quietEvents.has(event)) logger.debug(event, fields);
  else if (event.includes('failed') || event.includes('disagree')) logger.error(event, fields);
  else if (oddEvents.has(event)) logger.warn(event, fields);
  else logger.info(event, fields);
};
