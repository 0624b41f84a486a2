import type { Answers } from '../candidates/candidate.ts';
import { isList, onlyValue, type Field } from '../schema/field.ts';
import { addAnswers, foldedField, joinFields, type FieldState, type Folded, type States } from './fold.ts';
import type { Json } from '../schema/json.ts';
import { comparePlaces, type PagePlace } from './page-place.ts';

/** The answers of a job's pages so far, by field. Plain JSON: each field may be stored by itself. */
export type MergeState = States<PagePlace>;
export type MergedField = FieldState<PagePlace>;

/** The answers of one page. */
export interface AnsweredPage {
  readonly place: PagePlace;
  readonly answers: Answers;
}

/** The state of a job before any page has answered. */
export const emptyMerge: MergeState = {};

/**
 * Adds pages to the state. They may come in any order, in any portions, and more than once; many at once are joined
 * faster.
 */
export const addPages = (
  state: MergeState,
  fields: readonly Field[],
  pages: readonly AnsweredPage[],
): MergeState => addAnswers(state, fields, pages, comparePlaces);

/** Joins two states of one field, for a store that keeps each field by itself. */
export const joinField = (a: MergedField, b: MergedField): MergedField => joinFields(a, b, comparePlaces);

/** A job's answer: every field, in the request's order; null or an empty list if it is open. */
export interface MergedAnswer {
  readonly value: Readonly<Record<string, Json>>;
  readonly provenance: Readonly<Record<string, Folded<PagePlace>>>;
  /** Names of fields that no page answered. */
  readonly open: readonly string[];
}

/** Returns the answer of a job's pages: the same in whatever order they were added. */
export const mergedAnswer = (state: MergeState, fields: readonly Field[]): MergedAnswer => {
  const folded = fields.map((field) => {
    const known = Object.hasOwn(state, field.name) ? state[field.name] : undefined;
    return { field, result: foldedField(field, known, comparePlaces) };
  });
  return {
    value: Object.fromEntries(
      folded.map(({ field, result }) => [
        field.name,
        result?.value ?? onlyValue(field) ?? (isList(field) ? [] : null),
      ]),
    ),
    provenance: Object.fromEntries(
      folded.flatMap(({ field, result }) => (result === null ? [] : [[field.name, result]])),
    ),
    open: folded.flatMap(({ field, result }) =>
      result === null && onlyValue(field) === undefined ? [field.name] : [],
    ),
  };
};
