import { failure, type Failure } from '../../failure.ts';
import { limits } from '../../limits/limits.ts';
import { hashSpec, type ExtractSpec } from '../../request/extract-spec.ts';
import type { Answers } from '../candidates/candidate.ts';
import type { PageFacts } from '../candidates/page-facts.ts';
import { openSchemaCheck } from '../llm/schema-check.ts';
import { fieldsSeen } from '../schema/asked-fields.ts';
import { isList, onlyValue, wrappedName, type Field } from '../schema/field.ts';
import type { Json } from '../schema/json.ts';
import type { JsonSchema } from '../schema/json-schema.ts';
import type { Concluded } from './extraction-outcome.ts';
import type { Extraction, Gap, ModelUsage } from './page-extraction.ts';

/** A page and what it is asked. */
export interface AskedPage {
  readonly facts: PageFacts;
  readonly spec: ExtractSpec;
  readonly fields: readonly Field[];
  readonly schema: JsonSchema;
  readonly isWrapped: boolean;
}

/** What is known of a page so far. */
export interface KnownOfPage {
  readonly answers: Answers;
  /** How many of the answers took no tokens. */
  readonly free: number;
  readonly model: string | null;
  readonly raw: readonly string[];
  readonly usage: ModelUsage;
  readonly warnings: readonly string[];
  readonly gaps: readonly Gap[];
}

/** Returns the fields that nothing answers: neither the page, nor a schema that allows one value only. */
export const openFields = (fields: readonly Field[], answers: Answers): Field[] =>
  fields.filter((field) => !Object.hasOwn(answers, field.name) && onlyValue(field) === undefined);

/**
 * Returns the answer in the form of the caller's schema: fields in order. If `fields` were asked for, an open one is
 * null or empty. Of a schema, an open one is null if it is required and may be null.
 */
const valueOf = ({ spec, fields, isWrapped }: AskedPage, answers: Answers): Json => {
  const named = fields.length > 0 ? fields : fieldsSeen([answers]);
  const members = named.flatMap((field): [string, Json][] => {
    const found = Object.hasOwn(answers, field.name) ? answers[field.name] : undefined;
    if (found !== undefined) return [[field.name, found.value]];
    const only = onlyValue(field);
    if (only !== undefined) return [[field.name, only]];
    if (spec.fields !== undefined) return [[field.name, isList(field) ? [] : null]];
    return field.isRequired && field.isNullable ? [[field.name, null]] : [];
  });
  const value = Object.fromEntries(members);
  return isWrapped ? (value[wrappedName] ?? []) : value;
};

const namesShown = 20;

/** Describes a gap: the fields that it leaves open, with its code. */
export const gapWarning = ({ code, message, fields }: Gap): string => {
  const shown = fields.slice(0, namesShown).join(', ');
  const more = fields.length > namesShown ? ` and ${fields.length - namesShown} more` : '';
  const what = fields.length === 0 ? '' : `Open: ${shown}${more}. `;
  return `${what}${code}: ${message}`;
};

const extractionOf = (page: AskedPage, known: KnownOfPage): Extraction => {
  const { spec, fields } = page;
  const { answers, free, model, raw, usage, warnings, gaps } = known;
  return {
    order: hashSpec(spec),
    value: valueOf(page, answers),
    answers,
    open: openFields(fields, answers).map(({ name }) => name),
    fields: fields.length > 0 ? fields.length : Object.keys(answers).length,
    free,
    model,
    raw: raw.map((text) => text.slice(0, limits.rawAnswerCharactersMax)),
    usage,
    cached: false,
    warnings: [...warnings, ...gaps.map(gapWarning)],
    ...(gaps.length === 0 ? {} : { gaps: [...gaps] }),
  };
};

/** With `strict`, returns the failure of an answer that the schema does not allow. */
const mismatchOf = ({ spec, facts }: AskedPage, value: Json): Failure | null => {
  if (!spec.strict || spec.schema === undefined) return null;
  const faults = openSchemaCheck(spec.schema as JsonSchema)(value);
  if (faults.length === 0) return null;
  const message = `What ${facts.url} answers is not what the schema allows: ${faults.join('; ')}`;
  return failure('EXTRACT_SCHEMA_MISMATCH', message);
};

/** Adds the warnings to a failure's message, because the warnings of a failed page are not shown. */
const withWarnings = ({ code, message }: Failure, warnings: readonly string[]): Failure =>
  failure(code, [message, ...warnings].join('. '));

/**
 * Ends the page with what is known of it. It fails with `why` if nothing is known and each page is answered separately.
 * With `strict`, a page does not fail for an answer that a model left open: the answer is marked as partial.
 */
export const concludePage = (page: AskedPage, known: KnownOfPage, why: Failure): Concluded => {
  const { spec } = page;
  const { warnings, gaps, usage } = known;
  const extraction = extractionOf(page, known);
  const isEmpty = Object.keys(known.answers).length === 0;
  if (isEmpty && !spec.merge) return { kind: 'failed', failure: withWarnings(why, warnings), usage };
  const mismatch = spec.merge ? null : mismatchOf(page, extraction.value as Json);
  if (mismatch === null) return { kind: 'answered', extraction };
  if (gaps.length === 0) return { kind: 'failed', failure: withWarnings(mismatch, warnings), usage };
  const told = `${mismatch.code}: ${mismatch.message}`;
  return { kind: 'answered', extraction: { ...extraction, warnings: [...extraction.warnings, told] } };
};
