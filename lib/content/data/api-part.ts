import { limits } from '../../limits/limits.ts';
import { isPlainObject } from '../../plain-object.ts';

/** An object of a description of an API: the members that are read. Each may be anything, or missing. */
export interface ApiPart {
  readonly $ref?: unknown;
  readonly openapi?: unknown;
  readonly swagger?: unknown;
  readonly info?: unknown;
  readonly title?: unknown;
  readonly version?: unknown;
  readonly description?: unknown;
  readonly summary?: unknown;
  readonly host?: unknown;
  readonly basePath?: unknown;
  readonly schemes?: unknown;
  readonly servers?: unknown;
  readonly url?: unknown;
  readonly paths?: unknown;
  readonly webhooks?: unknown;
  readonly components?: unknown;
  readonly schemas?: unknown;
  readonly definitions?: unknown;
  readonly securitySchemes?: unknown;
  readonly securityDefinitions?: unknown;
  readonly operationId?: unknown;
  readonly tags?: unknown;
  readonly deprecated?: unknown;
  readonly parameters?: unknown;
  readonly requestBody?: unknown;
  readonly responses?: unknown;
  readonly security?: unknown;
  readonly consumes?: unknown;
  readonly produces?: unknown;
  readonly content?: unknown;
  readonly schema?: unknown;
  readonly name?: unknown;
  readonly in?: unknown;
  readonly required?: unknown;
  readonly type?: unknown;
  readonly scheme?: unknown;
}

/** True for an object: no list, and not null. */
export const isPart = (value: unknown): value is ApiPart => isPlainObject(value);

/** Returns an object with its members; without any for a value of another type. */
export const partIn = (value: unknown): ApiPart => (isPart(value) ? value : {});

/** Returns the members of a map whose keys its author chose; none for a value of another type. */
export const membersIn = (value: unknown): [name: string, value: unknown][] =>
  isPlainObject(value) ? Object.entries(value) : [];

export const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Returns a text, cut at the limit; null for a value of another type. */
export const textIn = (value: unknown): string | null => {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return null;
  const most = limits.apiTextCharactersMax;
  return value.length <= most ? value : `${value.slice(0, most - 1)}…`;
};

export const textsIn = (value: unknown): string[] =>
  listIn(value)
    .slice(0, limits.apiPartsMax)
    .flatMap((one) => textIn(one) ?? []);
