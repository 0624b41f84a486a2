import { findModelPrice, type ModelPrice } from '../../extract/llm/model-price.ts';
import type { ModelSettings } from '../../extract/llm/model-settings.ts';
import { limits } from '../../limits/limits.ts';

/** The model that turns texts of a corpus into vectors, and how it is called. */
export interface EmbedderChoice {
  readonly provider: string;
  /** Root of an OpenAI-compatible API; null for Bedrock, which is called with the function's own role. */
  readonly baseUrl: string | null;
  readonly model: string;
  readonly dimensions: number;
  /** Whether the server is told the length of vectors, because its model can make longer ones. */
  readonly tellsDimensions: boolean;
  readonly isKeyless: boolean;
  readonly tokensMax: number;
  readonly textsMax: number;
  readonly queryPrefix: string;
  readonly passagePrefix: string;
  /** The weight of a rank by meaning beside one by words. */
  readonly weight: number;
  /** Null if it is not known. */
  readonly price: ModelPrice | null;
}

interface KnownModel {
  readonly dimensions: number;
  readonly tokensMax: number;
  readonly textsMax: number;
  /** Whether it makes vectors of several lengths; OpenAI's models make any shorter one. */
  readonly isShortened?: boolean;
  readonly queryPrefix?: string;
  readonly passagePrefix?: string;
}

/**
 * Well-known models, from their makers' pages: OpenAI, "Vector embeddings"; Amazon Bedrock User Guide, "Amazon
 * Titan Text Embeddings" and "Cohere Embed"; the model cards of E5, BGE and Nomic.
 */
const knownModels: Readonly<Record<string, KnownModel>> = {
  'text-embedding-3-small': { dimensions: 1_536, tokensMax: 8_191, textsMax: 2_048, isShortened: true },
  'text-embedding-3-large': { dimensions: 3_072, tokensMax: 8_191, textsMax: 2_048, isShortened: true },
  'text-embedding-ada-002': { dimensions: 1_536, tokensMax: 8_191, textsMax: 2_048 },
  'amazon.titan-embed-text-v2:0': { dimensions: 1_024, tokensMax: 8_192, textsMax: 1, isShortened: true },
  'cohere.embed-english-v3': { dimensions: 1_024, tokensMax: 512, textsMax: 96 },
  'cohere.embed-multilingual-v3': { dimensions: 1_024, tokensMax: 512, textsMax: 96 },
  'cohere.embed-v4:0': { dimensions: 1_536, tokensMax: 128_000, textsMax: 96, isShortened: true },
  'intfloat/multilingual-e5-small': {
    dimensions: 384,
    tokensMax: 512,
    textsMax: 32,
    queryPrefix: 'query: ',
    passagePrefix: 'passage: ',
  },
  'BAAI/bge-small-en-v1.5': {
    dimensions: 384,
    tokensMax: 512,
    textsMax: 32,
    queryPrefix: 'Represent this sentence for searching relevant passages: ',
  },
  'nomic-embed-text': {
    dimensions: 768,
    tokensMax: 2_048,
    textsMax: 32,
    queryPrefix: 'search_query: ',
    passagePrefix: 'search_document: ',
  },
};

const unknownModel = { tokensMax: 512, textsMax: 32 } as const;
/**
 * Small enough that an embedder which recognizes only spellings does not spoil the ranking by words
 * (`lib/ingest/manual.deep.test.ts`).
 */
export const usualWeight = 0.2;
const openaiUrl = 'https://api.openai.com/v1';

/**
 * Returns the embedder of a deployment; null if it names none.
 *
 * @throws {Error} if it cannot be called as configured: a function then fails at its start, not in the middle of a
 * page.
 */
export const chooseEmbedder = (settings: ModelSettings): EmbedderChoice | null => {
  const { embedder, providers, prices } = settings;
  if (embedder === undefined) return null;
  const refuse = (found: string): Error =>
    new Error(`Cannot use the embedder of GLEANER_LLM: ${found} (docs/corpus.md)`);
  const { provider, model } = embedder;
  const own = providers[provider];
  const isBedrock = provider === 'bedrock' && own === undefined;
  const baseUrl = own?.baseUrl ?? (provider === 'openai' ? openaiUrl : undefined);
  if (!isBedrock && baseUrl === undefined)
    throw refuse(`the provider ${provider} has no baseUrl; state it under providers`);
  const known = knownModels[model];
  const dimensions = embedder.dimensions ?? known?.dimensions;
  if (dimensions === undefined) throw refuse(`the dimensions of ${model} are not known; state them`);
  if (known !== undefined && known.isShortened !== true && dimensions !== known.dimensions)
    throw refuse(`${model} makes vectors of ${known.dimensions} numbers, not of ${dimensions}`);
  if (isBedrock && known === undefined)
    throw refuse(`${model} is none of Bedrock's models that Gleaner can ask: ${bedrockModels.join(', ')}`);
  return {
    provider,
    baseUrl: isBedrock ? null : (baseUrl ?? openaiUrl).replace(/\/+$/, ''),
    model,
    dimensions,
    tellsDimensions: known?.isShortened === true,
    isKeyless: own?.keyless === true,
    tokensMax: embedder.tokensMax ?? known?.tokensMax ?? unknownModel.tokensMax,
    textsMax: Math.min(embedder.textsMax ?? known?.textsMax ?? unknownModel.textsMax, limits.embedTextsMax),
    queryPrefix: embedder.queryPrefix ?? known?.queryPrefix ?? '',
    passagePrefix: embedder.passagePrefix ?? known?.passagePrefix ?? '',
    weight: embedder.weight ?? usualWeight,
    price: findModelPrice(model, prices),
  };
};

const bedrockModels = Object.keys(knownModels).filter((name) => /^(?:amazon|cohere)\./.test(name));

/** Returns the name that two vectors must share to be compared: vectors of different embedders are never mixed. */
export const embedderName = ({ provider, model, dimensions, passagePrefix }: EmbedderChoice): string =>
  [provider, model, dimensions, ...(passagePrefix === '' ? [] : [passagePrefix.trim()])].join(' ');
