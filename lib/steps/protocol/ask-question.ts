import { createHash } from 'node:crypto';
import { pollUntil, type Clock } from '../../deliver/poll-until.ts';
import { failure, isFailureCode, type Failure } from '../../failure.ts';
import { getQuestion, putQuestion, type NewQuestion } from '../../store/jobs/questions.ts';
import { sendQuestion, type Queues } from '../../store/queues.ts';
import type { Table } from '../../store/table.ts';

/** What asking a model about a request needs. */
export interface AskQuestionDependencies extends Clock {
  readonly table: Table;
  readonly queues: Pick<Queues, 'client' | 'extract'>;
}

/** A model's answer as JSON; why there is none; or that it is not there yet. */
export type QuestionAnswer =
  | { readonly kind: 'answered'; readonly answer: unknown }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'late' };

/** Teams must not see each other's answers, not even by how soon they come. */
const idFor = (team: string, question: NewQuestion): string =>
  createHash('sha256')
    .update(JSON.stringify([team, question]))
    .digest('hex')
    .slice(0, 32);

/**
 * Asks a model something about a request, and waits for the answer until `deadline` (milliseconds since the epoch). The
 * API may not read the keys of models, so the question goes through the table to the function that may. A caller who
 * asks the same again gets the answer at once.
 */
export const askQuestion = async (
  dependencies: AskQuestionDependencies,
  team: string,
  question: NewQuestion,
  deadline: number,
): Promise<QuestionAnswer> => {
  const { table, now, queues } = dependencies;
  const id = idFor(team, question);
  if (await putQuestion(table, id, question, now())) await sendQuestion(queues, team, id);
  const found = await pollUntil<QuestionAnswer>(dependencies, deadline, async () => {
    const asked = await getQuestion(table, id, now());
    if (asked?.answer !== undefined) return { kind: 'answered', answer: JSON.parse(asked.answer) as unknown };
    if (asked?.failure === undefined) return null;
    const { code, message } = asked.failure;
    return { kind: 'failed', failure: failure(isFailureCode(code) ? code : 'INTERNAL', message) };
  });
  return found ?? { kind: 'late' };
};
