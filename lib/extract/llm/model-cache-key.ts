import { createHash } from 'node:crypto';
import { modelCacheItemKey, type TableKey } from '../../keys/table-keys.ts';
import { canonicalJson, type Json } from '../schema/json.ts';
import type { Question } from './model-output.ts';

const hash = (value: Json): string =>
  createHash('sha256').update(canonicalJson(value)).digest('hex').slice(0, 32);

/**
 * Returns the key under which the answer to a question is stored: a hash of the question and its text, the schema, the
 * model and its place, the version of the prompt, and the parameters. If any of them differs, it is another question.
 */
export const modelCacheKey = (question: Question, promptVersion: string): TableKey => {
  const { choice, schema, system, user, maxOutputTokens } = question;
  const model = `${choice.model}@${hash(choice.baseUrl).slice(0, 8)}`;
  const parameters = hash({ ...choice.parameters, maxOutputTokens }).slice(0, 8);
  const parts = [hash({ schema }), model, promptVersion, parameters];
  return modelCacheItemKey(hash([system, user]), parts.join('#'));
};
