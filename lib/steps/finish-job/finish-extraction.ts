import { getExtractSpec } from '../../store/jobs/extract-specs.ts';
import { putObject, type Objects } from '../../store/objects.ts';
import { listPageExtractions } from '../../store/frontier/page-extractions.ts';
import type { Table } from '../../store/table.ts';
import { fieldsOfSpec, fieldsSeen } from '../../extract/schema/asked-fields.ts';
import { isList, wrappedName, type Field } from '../../extract/schema/field.ts';
import { unaskedWarning, type PageExtraction } from '../../extract/model/page-extraction.ts';
import type { JsonSchema } from '../../extract/schema/json-schema.ts';
import { openSchemaCheck } from '../../extract/llm/schema-check.ts';
import type { Page } from '../../frontier/page.ts';
import type { Job, JobOutcome } from '../../job/job.ts';
import { limits } from '../../limits/limits.ts';
import { isLeftOpen, jobWarnings } from '../../extract/merge/job-warnings.ts';
import { addPages, emptyMerge, mergedAnswer, type MergedAnswer } from '../../extract/merge/merge.ts';
import type { ExtractSpec } from '../../request/extract-spec.ts';
import {
  toClientCode,
  clientError,
  extractResponseKey,
  isWithoutAnswer,
  makeResult,
  summarizeResults,
  type ExtractResponse,
  type ExtractResult,
} from '../../deliver/results/extract-response.ts';
import { fitResponse } from '../read-results/fit-response.ts';

/** What finishing an extraction needs. */
export interface FinishExtractionDependencies {
  readonly table: Table;
  readonly envelopes: Objects;
  readonly results: Objects;
  readonly now: () => number;
}

/** How the job ends, if its pages say otherwise than the call that ended it. */
export interface ExtractEnd {
  readonly outcome: JobOutcome;
  readonly code?: string;
}

/**
 * Reads every answer in page order, of pages too that waited when the job was over (`collect-pages.ts`). Answers too
 * large for the table are read from their envelopes.
 */
const collectAnswers = async (
  { table, envelopes }: FinishExtractionDependencies,
  job: FinishingJob,
  pages: readonly Page[],
): Promise<PageExtraction[]> => {
  const rank = new Map(pages.map((page, index) => [page.hash, index]));
  const answers: PageExtraction[] = [];
  for await (const listed of listPageExtractions(table, job.id)) {
    for (const answer of listed) answers.push(await fitResponse(envelopes, answer));
  }
  return answers.sort((a, b) => (rank.get(a.page) ?? 0) - (rank.get(b.page) ?? 0));
};

type FinishingJob = Extract<Job, { status: 'finishing' }>;

interface Merged extends MergedAnswer {
  /** The fields that are lists. */
  readonly lists: readonly string[];
  /** The fields whose value is in no page. */
  readonly guessed: readonly string[];
  /** The caller's schema is a list, which is a field of its own here. */
  readonly isWrapped: boolean;
}

/** Leaves out open fields that the schema does not allow to be null. */
const valueAllowed = (fields: readonly Field[], { value, open }: MergedAnswer): MergedAnswer['value'] => {
  const left = fields.filter((field) => open.includes(field.name) && !isList(field) && !field.isNullable);
  const names = new Set(left.map(({ name }) => name));
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.has(name)));
};

const mergeAnswers = (
  spec: ExtractSpec,
  pages: readonly Page[],
  answers: readonly PageExtraction[],
): Merged => {
  const depths = new Map(pages.map((page) => [page.hash, page.depth]));
  const read = fieldsOfSpec(spec);
  const isWrapped = read.kind === 'read' && read.isWrapped;
  const named: readonly Field[] = read.kind === 'read' ? read.fields : [];
  const given = answers.flatMap(({ extraction }) => (extraction === undefined ? [] : [extraction.answers]));
  const fields = named.length > 0 ? named : fieldsSeen(given);
  const answered = answers.flatMap(({ page, url, extraction }, rank) => {
    const place = { depth: depths.get(page) ?? 0, order: [rank], url };
    return extraction === undefined ? [] : [{ place, answers: extraction.answers }];
  });
  const lists = fields.filter(isList).map(({ name }) => name);
  const answer = mergedAnswer(addPages(emptyMerge, fields, answered), fields);
  const guessed = Object.entries(answer.provenance).flatMap(([name, { from, items }]) =>
    [from.candidate, ...(items ?? [])].some(({ grounded }) => grounded === 'ungrounded') ? [name] : [],
  );
  const value = spec.strict ? valueAllowed(named, answer) : answer.value;
  return { ...answer, value, lists, guessed, isWrapped };
};

/** As many results as one answer can carry; clients get the others by paging. */
const resultsWithin = (
  answers: readonly PageExtraction[],
  withoutAnswer: boolean,
  bytesMax: number,
): ExtractResult[] => {
  const results: ExtractResult[] = [];
  let bytes = 0;
  for (const answer of answers) {
    const result = makeResult(answer, withoutAnswer);
    bytes += Buffer.byteLength(JSON.stringify(JSON.stringify(result)));
    if (bytes > bytesMax) break;
    results.push(result);
  }
  return results;
};

interface JobFailure {
  readonly code: string;
  readonly message: string;
}

