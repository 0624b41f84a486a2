import { getSecret } from '../aws/get-secret.ts';
import type { openSecrets } from '../aws/clients.ts';
import type { Table } from '../aws/table.ts';
import type { AnswerPage } from './answered.ts';
import { answerWith } from './answer-page.ts';
import { askModel } from './llm/ask-model.ts';
import { chooseModel } from './llm/model-choice.ts';
import { parseModelKeys } from './llm/model-keys.ts';
import type { ModelSettings } from './llm/model-settings.ts';
import { openKeyRing } from './llm/open-key-ring.ts';
import { openTraits } from './llm/open-traits.ts';

/** What answering touches. */
export interface AnswererDependencies {
  readonly table: Table;
  readonly secrets: ReturnType<typeof openSecrets>;
  /** ARN of the secret that holds the keys of models. */
  readonly modelKeys: string;
  readonly settings: ModelSettings;
  readonly now: () => number;
  readonly random: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  readonly log: (event: string, fields: Record<string, unknown>) => void;
}

/** Makes what answers pages in a deployment: with the models that it has keys for. */
export const openAnswerer = (dependencies: AnswererDependencies): AnswerPage => {
  const { table, secrets, modelKeys, settings, now } = dependencies;
  const keys = openKeyRing({
    ...dependencies,
    readKeys: async () => parseModelKeys(await getSecret(secrets, modelKeys)),
  });
  const asking = { ...dependencies, keys, traits: openTraits(table, now) };
  return answerWith({
    choose: async (asked) => {
      const keyed = await keys.providers();
      const keyless = Object.values(settings.providers).some((provider) => provider.keyless === true);
      const named = asked.provider ?? asked.model;
      return named === undefined && keyed.size === 0 && !keyless ? null : chooseModel(settings, keyed, asked);
    },
    ask: (question) => askModel(asking, question),
  });
};
