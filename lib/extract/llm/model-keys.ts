import { createHash } from 'node:crypto';
import * as z from 'zod';

/** Keys by the name of their provider. */
export type ModelKeys = Readonly<Record<string, readonly string[]>>;

/** The usual environment variables for keys, and their providers. */
export const keyVariables = {
  OPENAI_API_KEY: 'openai',
  ANTHROPIC_API_KEY: 'anthropic',
  GOOGLE_API_KEY: 'google',
  GEMINI_API_KEY: 'google',
  // Not for models, but as secret: where a corpus is kept (docs/corpus.md).
  GLEANER_POSTGRES: 'postgres',
  GLEANER_QDRANT: 'qdrant',
} as const;

const secretSchema = z.record(z.string(), z.union([z.string(), z.array(z.string())]));

const split = (given: string | readonly string[]): string[] =>
  [given].flat().flatMap((text) => text.split(/[\s,]+/).filter((key) => key !== ''));

/**
 * Reads the secret that holds the keys: a JSON object from a provider's name, or the usual variable's, to its key, to
 * several separated by commas, or to a list. An empty secret holds none. A key that no header can carry is among them:
 * it counts as refused when its turn comes, and the others are used.
 *
 * @throws {Error} for anything else; the message shows nothing of the secret.
 */
export const parseModelKeys = (secret: string): ModelKeys => {
  let given: unknown;
  try {
    given = secret.trim() === '' ? {} : (JSON.parse(secret) as unknown);
  } catch {
    given = null;
  }
  const parsed = secretSchema.safeParse(given);
  if (!parsed.success) {
    throw new Error(
      'Cannot read the keys of models: the secret is no JSON object from names of providers to keys',
    );
  }
  const keys = new Map<string, string[]>();
  for (const [name, value] of Object.entries(parsed.data)) {
    const provider = Object.hasOwn(keyVariables, name)
      ? keyVariables[name as keyof typeof keyVariables]
      : name;
    keys.set(provider, [...new Set([...(keys.get(provider) ?? []), ...split(value)])]);
  }
  return Object.fromEntries([...keys].filter(([, list]) => list.length > 0));
};

/**
 * Returns the name under which a key's state is stored and logged: it tells keys apart but does not reveal them,
 * because it is a hash of a text far too long to be guessed.
 */
export const keyFingerprint = (baseUrl: string, key: string): string =>
  createHash('sha256').update(`${baseUrl}\n${key}`).digest('hex').slice(0, 16);
