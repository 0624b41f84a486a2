import { corpusHandlers, type CorpusDependencies } from '../handlers/corpus.ts';
import { mcpHandler } from '../handlers/mcp.ts';
import * as z from 'zod';
import {
  corpusChangesQuerySchema,
  corpusPageQuerySchema,
  corpusSearchRequestSchema,
  corpusStatsQuerySchema,
} from '../../lib/request/corpus-search-request.ts';
import {
  corpusChangesSchema,
  corpusDoneSchema,
  corpusPageSchema,
  corpusSearchSchema,
  corpusStatsSchema,
  corporaSchema,
  mcpSchema,
} from '../openapi/responses/corpus.ts';
import type { KeyEndpoint } from '../edge/endpoint.ts';

const mcpRequestSchema = z.looseObject({
  jsonrpc: z.literal('2.0').meta({ description: 'The version of JSON-RPC.' }),
  id: z
    .union([z.string(), z.int()])
    .optional()
    .meta({ description: 'Returned in the answer; without it, nothing is answered.' }),
  method: z.string().meta({ description: 'Such as `initialize`, `tools/list`, `tools/call`.' }),
  params: z.looseObject({}).optional().meta({ description: 'As the method has them.' }),
});

const ids = { name: 'The name of the corpus.' };

const endpoints: readonly KeyEndpoint<CorpusDependencies>[] = [
  {
    method: 'POST',
    path: '/v2/corpus/{name}/search',
    scope: 'read',
    handler: corpusHandlers.search,
    docs: !import.meta.bundled && {
      id: 'searchCorpus',
      tag: 'Corpus',
      summary: 'Search what was crawled',
      description:
        'Answers passages, best first: those that hold the words of the query, in any of their forms, ' +
        'with words of a title before those of a heading, and those before words of the text; and, where the ' +
        'deployment has an embedder, those that are close to it in meaning.',
      ids,
      body: { schema: corpusSearchRequestSchema, example: { query: 'opening hours', limit: 5 } },
      response: corpusSearchSchema,
      failures: [
        'CORPUS_NOT_FOUND',
        'CORPUS_UNAVAILABLE',
        'CORPUS_OTHER_EMBEDDER',
        'EMBEDDER_NOT_CONFIGURED',
        'EMBEDDER_UNAVAILABLE',
        'EMBEDDER_REFUSED',
        'EMBEDDER_WRONG_DIMENSIONS',
      ],
    },
  },
  {
    method: 'GET',
    path: '/v2/corpus/{name}/stats',
    handler: corpusHandlers.stats,
    docs: !import.meta.bundled && {
      id: 'getCorpusStats',
      tag: 'Corpus',
      summary: 'What a corpus holds',
      ids,
      query: corpusStatsQuerySchema,
      response: corpusStatsSchema,
      failures: ['CORPUS_NOT_FOUND', 'CORPUS_UNAVAILABLE'],
    },
  },
  {
    method: 'GET',
    path: '/v2/corpus/{name}/page',
    handler: corpusHandlers.page,
    docs: !import.meta.bundled && {
      id: 'getCorpusPage',
      tag: 'Corpus',
      summary: 'A page as it is or was',
      description: 'Its Markdown from its envelope, without fetching the page.',
      ids,
      query: corpusPageQuerySchema,
      response: corpusPageSchema,
      failures: ['CORPUS_NOT_FOUND', 'PAGE_NOT_FOUND', 'CORPUS_UNAVAILABLE'],
    },
  },
  {
    method: 'GET',
    path: '/v2/corpus/{name}/changes',
    handler: corpusHandlers.changes,
    docs: !import.meta.bundled && {
      id: 'listCorpusChanges',
      tag: 'Corpus',
      summary: 'Pages that changed since a time',
      ids,
      query: corpusChangesQuerySchema,
      response: corpusChangesSchema,
      failures: ['CORPUS_NOT_FOUND', 'CORPUS_UNAVAILABLE', 'CURSOR_UNKNOWN'],
    },
  },
  {
    method: 'POST',
    path: '/v2/corpus/{name}/reindex',
    handler: corpusHandlers.reindex,
    docs: !import.meta.bundled && {
      id: 'reindexCorpus',
      tag: 'Corpus',
      summary: 'Read all envelopes into a corpus again',
      description:
        'For one that was named after pages were crawled, or was deleted, or whose passages are to be ' +
        'made again. It goes on in the background, and the corpus is searched as ever meanwhile.',
      ids,
      response: corpusDoneSchema,
      failures: ['CORPUS_NOT_FOUND', 'CORPUS_UNAVAILABLE'],
    },
  },
  {
    method: 'GET',
    path: '/v2/corpora',
    handler: corpusHandlers.list,
    docs: !import.meta.bundled && {
      id: 'listCorpora',
      tag: 'Corpus',
      summary: 'The corpora of the deployment',
      response: corporaSchema,
    },
  },
  {
    method: 'DELETE',
    path: '/v2/corpora/{name}',
    scope: 'admin',
    handler: corpusHandlers.remove,
    docs: !import.meta.bundled && {
      id: 'deleteCorpus',
      tag: 'Corpus',
      summary: 'Delete a corpus',
      description: 'Its envelopes stay: indexing makes it again.',
      ids,
      response: corpusDoneSchema,
      failures: ['CORPUS_NOT_FOUND', 'CORPUS_UNAVAILABLE'],
    },
  },
];

/** Routes of the function search-corpus, which exists if the deployment names a corpus. */
export const corpusEndpoints: readonly KeyEndpoint<CorpusDependencies>[] = [
  ...endpoints,
  {
    method: 'POST',
    path: '/mcp',
    scope: 'read',
    handler: mcpHandler(endpoints),
    docs: !import.meta.bundled && {
      id: 'callMcp',
      tag: 'Corpus',
      summary: 'Tools for models, by the Model Context Protocol',
      description:
        'Streamable HTTP without sessions: one request of JSON-RPC, one answer in JSON. Tools: ' +
        '`search_corpus`, `read_page`, `diff_page`, `list_changes`, `source_status`, `scrape`.',
      body: { schema: mcpRequestSchema, example: { jsonrpc: '2.0', id: 1, method: 'tools/list' } },
      response: mcpSchema,
    },
  },
];
