import { getObject, type Objects } from '../../store/objects.ts';
import { errorEntrySchema, errorPartKey, type ErrorEntry } from '../../deliver/results/result-index.ts';

/** Reads a part of the error index of a job that has ended; empty after the last. */
export const readErrorPart = async (results: Objects, job: string, part: number): Promise<ErrorEntry[]> => {
  const text = await getObject(results, errorPartKey(job, part));
  return text === null ? [] : errorEntrySchema.array().parse(JSON.parse(text));
};
