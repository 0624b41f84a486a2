import * as z from 'zod';
import { isFailureCode } from '../../lib/failure.ts';
import { pageStates } from '../../lib/frontier/page.ts';
import { pathTree } from '../../lib/frontier/path-tree.ts';
import { failure } from '../../lib/failure.ts';
import { isJobId } from '../../lib/job/job-id.ts';
import { jobKinds } from '../../lib/job/job-kind.ts';
import type { Job } from '../../lib/job/job.ts';
import { resultEntry } from '../../lib/deliver/results/result-index.ts';
import { listCursorField, readListCursor, writeListCursor } from '../../lib/list-cursor.ts';
import { moduleExtension } from '../../lib/module-extension.ts';
import { limits } from '../../lib/limits/limits.ts';
import { jobStates, listJobs } from '../../lib/steps/api/list-jobs.ts';
import { readPageList } from '../../lib/steps/api/read-page-list.ts';
import { readProgress } from '../../lib/steps/api/read-progress.ts';
import { samplePages } from '../../lib/steps/api/sample-pages.ts';
import { tellPage, tellUrl, type JudgeUrl } from '../../lib/steps/api/tell-page.ts';
import { readDocuments } from '../../lib/steps/read-results/read-documents.ts';
import { findPages } from '../../lib/store/frontier/find-pages.ts';
import { pageCursorPattern } from '../../lib/store/frontier/read-page-slice.ts';
import { beside } from '../edge/beside.ts';
import type { HttpHandler } from '../edge/endpoint.ts';
import { jsonResponse, refuse, type HttpResponse, type HttpRequest } from '../edge/http.ts';
import type { ApiDependencies } from './dependencies.ts';
import { findJobOfTeam } from './find-job.ts';
import { readQuery } from './read-query.ts';
import { tellIgnored } from './with-warnings.ts';
import { whyNoJobs } from './sources/missing-source.ts';

/** Values separated by commas, each one of the known values. */
const listOf = <const Values extends readonly string[]>(values: Values) =>
  z
    .string()
    .default('')
    .transform((text) => text.split(',').filter((each) => each !== ''))
    .pipe(z.array(z.enum(values)));

const count = (usual: number, most: number) =>
  z.coerce
    .number()
    .int()
    .min(1)
    .max(most)
    .default(usual)
    .meta({ description: 'How many at most; an answer may hold fewer before the end.' });

/** Which jobs are listed. */
export const jobsQuerySchema = z.object({
  state: listOf(jobStates).meta({
    description: `Separated by commas: ${jobStates.join(', ')}. All of them unless told.`,
  }),
  kind: listOf(jobKinds).meta({
    description: `Separated by commas: ${jobKinds.join(', ')}. All of them unless told.`,
  }),
  source: z.string().max(256).optional().meta({ description: 'Jobs of this source alone.' }),
  limit: count(50, limits.jobsPerAnswerMax),
  cursor: listCursorField(isJobId),
});

/** Formats in which a page is shown; a screenshot is shown if the page has one. */
const shownFormats = [
  'markdown',
  'html',
  'rawHtml',
  'links',
  'images',
  'json',
  'summary',
  'attributes',
] as const;

/** In which formats the content of one page is answered. */
export const documentQuerySchema = z.object({
  formats: listOf(shownFormats).meta({
    description: `Separated by commas: ${shownFormats.join(', ')}. All but \`rawHtml\` unless told.`,
  }),
});

/** Which pages of a job are listed. */
export const pagesQuerySchema = z.object({
  state: listOf(pageStates).meta({
    description: `Separated by commas: ${pageStates.join(', ')}. All of them unless told.`,
  }),
  code: z
    .string()
    .default('')
    .transform((text) => text.split(',').filter((each) => each !== ''))
    .pipe(z.array(z.string().refine(isFailureCode, { error: 'expected a code of docs/failures.md' })))
    .meta({ description: 'Codes of failures, separated by commas.' }),
  prefix: z.string().max(2_048).optional().meta({ description: 'What their URLs begin with.' }),
  limit: count(100, limits.pagesPerAnswerMax),
  cursor: listCursorField((place) => pageCursorPattern.test(place)),
});

/** The prefix below which pages are counted. */
export const treeQuerySchema = z.object({
  prefix: z
    .string()
    .max(2_048)
    .default('')
    .meta({ description: 'A `prefix` of an earlier answer; the hosts unless told.' }),
});

/** The URL of the question. */
export const whyQuerySchema = z.object({
  url: z
    .string()
    .min(1)
    .max(2_048)
    .meta({ description: 'The URL, as it stands in a link or an address bar.' }),
});

const scopeModule = beside(import.meta.url, `../../lib/frontier/scope${moduleExtension}`, './scope.mjs');

/** Loaded with the first question, because its public suffix list is large. */
const judge: JudgeUrl = async (url, scope) => {
  const { compileScope, judgeLink } = (await import(
    scopeModule.href
  )) as typeof import('../../lib/frontier/scope.ts');
  const judgement = judgeLink(url, compileScope(scope));
  return judgement.inScope ? null : judgement.reason;
};