/** Finds, with `strict`: what in the merged answer the schema does not allow. */
const mismatchOf = ({ strict, schema }: ExtractSpec, merged: Merged | null): JobFailure | null => {
  if (!strict || schema === undefined || merged === null) return null;
  const value = merged.isWrapped ? (merged.value[wrappedName] ?? null) : merged.value;
  const faults = openSchemaCheck(schema as JsonSchema)(value);
  if (faults.length === 0) return null;
  const code = 'EXTRACT_SCHEMA_MISMATCH';
  return {
    code,
    message: `${code}: what the pages answer together is not what the schema allows: ${faults.join('; ')}`,
  };
};

/** Says why a job failed before any of its pages ended; null if that did not happen. */
const endedBefore = (
  { outcome, code }: Pick<FinishingJob, 'outcome' | 'code'>,
  { provider, model }: ExtractSpec,
): JobFailure | null => {
  if (outcome !== 'failed' || code === undefined) return null;
  if (code !== 'LLM_NOT_CONFIGURED') {
    return { code, message: `${code}: the job was over before any of its pages was answered` };
  }
  const named = [provider, model].filter((name) => name !== undefined).join(', ');
  const which = named === '' ? '' : ` (${named})`;
  const message = `${code}: the model that the request needs${which} cannot be asked; no page was fetched`;
  return { code, message };
};

/**
 * Says why the whole job failed, or null: its first failed page, if one failure is enough; or that no page answered
 * anything.
 */
const failureOf = (
  spec: ExtractSpec,
  answers: readonly PageExtraction[],
  merged: Merged | null,
): JobFailure | null => {
  const failures = answers.flatMap(({ failure }) => (failure === undefined ? [] : [failure]));
  const [first] = failures;
  if (!spec.ignoreInvalidURLs && first !== undefined) {
    return { code: toClientCode(first.code), message: clientError(first) };
  }
  const answered = answers.flatMap(({ extraction }) => (extraction === undefined ? [] : [extraction]));
  const isEmpty = merged !== null && merged.open.length > 0 && Object.keys(merged.provenance).length === 0;
  if (answered.length > 0 && !isEmpty) return isLeftOpen(answers, merged) ? null : mismatchOf(spec, merged);
  if (answered.some(({ warnings }) => warnings.includes(unaskedWarning))) {
    const why = 'no page answers anything by itself, and no model is configured that could be asked';
    return { code: 'LLM_NOT_CONFIGURED', message: `LLM_NOT_CONFIGURED: ${why}` };
  }
  // A page that failed because of a gap has it in its extraction.
  const ofModel = answers.flatMap(({ extraction, failure }) =>
    extraction === undefined && failure !== undefined && /^(?:LLM_|ALL_KEYS_|BUDGET_)/.test(failure.code)
      ? [failure]
      : [],
  );
  const cause = causeOf([...answered.flatMap(({ gaps = [] }) => gaps), ...ofModel]);
  if (cause !== null) return { code: cause.code, message: `${cause.code}: ${cause.message}` };
  const more = first === undefined ? '' : `; the first failure is ${first.code}: ${first.message}`;
  const code = 'EXTRACT_EMPTY_RESULT';
  return { code, message: `${code}: no URLs produced extracted JSON${more}` };
};

/**
 * Finds what kept models from answering: the most frequent reason, of equally frequent ones the first; null if there is
 * none.
 */
const causeOf = (reasons: readonly JobFailure[]): JobFailure | null => {
  const counts = new Map<string, number>();
  for (const { code } of reasons) counts.set(code, (counts.get(code) ?? 0) + 1);
  const most = Math.max(0, ...counts.values());
  return reasons.find(({ code }) => counts.get(code) === most) ?? null;
};

const sourceOf = ({ url, status, failure }: PageExtraction): ExtractResponse['sources'][number] => ({
  url,
  statusCode: status ?? 0,
  error: failure !== undefined && toClientCode(failure.code) === 'SCRAPE_FAILED' ? clientError(failure) : '',
});

/**
 * Writes the answer of an extraction, merged and page by page, and returns how the job ends. Repeating it writes the
 * same bytes.
 */
export const finishExtraction = async (
  dependencies: FinishExtractionDependencies,
  job: FinishingJob,
  pages: readonly Page[],
): Promise<ExtractEnd | null> => {
  const spec = await getExtractSpec(dependencies.table, job.request.extract?.order ?? '');
  if (spec === null) return { outcome: 'failed', code: 'VERSION_GONE' };
  const answers = await collectAnswers(dependencies, job, pages);
  const merged = spec.merge ? mergeAnswers(spec, pages, answers) : null;
  const before = answers.length === 0 ? endedBefore(job, spec) : null;
  const failure = before ?? failureOf(spec, answers, merged);
  const partial = failure === null && isLeftOpen(answers, merged) ? mismatchOf(spec, merged) : null;
  const withoutAnswer = isWithoutAnswer(answers, failure);
  const results = resultsWithin(answers, withoutAnswer, Math.floor(limits.resultsBytesMax / 2));
  const answer: ExtractResponse = {
    data: merged === null ? null : merged.isWrapped ? merged.value[wrappedName] : merged.value,
    provenance: spec.showSources ? (merged?.provenance ?? null) : null,
    results,
    sources: spec.showSources ? answers.slice(0, results.length).map(sourceOf) : [],
    summary: summarizeResults(answers, withoutAnswer),
    cut: results.length < answers.length,
    warnings: [...jobWarnings(answers, merged), ...(partial === null ? [] : [partial.message])],
    ...(failure === null ? {} : { failure }),
  };
  await putObject(
    dependencies.results,
    extractResponseKey(job.id),
    JSON.stringify(answer),
    'application/json',
  );
  return failure === null ? null : { outcome: 'failed', code: failure.code };
};
