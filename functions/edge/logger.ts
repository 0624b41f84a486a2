import { Logger } from '@aws-lambda-powertools/logger';

/** One logger for each sandbox; its name comes from the environment that the template sets. */
export const logger = new Logger();

const quietEvents = new Set(['put off']);

/** The log that steps are handed: events with fields, the frequent ones at debug level. */
export const log = (event: string, fields: Record<string, unknown>): void => {
  if (quietEvents.has(event)) logger.debug(event, fields);
  else if (event.includes('failed') || event.includes('disagree')) logger.error(event, fields);
  else logger.info(event, fields);
};