type AnswerJob = (dependencies: ApiDependencies, request: HttpRequest, job: Job) => Promise<HttpResponse>;

const list = async (dependencies: ApiDependencies, request: HttpRequest): Promise<HttpResponse> => {
  const asked = readQuery(jobsQuerySchema, request);
  if ('refused' in asked) return asked.refused;
  const { kind: kinds, state: states, cursor, ...rest } = asked.query;
  const { table } = dependencies;
  const { team } = request.caller;
  const listAsked = { list: 'jobs', filters: { team, kinds, states, source: rest.source } };
  const from = readListCursor(listAsked, cursor);
  if (!from.ok) return refuse(from.failure);
  const now = dependencies.now();
  const found = await listJobs(table, team, { kinds, states, now, ...rest, cursor: from.place });
  const missing = found.jobs.length > 0 ? null : await whyNoJobs(table, { team, source: rest.source, now });
  return missing === null
    ? jsonResponse(200, {
        success: true,
        ...found,
        cursor: writeListCursor(listAsked, found.cursor),
        ...tellIgnored(asked),
      })
    : refuse(missing);
};

const progress: AnswerJob = async ({ table, now }, _request, job) =>
  jsonResponse(200, { success: true, ...(await readProgress(table, job, now())) });

const tree: AnswerJob = async ({ table }, request, job) => {
  const asked = readQuery(treeQuerySchema, request);
  if ('refused' in asked) return asked.refused;
  const { prefix } = asked.query;
  const { pages, isWhole } = await samplePages(table, job.id);
  return jsonResponse(200, {
    success: true,
    prefix,
    ...pathTree(pages, prefix),
    isWhole,
    ...tellIgnored(asked),
  });
};

const pages: AnswerJob = async ({ table }, request, job) => {
  const asked = readQuery(pagesQuerySchema, request);
  if ('refused' in asked) return asked.refused;
  const { state: states, code: codes, cursor, ...rest } = asked.query;
  const listAsked = { list: 'pages', filters: { job: job.id, states, codes, prefix: rest.prefix } };
  const from = readListCursor(listAsked, cursor);
  if (!from.ok) return refuse(from.failure);
  const found = await readPageList(table, job.id, { states, codes, ...rest, cursor: from.place });
  return jsonResponse(200, {
    success: true,
    ...found,
    cursor: writeListCursor(listAsked, found.cursor),
    ...tellIgnored(asked),
  });
};

/** Finds the page that a path names. */
const findPage = async ({ table }: ApiDependencies, { parameters }: HttpRequest, job: Job) => {
  const id = parameters['page'] ?? '';
  const [found] = /^[0-9a-f]{32}$/.test(id) ? await findPages(table, job.id, [id]) : [];
  if (found !== undefined) return { found };
  const message = `Page not found: the job ${job.id} holds no page with the id ${id.slice(0, 80)}`;
  return { refused: refuse(failure('NOT_FOUND', message)) };
};

const page: AnswerJob = async (dependencies, request, job) => {
  const looked = await findPage(dependencies, request, job);
  if ('refused' in looked) return looked.refused;
  const { table, now } = dependencies;
  return jsonResponse(200, { success: true, ...(await tellPage(table, job, looked.found, now())) });
};

const document: AnswerJob = async (dependencies, request, job) => {
  const asked = readQuery(documentQuerySchema, request);
  if ('refused' in asked) return asked.refused;
  const looked = await findPage(dependencies, request, job);
  if ('refused' in looked) return looked.refused;
  const { found } = looked;
  const entry = resultEntry(found);
  if (entry === null) {
    const why = found.code === undefined ? '' : `: ${found.code}`;
    return refuse(failure('NOT_FOUND', `The page ${found.url} has no content; it is ${found.state}${why}`));
  }
  const chosen = asked.query.formats;
  const isDefault = chosen.length === 0;
  const formats = isDefault ? shownFormats.filter((format) => format !== 'rawHtml') : chosen;
  const wanted = { ...job.request.scrape, formats, isDefault };
  const { documents } = await readDocuments(dependencies.envelopes, [entry], wanted);
  return jsonResponse(200, { success: true, data: documents[0] });
};

const why: AnswerJob = async ({ table, now }, request, job) => {
  const asked = readQuery(whyQuerySchema, request);
  if ('refused' in asked) return asked.refused;
  return jsonResponse(200, {
    success: true,
    ...(await tellUrl({ table, judge, now: now() }, job, asked.query.url)),
  });
};

const ofJob =
  (answer: AnswerJob): HttpHandler<ApiDependencies> =>
  async (dependencies, request) => {
    const found = await findJobOfTeam(dependencies, request, jobKinds);
    return 'failure' in found ? refuse(found.failure) : await answer(dependencies, request, found.job);
  };

/** The caller's jobs of every kind: their list, and how each is doing, down to a single page. */
export const jobsHandlers = {
  list,
  progress: ofJob(progress),
  tree: ofJob(tree),
  pages: ofJob(pages),
  page: ofJob(page),
  document: ofJob(document),
  why: ofJob(why),
};
