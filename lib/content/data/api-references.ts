import { limits } from '../../limits/limits.ts';
import { isPlainObject } from '../../plain-object.ts';
import type { ApiDescription } from './api-description.ts';

/** The references of one description, the characters that were taken of it, and what has to be said about it. */
export interface References {
  /** Returns what a value refers to within the document, or the value; undefined if the reference leads nowhere. */
  readonly follow: (value: unknown, at: string) => unknown;
  readonly warn: (sentence: string) => void;
  /** Counts the characters of an entry; false if it does not fit any more. */
  readonly take: (entry: unknown) => boolean;
  readonly isFull: () => boolean;
  readonly warnings: (api: Pick<ApiDescription, 'endpoints' | 'webhooks' | 'schemas' | 'counts'>) => string[];
}

/** Sentences of each kind that are told; more say the same. */
const warningsMax = 20;

/** Finds the value at a JSON pointer (RFC 6901) within a document; undefined if there is none. */
const valueAt = (document: unknown, pointer: string): unknown => {
  let value: unknown = document;
  for (const part of pointer.split('/').slice(1)) {
    let name = part;
    try {
      name = decodeURIComponent(part);
    } catch {
      // It is meant as it stands.
    }
    name = name.replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(value)) value = value[Number(name)] as unknown;
    else if (isPlainObject(value) && Object.hasOwn(value, name)) value = value[name];
    else return undefined;
  }
  return value;
};

/** Opens the references of a description. Other documents are never fetched: their references are told. */
export const openReferences = (document: unknown): References => {
  const told: string[] = [];
  let untold = 0;
  let taken = 0;
  const warn = (sentence: string): void => {
    if (told.length < warningsMax) told.push(sentence);
    else untold += 1;
  };
  return {
    warn,
    follow: (value, at) => {
      let found = value;
      for (let hop = 0; isPlainObject(found) && typeof found['$ref'] === 'string'; hop += 1) {
        const reference = found['$ref'];
        const shown = `${JSON.stringify(reference.slice(0, 200))} at ${at.slice(0, 200)}`;
        if (hop >= limits.apiReferencesMax) {
          warn(`The reference ${shown} leads to more references than are followed`);
          return undefined;
        }
        if (!reference.startsWith('#')) {
          warn(`The reference ${shown} leads to another document, which is not fetched`);
          return undefined;
        }
        found = valueAt(document, reference.slice(1));
        if (found === undefined) warn(`The reference ${shown} leads nowhere`);
      }
      return found;
    },
    take: (entry) => {
      taken += JSON.stringify(entry).length;
      return taken <= limits.apiCharactersMax;
    },
    isFull: () => taken >= limits.apiCharactersMax,
    warnings: ({ endpoints, webhooks, schemas, counts }) => [
      ...told,
      ...(untold === 0 ? [] : [`${untold} more sentences like these are left out`]),
      ...(
        [
          ['endpoints', endpoints, counts.endpoints],
          ['webhooks', webhooks, counts.webhooks],
          ['schemas', schemas, counts.schemas],
        ] as const
      ).flatMap(([what, kept, all]) =>
        kept.length === all
          ? []
          : [`${kept.length} of ${all} ${what} are listed; the rest is only in the document`],
      ),
    ],
  };
};
