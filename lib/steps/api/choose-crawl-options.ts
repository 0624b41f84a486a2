import { failure, type Failure } from '../../failure.ts';
import { chosenOptions, type ChosenOptions, type CrawlPrompt } from '../../request/crawl-prompt.ts';
import { askQuestion, type AskQuestionDependencies } from '../protocol/ask-question.ts';

export type CrawlOptionsChoice =
  | ({ readonly kind: 'chosen' } & ChosenOptions)
  | { readonly kind: 'failed'; readonly failure: Failure };

const late = failure(
  'LLM_TIMEOUT',
  'Cannot turn the prompt into options of a crawl yet: the model has not answered. Send the same request ' +
    'again in some seconds: the answer is kept for it',
);

/**
 * Has a model choose the options of a crawl from a person's words, and waits for it until `deadline` (milliseconds
 * since the epoch). A caller who repeats the same question gets the answer at once.
 */
export const chooseCrawlOptions = async (
  dependencies: AskQuestionDependencies,
  team: string,
  { url, prompt }: CrawlPrompt,
  deadline: number,
): Promise<CrawlOptionsChoice> => {
  const found = await askQuestion(dependencies, team, { url, prompt }, deadline);
  switch (found.kind) {
    case 'late':
      return { kind: 'failed', failure: late };
    case 'failed':
      return found;
    case 'answered':
      return { kind: 'chosen', ...chosenOptions(found.answer) };
  }
};
