import { AwsError } from '../aws-error.ts';
import { optionalText, records, type Input } from '../input.ts';

/**
 * Returns the entries of a batch: 1 to 10 with distinct ids.
 *
 * @throws {AwsError} for the batch as a whole.
 */
export const batchEntries = (input: Input): readonly { readonly id: string; readonly entry: Input }[] => {
  const entries = records(input, 'Entries');
  if (entries.length === 0)
    throw new AwsError('EmptyBatchRequest', 'There should be at least one entry in the request.');
  if (entries.length > 10) {
    throw new AwsError('TooManyEntriesInBatchRequest', 'Maximum number of entries per request are 10.');
  }
  const ids = entries.map((entry) => optionalText(entry, 'Id') ?? '');
  if (ids.some((id) => !/^[\w-]{1,80}$/.test(id))) {
    throw new AwsError(
      'InvalidBatchEntryId',
      'A batch entry id can only contain alphanumeric characters, hyphens and underscores.',
    );
  }
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) throw new AwsError('BatchEntryIdsNotDistinct', `Id ${twice} repeated.`);
  return entries.map((entry, index) => ({ id: ids[index] ?? '', entry }));
};

/** Runs each entry; a refusal is the failure of its entry only. */
export const runBatch = (
  input: Input,
  run: (entry: Input) => object,
): { Successful: object[]; Failed: object[] } => {
  const Successful: object[] = [];
  const Failed: object[] = [];
  for (const { id, entry } of batchEntries(input)) {
    try {
      Successful.push({ Id: id, ...run(entry) });
    } catch (error) {
      if (!(error instanceof AwsError)) throw error;
      Failed.push({ Id: id, SenderFault: true, Code: error.code, Message: error.message });
    }
  }
  return { Successful, Failed };
};
