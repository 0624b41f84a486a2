import {
  changesQuerySchema,
  pageAtQuerySchema,
  pageDiffQuerySchema,
  sourceDiffQuerySchema,
  sourcePagesQuerySchema,
  versionsQuerySchema,
} from '../../lib/request/source/source-query.ts';
import {
  changesSchema,
  feedMadeSchema,
  pageAtSchema,
  pageDiffSchema,
  pageVersionsSchema,
  sourceDiffSchema,
  sourcePagesSchema,
} from '../openapi/responses/source-history.ts';
import type { Endpoint } from '../edge/endpoint.ts';
import { changesHandler } from '../handlers/sources/changes.ts';
import { feedHandlers, feedQuerySchema, feedRequestSchema } from '../handlers/sources/feed.ts';
import { sourceHistoryHandlers } from '../handlers/sources/history.ts';
import type { SourceDependencies } from '../handlers/sources/sources.ts';

const ids = { id: 'The id of the source in its manifest.' };

/** What is read from the chain of a source's runs. */
export const historyEndpoints: readonly Endpoint<SourceDependencies>[] = [
  {
    method: 'GET',
    path: '/v2/sources/{id}/pages',
    handler: sourceHistoryHandlers.pages,
    docs: !import.meta.bundled && {
      id: 'listSourcePages',
      tag: 'Sources',
      summary: 'The pages of a source, now or as they were',
      ids,
      query: sourcePagesQuerySchema,
      response: sourcePagesSchema,
      failures: ['SOURCE_NOT_FOUND', 'PAGE_NOT_FOUND', 'CURSOR_UNKNOWN'],
    },
  },
  {
    method: 'GET',
    path: '/v2/sources/{id}/diff',
    handler: sourceHistoryHandlers.diff,
    docs: !import.meta.bundled && {
      id: 'diffSource',
      tag: 'Sources',
      summary: 'What became of the pages of a source between two runs',
      ids,
      query: sourceDiffQuerySchema,
      response: sourceDiffSchema,
      failures: ['SOURCE_NOT_FOUND', 'PAGE_NOT_FOUND'],
    },
  },
  {
    method: 'GET',
    path: '/v2/changes',
    handler: changesHandler,
    docs: !import.meta.bundled && {
      id: 'listChanges',
      tag: 'Sources',
      summary: 'Changes of all sources, in order',
      description:
        'Follow `cursor`: each change comes once, and none is left out. With `before` the newest come first. A ' +
        'cursor that is no place in the feed is refused, with the end of the feed in `details.newest`.',
      query: changesQuerySchema,
      response: changesSchema,
      failures: ['CURSOR_UNKNOWN', 'SOURCE_NOT_FOUND'],
    },
  },
  {
    method: 'POST',
    path: '/v2/changes/feed',
    scope: 'read',
    handler: feedHandlers.open,
    docs: !import.meta.bundled && {
      id: 'makeChangeFeed',
      tag: 'Sources',
      summary: 'Make an address of the change feed for a reader of feeds',
      description:
        'The address holds a token that reads this feed and nothing else. It ends after a year, or when the key is ' +
        'revoked that it was made with. If a session made it, it ends with the session.',
      body: { schema: feedRequestSchema, example: { kind: 'added' }, optional: true },
      response: feedMadeSchema,
      failures: ['SOURCE_NOT_FOUND'],
    },
  },
  {
    method: 'GET',
    path: '/v2/changes/feed',
    openHandler: feedHandlers.read,
    docs: !import.meta.bundled && {
      id: 'readChangeFeed',
      tag: 'Sources',
      summary: 'The newest changes as Atom',
      description: 'Needs the token of its address, and no key.',
      query: feedQuerySchema,
      response: 'application/atom+xml',
      failures: ['UNAUTHORIZED', 'SOURCE_NOT_FOUND'],
    },
  },
  {
    method: 'GET',
    path: '/v2/versions',
    handler: sourceHistoryHandlers.versions,
    docs: !import.meta.bundled && {
      id: 'listPageVersions',
      tag: 'Sources',
      summary: 'Versions of a page of a source',
      query: versionsQuerySchema,
      response: pageVersionsSchema,
      failures: ['SOURCE_NOT_FOUND', 'PAGE_NOT_FOUND'],
    },
  },
  {
    method: 'GET',
    path: '/v2/versions/at',
    handler: sourceHistoryHandlers.pageAt,
    docs: !import.meta.bundled && {
      id: 'getPageAt',
      tag: 'Sources',
      summary: 'A page as it was at a date',
      description:
        'With when that was first seen, until when it is known to have held, and when another version was seen.',
      query: pageAtQuerySchema,
      response: pageAtSchema,
      failures: ['SOURCE_NOT_FOUND', 'PAGE_NOT_FOUND', 'VERSION_GONE'],
    },
  },
  {
    method: 'GET',
    path: '/v2/versions/diff',
    handler: sourceHistoryHandlers.pageDiff,
    docs: !import.meta.bundled && {
      id: 'diffPage',
      tag: 'Sources',
      summary: 'What differs between two versions of a page',
      query: pageDiffQuerySchema,
      response: pageDiffSchema,
      failures: ['SOURCE_NOT_FOUND', 'PAGE_NOT_FOUND', 'VERSION_GONE'],
    },
  },
];
