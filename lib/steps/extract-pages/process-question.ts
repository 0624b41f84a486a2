import { getQuestion, settleQuestion, type AskedQuestion } from '../../store/jobs/questions.ts';
import type { Table } from '../../store/table.ts';
import { failure, type Failure } from '../../failure.ts';
import { limits } from '../../limits/limits.ts';
import type { Models } from '../../extract/model/extract-from-page.ts';
import { crawlQuestion } from '../../extract/model/crawl-question.ts';
import { manifestQuestion } from '../../extract/model/manifest-question.ts';
import type { ModelOutput } from '../../extract/llm/model-output.ts';
import type { Log } from '../../log.ts';

/** What answering a question needs. */
export interface QuestionDependencies {
  readonly table: Table;
  readonly models: Models;
  readonly now: () => number;
  readonly log: Log;
}

/** A question for a model, and the message if there is no model. */
interface Put {
  readonly question: ReturnType<typeof crawlQuestion>;
  readonly noModel: string;
  readonly maxOutputTokens: number;
}

const putFor = (asked: Exclude<AskedQuestion, { of: 'model' }>): Put =>
  'of' in asked
    ? {
        question: manifestQuestion(asked.notes, asked.wrong),
        noModel:
          'Cannot draft a manifest: no model is configured. Give the deployment one (docs/models.md), or put the ' +
          'prompt to a model of your own: gleaner sources draft --prompt',
        maxOutputTokens: limits.draftOutputTokensMax,
      }
    : {
        question: crawlQuestion(asked.url, asked.prompt),
        noModel:
          'Cannot turn the prompt into options of a crawl: no model is configured. State the options themselves, ' +
          'or give the deployment a model (docs/models.md)',
        maxOutputTokens: limits.questionOutputTokensMax,
      };

const ask = async (
  { models }: QuestionDependencies,
  asked: Exclude<AskedQuestion, { of: 'model' }>,
  until: number,
): Promise<ModelOutput | { readonly kind: 'refused'; readonly failure: Failure }> => {
  const { question, noModel, maxOutputTokens } = putFor(asked);
  const chosen = await models.choose({});
  if (chosen === null) return { kind: 'refused', failure: failure('LLM_NOT_CONFIGURED', noModel) };
  if (chosen.kind === 'refused') return chosen;
  return await models.ask({
    ...question,
    choice: chosen.choice,
    maxOutputTokens,
    until,
  });
};

/** Checks that the model that a request means exists and has a key; it asks no model. */
const nameModel = async (
  { models }: QuestionDependencies,
  { provider, model }: { readonly provider?: string | undefined; readonly model?: string | undefined },
): Promise<{ readonly answer: string } | { readonly failure: Failure }> => {
  const chosen = await models.choose({ provider, model });
  if (chosen === null) {
    return { failure: failure('LLM_NOT_CONFIGURED', 'Cannot ask a model: none is configured') };
  }
  return chosen.kind === 'refused' ? { failure: chosen.failure } : { answer: '{}' };
};

/**
 * Answers a question that the API put into the table, until `until` (milliseconds since the epoch). A question that is
 * answered, gone, or too old for its caller to wait costs nothing. A question that cannot be answered now fails: its
 * caller is still there to ask again.
 */
export const processQuestion = async (
  dependencies: QuestionDependencies,
  id: string,
  until: number,
): Promise<void> => {
  const { table, now, log } = dependencies;
  const asked = await getQuestion(table, id, now());
  if (asked === null || asked.answer !== undefined || asked.failure !== undefined) return;
  const worthUntil = asked.askedAt + limits.questionMs;
  if (now() >= worthUntil) return;
  if ('of' in asked && asked.of === 'model')
    return await settleQuestion(table, id, await nameModel(dependencies, asked));
  const answer = await ask(dependencies, asked, Math.min(until, worthUntil));
  const usage = 'usage' in answer ? answer.usage : {};
  log('question answered', { question: id, kind: answer.kind, ...usage });
  await settleQuestion(
    table,
    id,
    answer.kind === 'answered' ? { answer: JSON.stringify(answer.value) } : { failure: answer.failure },
  );
};
