import { createHash } from 'node:crypto';
import { getQuestion, putQuestion } from '../../store/jobs/questions.ts';
import { sendQuestion, type Queues } from '../../store/queues.ts';
import type { Table } from '../../store/table.ts';
import { pollUntil, type Clock } from '../../deliver/poll-until.ts';
import { isAnsweredByPages } from '../../extract/schema/asked-fields.ts';
import { failure, type Failure } from '../../failure.ts';
import type { ExtractSpec } from '../../request/extract-spec.ts';

/** What looking for a model touches. */
export interface CheckModelDependencies extends Clock {
  readonly table: Table;
  readonly queues: Pick<Queues, 'client' | 'extract'>;
}

/** Whether an order may come to nothing for want of a model: it names one, or no page can answer any field of it. */
const needsModel = (spec: ExtractSpec): boolean =>
  spec.provider !== undefined || spec.model !== undefined || !isAnsweredByPages(spec);

const idOf = (team: string, { provider, model }: ExtractSpec): string =>
  createHash('sha256')
    .update(JSON.stringify(['model', team, provider, model]))
    .digest('hex')
    .slice(0, 32);

/** Nobody has said in time whether there is the model: the order is not taken, for its pages would be fetched. */
const unheard = failure(
  'LLM_UNAVAILABLE',
  'Cannot take the extraction yet: it is not known whether there is the model that it needs. Send it again',
);

/**
 * Why the model that an order needs cannot be asked, or null where nothing is missing. `LLM_UNAVAILABLE`: nobody has
 * said so until `deadline` (milliseconds since the epoch), and whoever asks again hears it. Keys of models are not the
 * API's to read, so it asks the function that has them.
 * That there is one is believed for an hour, that there is none is asked again by the next order.
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
  // What was last said of it came too late for whoever asked then.
  return known === undefined ? unheard : failure('LLM_NOT_CONFIGURED', known.message);
};
