import { setTimeout as sleep } from 'node:timers/promises';
import { parseModelKeys, type ModelKeys } from '../../extract/llm/model-keys.ts';
import type { ModelSettings } from '../../extract/llm/model-settings.ts';
import { chooseEmbedder } from '../../ingest/embed/choose-embedder.ts';
import { limits } from '../../limits/limits.ts';
import type { openSecrets } from '../../store/clients.ts';
import { findSecret } from '../../store/keys/get-secret.ts';
import { openBedrock } from '../../store/models/invoke-embedder.ts';
import { createEmbedder, type Embedder } from './create-embedder.ts';

/**
 * Opens the embedder of a deployment, for one sandbox; undefined if it names none. Keys are read again every few
 * minutes.
 *
 * @throws {Error} if the named embedder cannot be asked.
 */
export const openEmbedder = (
  config: { readonly GLEANER_LLM: ModelSettings; readonly MODEL_KEYS_NAME: string },
  secrets: ReturnType<typeof openSecrets>,
): Embedder | undefined => {
  const choice = chooseEmbedder(config.GLEANER_LLM);
  if (choice === null) return undefined;
  let keys: Promise<ModelKeys> | undefined;
  let readAt = 0;
  const readKeys = async (): Promise<ModelKeys> => {
    if (keys === undefined || Date.now() - readAt >= limits.modelKeysCacheMs) {
      readAt = Date.now();
      keys = findSecret(secrets, config.MODEL_KEYS_NAME).then((text) => parseModelKeys(text ?? ''));
    }
    try {
      return await keys;
    } catch (error) {
      keys = undefined;
      throw error;
    }
  };
  return createEmbedder(choice, { readKeys, bedrock: openBedrock, sleep, random: Math.random });
};
