import { limits } from '../../limits/limits.ts';
import { gapWarning } from '../model/asked-page.ts';
import { guessedPrefix, joinedWarnings } from '../model/joined-warnings.ts';
import type { PageExtraction } from '../model/page-extraction.ts';

/** Facts about a job's answer as a whole. */
export interface MergedFields {
  readonly open: readonly string[];
  /** Fields that are lists: a list with items may miss more of them from pages that were not read. */
  readonly lists: readonly string[];
  /** Fields whose value stands in no page. */
  readonly guessed: readonly string[];
}

type Answered = Pick<PageExtraction, 'extraction'>;

/** Returns the fields that may be missing for another reason than that the pages do not answer them. */
const leftOpen = (fields: readonly string[], { open, lists }: MergedFields): string[] =>
  fields.filter((name) => open.includes(name) || lists.includes(name));

/** Says whether a part of the answer is missing for another reason than that the pages do not answer it. */
export const isLeftOpen = (answers: readonly Answered[], merged: MergedFields | null): boolean =>
  merged !== null &&
  answers.some(({ extraction }) =>
    (extraction?.gaps ?? []).some(({ fields }) => leftOpen(fields, merged).length > 0),
  );

/** A value that one page guesses and another page says is no guess. */
const withoutFound = (line: string, merged: MergedFields | null): string[] => {
  if (merged === null || !line.startsWith(guessedPrefix)) return [line];
  const names = line.slice(guessedPrefix.length).split(', ');
  const left = names.filter((name) => merged.guessed.includes(name));
  return left.length === 0 ? [] : [`${guessedPrefix}${left.join(', ')}`];
};

const namesShown = 20;

/** Names the fields that no page answers, except those whose gap says why. */
const unanswered = (answers: readonly Answered[], merged: MergedFields | null): string[] => {
  const read = answers.flatMap(({ extraction }) => (extraction === undefined ? [] : [extraction]));
  if (merged === null || read.length === 0) return [];
  const told = new Set(read.flatMap(({ gaps = [] }) => gaps.flatMap(({ fields }) => fields)));
  const open = merged.open.filter((name) => !told.has(name));
  return open.length === 0 ? [] : [`No page answers: ${open.slice(0, namesShown).join(', ')}`];
};

/**
 * Explains why fields are open that a model should answer, or that no page answers, and which of its values are
 * withheld or stand in no page. Each reason is given once, with its number of pages. Sentences about values come first
 * and are never cut. If there are more reasons than an answer carries, the last line gives their number.
 */
export const jobWarnings = (answers: readonly Answered[], merged: MergedFields | null): string[] => {
  const ofValues: string[] = [];
  const counts = new Map<string, number>();
  for (const { extraction } of answers) {
    if (extraction === undefined) continue;
    const told = extraction.gaps ?? [];
    const gaps = told.flatMap((gap) => {
      const fields = merged === null ? gap.fields : leftOpen(gap.fields, merged);
      return gap.fields.length > 0 && fields.length === 0 ? [] : [gapWarning({ ...gap, fields })];
    });
    const others = extraction.warnings.filter((warning) => !told.some((gap) => gapWarning(gap) === warning));
    const { values, rest } = joinedWarnings(others);
    ofValues.push(...values);
    for (const warning of [...gaps, ...rest]) counts.set(warning, (counts.get(warning) ?? 0) + 1);
  }
  const found = joinedWarnings(ofValues).values.flatMap((line) => withoutFound(line, merged));
  const values = [...found, ...unanswered(answers, merged)];
  const reasons = [...counts].map(([warning, pages]) =>
    pages === 1 ? warning : `${warning} (${pages} pages)`,
  );
  const room = limits.extractWarningsMax - values.length;
  if (reasons.length <= room) return [...values, ...reasons];
  const left = reasons.length - (room - 1);
  const more = `${left} more warnings: the results of the job's pages say which`;
  return [...values, ...reasons.slice(0, room - 1), more];
};
