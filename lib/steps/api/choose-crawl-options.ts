import { createHash } from 'node:crypto';
import { getQuestion, putQuestion } from '../../store/jobs/questions.ts';
import { sendQuestion, type Queues } from '../../store/queues.ts';
import type { Table } from '../../store/table.ts';
import { failure, isFailureCode, type Failure } from '../../failure.ts';
import { chosenOptions, type ChosenOptions, type CrawlPrompt } from '../../request/crawl-prompt.ts';
import { pollUntil, type Clock } from '../../deliver/poll-until.ts';

export type CrawlOptionsChoice =
  | ({ readonly kind: 'chosen' } & ChosenOptions)
  | { readonly kind: 'failed'; readonly failure: Failure };

/** Teams do not see each other's answers, not even by how soon they come. */
const idOf = (team: string, { url, prompt }: CrawlPrompt): string =>
  createHash('sha256')
    .update(JSON.stringify([team, url, prompt]))
    .digest('hex')
    .slice(0, 32);

const late = failure(
  'LLM_TIMEOUT',
  'Cannot turn the prompt into options of a crawl yet: the model has not answered. Send the same request ' +
    'again in some seconds: the answer is kept for it',
);

/**
 * Has a model choose the options of a crawl from a person's words, and waits for it until `deadline` (milliseconds
 * since the epoch). Keys of models are not the API's to read, so the question goes through the table to the
 * function that has them. Whoever asks the same again has the answer at once.
 */
export const chooseCrawlOptions = async (
  dependencies: Clock & { readonly table: Table; readonly queues: Pick<Queues, 'client' | 'extract'> },
  team: string,
  asked: CrawlPrompt,
  deadline: number,
): Promise<CrawlOptionsChoice> => {
  const { table, now, queues } = dependencies;
  const id = idOf(team, asked);
  if (await putQuestion(table, id, asked, now())) await sendQuestion(queues, team, id);
  const choice = await pollUntil<CrawlOptionsChoice>(dependencies, deadline, async () => {
    const question = await getQuestion(table, id, now());
    if (question?.answer !== undefined)
      return { kind: 'chosen', ...chosenOptions(JSON.parse(question.answer)) };
    if (question?.failure === undefined) return null;
    const { code, message } = question.failure;
    return { kind: 'failed', failure: failure(isFailureCode(code) ? code : 'INTERNAL', message) };
  });
  return choice ?? { kind: 'failed', failure: late };
};
