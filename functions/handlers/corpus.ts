import { failure } from '../../lib/failure.ts';
import { corpusShape } from '../../lib/ingest/corpus-page.ts';
import { embedderName } from '../../lib/ingest/embed/choose-embedder.ts';
import { reindexGroup } from '../../lib/ingest/ingest-message.ts';
import { limits } from '../../lib/limits/limits.ts';
import {
  corpusChangesQuerySchema,
  corpusPageQuerySchema,
  corpusStatsQuerySchema,
  parseCorpusSearch,
  readChangesCursor,
} from '../../lib/request/corpus-search-request.ts';
import { readListCursor, writeListCursor } from '../../lib/list-cursor.ts';
import { ignoredWarning, parseJsonBody, parseWith } from '../../lib/request/parse-request.ts';
import {
  askStore,
  searchCorpus,
  type SearchDependencies,
} from '../../lib/steps/search-corpus/search-corpus.ts';
import { corpusFullWarning } from '../../lib/steps/search-corpus/search-warnings.ts';
import { listChangedPages, readPageVersion } from '../../lib/steps/search-corpus/corpus-pages.ts';
import type { CorpusStore } from '../../lib/store/corpus/corpus-store.ts';
import type { Objects } from '../../lib/store/objects.ts';
import { sendMessages, type Queues } from '../../lib/store/queues.ts';
import type { HttpHandler } from '../edge/endpoint.ts';
import { jsonResponse, refuse, type HttpResponse, type HttpRequest } from '../edge/http.ts';
import { withWarnings } from './with-warnings.ts';

/** What the routes of a team's corpus need. */
interface TeamCorpusDependencies extends SearchDependencies {
  readonly takes: 'scheduled' | 'all';
  readonly envelopes: Objects;
  readonly queue: Pick<Queues, 'client'> & { readonly url: string };
}

/** What the routes of corpora need. */
export interface CorpusDependencies extends Omit<TeamCorpusDependencies, 'corpus'> {
  /** Opens the corpus of a team. */
  readonly corpusOf: (team: string) => CorpusStore;
}

/**
 * Finds the corpus that the path names, and answers about the caller's team's pages in it; a deployment has at most one
 * name.
 */
const named =
  (answer: HttpHandler<TeamCorpusDependencies>): HttpHandler<CorpusDependencies> =>
  async ({ corpusOf, ...dependencies }, request) => {
    const asked = request.parameters['name'] ?? '';
    if (asked === dependencies.name)
      return await answer({ ...dependencies, corpus: corpusOf(request.caller.team) }, request);
    const message =
      `Cannot find the corpus ${JSON.stringify(asked.slice(0, 60))}: this deployment has ` +
      dependencies.name;
    return refuse(failure('CORPUS_NOT_FOUND', message));
  };

const search = async (dependencies: TeamCorpusDependencies, request: HttpRequest): Promise<HttpResponse> => {
  const body = parseJsonBody(request.body);
  if (!body.ok) return refuse(body.failure);
  const parsed = parseCorpusSearch(body.value);
  if (!parsed.ok) return refuse(parsed.failure);
  const searched = await searchCorpus(dependencies, parsed.value);
  if (!searched.ok) return refuse(searched.failure);
  const { results, warnings } = searched.answer;
  return jsonResponse(200, {
    success: true,
    corpus: dependencies.name,
    data: results,
    ...withWarnings([...warnings, ignoredWarning(parsed.ignored)]),
  });
};

