import type { NoResponse } from './call-api.ts';
import { exitCodes, usageEnding, type CommandEnding } from '../exit-code.ts';
import type { Instance } from './find-instance.ts';

const howToStart =
  'Start it with `npx gleaner local` (in a clone: `npm start`), or set GLEANER_URL to where it runs.';

/** Returns the ending for an API address that is no URL, or a key that cannot be one. */
export const unusableInstance = ({ malformed }: { readonly malformed: string }): CommandEnding =>
  usageEnding(malformed);

/** Describes a server that answers differently from a Gleaner. `wanted` names what a Gleaner would have sent. */
export const notGleaner = ({ url }: Instance, wanted: string): string =>
  `What answers at ${url} is not a Gleaner API: expected ${wanted}`;

const unreachable = (instance: Instance, { code, message }: NoResponse & { kind: 'unreachable' }): string => {
  if (code === 'ECONNREFUSED') return `No Gleaner is running at ${instance.url}. ${howToStart}`;
  if (code === 'NOT_GLEANER') return `${message}. ${howToStart}`;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    const setting = instance.from === 'option' ? '--url' : 'GLEANER_URL';
    return `The host of ${instance.url} cannot be found. Check ${setting}.`;
  }
  return `Could not reach ${instance.url}: ${message}. ${howToStart}`;
};

const unauthorized = (instance: Instance, message: string, code: string | undefined): string => {
  if (code === 'FORBIDDEN')
    return `The key may not do this at ${instance.url}: ${message}. Set another with GLEANER_KEY or --key-file.`;
  return instance.key === undefined
    ? `${instance.url} needs an API key. Set GLEANER_KEY, or give --key-file; \`npm start\` prints a key.`
    : `${instance.url} does not accept the key: ${message}. Set another with GLEANER_KEY or --key-file; ` +
        '`npm start` prints a key.';
};

const refused = (
  instance: Instance,
  { status, code, message }: NoResponse & { kind: 'refused' },
): CommandEnding => {
  const aboutKey = code === undefined || code === 'UNAUTHORIZED' || code === 'FORBIDDEN';
  if (status === 401 || (status === 403 && aboutKey)) {
    return { exitCode: exitCodes.unreachable, message: unauthorized(instance, message, code) };
  }
  if (status >= 500 && status !== 501) {
    return {
      exitCode: exitCodes.unreachable,
      message: `${instance.url} failed with HTTP status ${status}: ${message}. Try again, or see its log.`,
    };
  }
  const named = code === undefined ? `${status}` : `${status} ${code}`;
  return { exitCode: exitCodes.refused, message: `The API refused the request (${named}): ${message}` };
};

/**
 * Returns the message and exit status for a request without a result: 4 if the connection or the key is wrong, 3 if the
 * request is.
 */
export const refusalEnding = (answer: NoResponse, instance: Instance): CommandEnding => {
  if (answer.kind === 'interrupted') return { exitCode: exitCodes.interrupted };
  if (answer.kind === 'refused') return refused(instance, answer);
  return { exitCode: exitCodes.unreachable, message: unreachable(instance, answer) };
};

/**
 * Like `refusalEnding`, for a request about one job: a 404 then concerns its id, unless the job exists and lacks
 * something.
 */
export const endingOfJob = (answer: NoResponse, instance: Instance, id: string): CommandEnding =>
  answer.kind === 'refused' && answer.status === 404 && answer.code !== 'NOT_FOUND'
    ? {
        exitCode: exitCodes.refused,
        message:
          `There is no crawl, batch or extraction ${id} at ${instance.url} (${answer.message}). Check the id and ` +
          `the address; old jobs expire. It may be a scrape or a map: "gleaner jobs" lists these as well, and this ` +
          `command does not take them.`,
      }
    : refusalEnding(answer, instance);
