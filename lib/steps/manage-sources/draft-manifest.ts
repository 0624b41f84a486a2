import { failure, type Failure } from '../../failure.ts';
import type { WrongDraft } from '../../extract/model/manifest-question.ts';
import { readDraft, type ReadDraft } from '../../source/draft-manifest.ts';
import type { Manifest } from '../../source/manifest.ts';
import { askQuestion, type AskQuestionDependencies } from '../protocol/ask-question.ts';

/** A manifest that a model made from notes; or why there is none. */
export type Drafted =
  | { readonly kind: 'drafted'; readonly manifest: Manifest; readonly left: ReadDraft['left'] }
  | { readonly kind: 'failed'; readonly failure: Failure };

const late = failure(
  'LLM_TIMEOUT',
  'Cannot draft the manifest yet: the model has not answered. Send the same request again in some seconds: the ' +
    'answer is kept for it',
);

const problemLines = ({ problems }: ReadDraft): string[] =>
  problems
    .slice(0, 20)
    .map(({ path, message, unknown }) =>
      unknown === undefined
        ? `${path.join('.') || 'the manifest'}: ${message}`
        : `${[...path, unknown.keys[0]].join('.')}: unknown key`,
    );

/**
 * Has a model make a manifest from a person's notes, until `deadline` (milliseconds since the epoch). If the draft
 * cannot be used, the model is asked once to correct it. Nothing is applied.
 */
export const draftManifest = async (
  dependencies: AskQuestionDependencies,
  team: string,
  notes: string,
  deadline: number,
): Promise<Drafted> => {
  let wrong: WrongDraft | undefined;
  for (let tries = 0; tries < 2; tries += 1) {
    const question = { of: 'manifest' as const, notes, ...(wrong === undefined ? {} : { wrong }) };
    const answer = await askQuestion(dependencies, team, question, deadline);
    if (answer.kind === 'late') return { kind: 'failed', failure: late };
    if (answer.kind === 'failed') return answer;
    const draft = readDraft(answer.answer, notes);
    if (draft.manifest !== null) return { kind: 'drafted', manifest: draft.manifest, left: draft.left };
    wrong = { draft: JSON.stringify(answer.answer), problems: problemLines(draft) };
  }
  const message =
    'Cannot draft the manifest: the model wrote one that cannot be used, twice: ' +
    (wrong?.problems[0] ?? '');
  return { kind: 'failed', failure: failure('LLM_ANSWER_INVALID', message) };
};
