import { failure, type Failure } from '../../failure.ts';
import { limits } from '../../limits/limits.ts';
import type { JsonObject } from '../schema/json.ts';
import { knownProviders } from './known-providers.ts';
import { findModelPrice, type ModelPrice } from './model-price.ts';
import type { ModelSettings } from './model-settings.ts';

/**
 * A provider's parameters beyond those that Gleaner sets, as the deployment configures them (`reasoning_effort`,
 * `think`).
 */
export type ExtraParameters = JsonObject;

/** The model for a question, and its server. */
export interface ModelChoice {
  readonly provider: string;
  /** Root of an OpenAI-compatible API. */
  readonly baseUrl: string;
  readonly model: string;
  readonly isKeyless: boolean;
  /** Most calls under way with one key at the same time. */
  readonly keyConcurrency: number;
  /** Null if it is not known. */
  readonly price: ModelPrice | null;
  readonly parameters: ExtraParameters;
}

export type Choice =
  | { readonly kind: 'chosen'; readonly choice: ModelChoice }
  | { readonly kind: 'refused'; readonly failure: Failure };

/** The part of a request that names a model. */
export interface AskedModel {
  readonly provider?: string | undefined;
  /** A model's name, alone or after its provider's (`openai/gpt-4o-mini`). */
  readonly model?: string | undefined;
}

const refused = (found: string): Choice => ({
  kind: 'refused',
  failure: failure('LLM_NOT_CONFIGURED', `Cannot ask a model: ${found}`),
});

/**
 * Chooses the model that a request means, among those of the deployment: the named provider; the one whose name stands
 * before the model's; the maker of a model with that name; the deployment's default; the first with a key.
 *
 * Answers LLM_NOT_CONFIGURED if there is no such provider, no key for it, or no model.
 *
 * @param keyed Names of the providers for which there is a key.
 */
export const chooseModel = (
  settings: ModelSettings,
  keyed: ReadonlySet<string>,
  asked: AskedModel,
): Choice => {
  const names = [...new Set([...Object.keys(settings.providers), ...Object.keys(knownProviders)])];
  const isUsable = (name: string): boolean => keyed.has(name) || settings.providers[name]?.keyless === true;
  const usable = names.filter(isUsable);
  const prefix = asked.model?.split('/', 1)[0] ?? '';
  const hasPrefix = asked.model?.includes('/') === true && names.includes(prefix);
  const model =
    hasPrefix && (asked.provider ?? prefix) === prefix ? asked.model?.slice(prefix.length + 1) : asked.model;
  // A default that is none of the makers is a gateway, which has the models of all of them.
  const isGateway = settings.default !== undefined && !Object.hasOwn(knownProviders, settings.default);
  const maker = usable.find(
    (name) => model !== undefined && knownProviders[name]?.models.test(model) === true,
  );
  const fallback = settings.default ?? usable[0];
  const provider =
    asked.provider ?? (hasPrefix ? prefix : undefined) ?? (isGateway ? undefined : maker) ?? fallback;
  if (provider === undefined)
    return refused('no provider has a key; one of openai, anthropic, google is wanted');
  if (!names.includes(provider)) {
    // The answer does not list the deployment's providers to a caller that cannot name one.
    return refused(`there is no provider ${JSON.stringify(provider.slice(0, 60))}; an operator may add it`);
  }
  if (!isUsable(provider)) return refused(`there is no key for the provider ${provider}`);
  const own = settings.providers[provider];
  const known = knownProviders[provider];
  const baseUrl = (own?.baseUrl ?? known?.baseUrl)?.replace(/\/+$/, '');
  if (baseUrl === undefined) return refused(`the provider ${provider} has no baseUrl`);
  const name = model ?? own?.model ?? known?.model;
  if (name === undefined || name === '')
    return refused(`the provider ${provider} has no model of its own; name one`);
  return {
    kind: 'chosen',
    choice: {
      provider,
      baseUrl,
      model: name,
      isKeyless: own?.keyless === true,
      keyConcurrency: own?.concurrency ?? limits.modelKeyConcurrency,
      price: findModelPrice(name, settings.prices),
      parameters: own?.parameters ?? {},
    },
  };
};
