import { createHash } from 'node:crypto';
import { getQuestion, putQuestion } from '../../store/jobs/questions.ts';
import { sendQuestion, type Queues } from '../../store/queues.ts';
import type { Table } from '../../store/table.ts';
import { pollUntil, type Clock } from '../../deliver/poll-until.ts';
import { isAnsweredByPages } from '../../extract/schema/asked-fields.ts';
import { failure, type Failure } from '../../failure.ts';
import type { ExtractSpec } from '../../request/extract-spec.ts';

/** What looking for a model needs. */
export interface CheckModelDependencies extends Clock {
  readonly table: Table;
  readonly queues: Pick<Queues, 'client' | 'extract'>;
}

/** Whether a spec may fail for lack of a model: it names a model, or pages alone can answer none of its fields. */
const needsModel = (spec: ExtractSpec): boolean =>
  spec.provider !== undefined || spec.model !== undefined || !isAnsweredByPages(spec);

const idOf = (team: string, { provider, model }: ExtractSpec): string =>
  createHash('sha256')
    .update(JSON.stringify(['model', team, provider, model]))
    .digest('hex')
    .slice(0, 32);

/** No answer about the model came in time. The extraction is refused, because its pages would be fetched. */
const unheard = failure(
  'LLM_UNAVAILABLE',
  'Cannot take the extraction yet: it is not known whether there is the model that it needs. Send it again',
);

/**
 * Checks that the model which a spec needs can be asked. Returns why not, or null if it can be asked or none is needed.
 * Returns `LLM_UNAVAILABLE` if no answer came until `deadline` (milliseconds since the epoch); a repeated request gets
 * the answer. The API may not read the keys of models, so it asks the function that may. The answer that a model exists
 * is kept for an hour. If the answer was that it does not, the next request asks again.
 */
export const checkModel = async (
  dependencies: CheckModelDependencies,
  team: string,
  spec: ExtractSpec,
  deadline: number,
): Promise<Failure | null> => {
  if (!needsModel(spec)) return null;
  const { table, now, queues } = dependencies;
  const { provider, model } = spec;
  const id = idOf(team, spec);
  const named = {
    ...(provider === undefined ? {} : { provider }),
    ...(model === undefined ? {} : { model }),
  };
  const known = (await getQuestion(table, id, now()))?.failure;
  if (await putQuestion(table, id, { of: 'model', ...named }, now())) await sendQuestion(queues, team, id);
  const found = await pollUntil<Failure | 'configured'>(dependencies, deadline, async () => {
    const question = await getQuestion(table, id, now());
    if (question?.answer !== undefined) return 'configured';
    const why = question?.failure;
    return why === undefined ? null : failure('LLM_NOT_CONFIGURED', why.message);
  });
  if (found !== null) return found === 'configured' ? null : found;
  // The last answer came too late for the caller who asked for it.
  return known === undefined ? unheard : failure('LLM_NOT_CONFIGURED', known.message);
};
