import type { openSecrets } from '../../store/clients.ts';
import { findSecret } from '../../store/keys/get-secret.ts';
import type { Table } from '../../store/table.ts';
import type { Models } from '../../extract/model/extract-from-page.ts';
import { modelCacheKey } from '../../extract/llm/model-cache-key.ts';
import { askModel } from '../../extract/llm/ask-model.ts';
import { chooseModel } from '../../extract/llm/model-choice.ts';
import type { ModelSettings } from '../../extract/llm/model-settings.ts';
import { openModels } from './model-dependencies.ts';
import { withModelCache } from './with-model-cache.ts';
import { promptVersion } from '../../extract/model/prompt.ts';
import type { Log } from '../../log.ts';

/** What asking the models of a deployment needs. */
export interface ModelsDependencies {
  readonly table: Table;
  readonly secrets: ReturnType<typeof openSecrets>;
  /** Name of the secret that holds the keys of models. */
  readonly modelKeys: string;
  readonly settings: ModelSettings;
  readonly now: () => number;
  readonly random: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  readonly log: Log;
}

/** Makes the models of a deployment: those that it has keys for, with the answers that it has kept. */
export const createModels = (dependencies: ModelsDependencies): Models => {
  const { secrets, modelKeys, settings } = dependencies;
  const models = openModels({
    ...dependencies,
    readSecret: async () => (await findSecret(secrets, modelKeys)) ?? '',
  });
  return {
    choose: async (asked) => {
      const keyed = await models.keys.providers();
      const keyless = Object.values(settings.providers).some((provider) => provider.keyless === true);
      const isNamed = asked.provider !== undefined || asked.model !== undefined;
      return isNamed || keyed.size > 0 || keyless ? chooseModel(settings, keyed, asked) : null;
    },
    ask: (question) =>
      withModelCache(
        dependencies,
        modelCacheKey(question, promptVersion),
        () => askModel(models, question),
        question.asker,
      ),
  };
};
