import { createHash } from 'node:crypto';
import { modelCacheItemKey, type TableKey } from '../../keys/table-keys.ts';
import { canonicalJson, type Json } from '../schema/json.ts';
import type { Question } from './model-output.ts';

const hash = (value: Json): string =>
  createHash('sha256').update(canonicalJson(value)).digest('hex').slice(0, 32);

/**
 * Where the answer to a question is kept: what is asked and about which text; the schema; the model, with where it
 * is; the
 * version of the prompt; the parameters. With any of them another, it is another question.
 */
export const modelCacheKey = (question: Question, promptVersion: string): TableKey => {
  const { choice, schema, system, user, maxOutputTokens } = question;
  const model = `${choice.model}@${hash(choice.baseUrl).slice(0, 8)}`;
  const parameters = hash({ ...choice.parameters, maxOutputTokens }).slice(0, 8);
  const parts = [hash({ schema }), model, promptVersion, parameters];
  return modelCacheItemKey(hash([system, user]), parts.join('#'));
};