const stats = async (dependencies: TeamCorpusDependencies, request: HttpRequest): Promise<HttpResponse> => {
  const parsed = parseWith(corpusStatsQuerySchema, request.query);
  if (!parsed.ok) return refuse(parsed.failure);
  const found = await askStore(dependencies, async (corpus) => ({
    counts: await corpus.count(parsed.value.source ?? null),
    full: await corpus.isFull(dependencies.now()),
  }));
  if (!found.ok) return refuse(found.failure);
  const { counts, full } = found.value;
  const choice = dependencies.embedder?.choice ?? null;
  return jsonResponse(200, {
    success: true,
    corpus: dependencies.name,
    takes: dependencies.takes,
    shape: corpusShape(choice),
    embedder: choice === null ? null : embedderName(choice),
    pages: counts?.pages ?? 0,
    deletedPages: counts?.deleted ?? 0,
    passages: counts?.passages ?? 0,
    pastPassages: counts?.past ?? 0,
    tokens: counts?.tokens ?? 0,
    embeddedPassages: counts?.embedded ?? 0,
    full,
    bytes: counts?.bytes ?? 0,
    newest: typeof counts?.newest === 'number' ? new Date(counts.newest).toISOString() : null,
    ...withWarnings([full ? corpusFullWarning : undefined, ignoredWarning(parsed.ignored)]),
  });
};

const page = async (dependencies: TeamCorpusDependencies, request: HttpRequest): Promise<HttpResponse> => {
  const parsed = parseWith(corpusPageQuerySchema, request.query);
  if (!parsed.ok) return refuse(parsed.failure);
  const read = await readPageVersion(dependencies, parsed.value.url, parsed.value.asOf ?? null);
  if (!read.ok) return refuse(read.failure);
  const warnings = withWarnings([ignoredWarning(parsed.ignored)]);
  return jsonResponse(200, { success: true, data: read.page, ...warnings });
};

const changes = async (dependencies: TeamCorpusDependencies, request: HttpRequest): Promise<HttpResponse> => {
  const parsed = parseWith(corpusChangesQuerySchema, request.query);
  if (!parsed.ok) return refuse(parsed.failure);
  const { since, limit: count = limits.corpusResultsMax, cursor } = parsed.value;
  const { team } = request.caller;
  const listAsked = { list: 'changes of a corpus', filters: { team, corpus: dependencies.name, since } };
  const from = readListCursor(listAsked, cursor);
  if (!from.ok) return refuse(from.failure);
  const after = readChangesCursor(from.place ?? '');
  const listed = await listChangedPages(dependencies, { since, count, after });
  if (!listed.ok) return refuse(listed.failure);
  const { pages: data, remaining } = listed.changed;
  const next = writeListCursor(listAsked, listed.changed.cursor);
  const warnings = withWarnings([ignoredWarning(parsed.ignored)]);
  return jsonResponse(200, { success: true, data, remaining, cursor: next, ...warnings });
};

/**
 * Reads all envelopes of the caller's team again, by host and day. Envelopes of pages that the corpus has unchanged
 * have no effect.
 */
const reindex = async (
  { name, queue, log }: TeamCorpusDependencies,
  { caller: { team } }: HttpRequest,
): Promise<HttpResponse> => {
  try {
    const lists = ['staged/', 'kept/'].map((prefix) => ({ body: { v: 1, reindex: 'list', prefix, team } }));
    await sendMessages(queue, queue.url, reindexGroup, lists);
  } catch (error) {
    log('asking for a corpus to be indexed again failed', { corpus: name, error: String(error) });
    const message = `Cannot index the corpus ${name} again: its queue does not answer. Try again in a moment`;
    return refuse(failure('CORPUS_UNAVAILABLE', message));
  }
  return jsonResponse(200, { success: true, corpus: name });
};

const remove = async (dependencies: TeamCorpusDependencies): Promise<HttpResponse> => {
  const removed = await askStore(dependencies, (corpus) => corpus.delete());
  return removed.ok
    ? jsonResponse(200, { success: true, corpus: dependencies.name })
    : refuse(removed.failure);
};

const list = async ({ name, takes }: CorpusDependencies): Promise<HttpResponse> =>
  await Promise.resolve(jsonResponse(200, { success: true, corpora: [{ name, takes }] }));

/** Searching, listing, counting, reindexing and deleting corpora. */
export const corpusHandlers = {
  search: named(search),
  stats: named(stats),
  page: named(page),
  changes: named(changes),
  reindex: named(reindex),
  list,
  remove: named(remove),
};
