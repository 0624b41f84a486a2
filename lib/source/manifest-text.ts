import { isMap, isScalar, LineCounter, parseDocument, type Document } from 'yaml';
import { sourceLimits } from '../limits/source-limits.ts';
import type { ManifestProblem } from './manifest.ts';
import { tellUnknownKey } from '../tell-unknown-key.ts';
import { findHazard, tooDeep } from '../content/data/yaml-hazards.ts';

/** A place in a text; line and column count from one. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

/** A fault in a manifest, and its place; no place for a fault of the text as a whole. */
export interface ManifestFault {
  readonly at: TextPlace | null;
  readonly message: string;
}

/** Finds the place of a path, or of the nearest existing place above it; for a named key, the place of the key. */
type FindPlace = (path: ManifestProblem['path'], key?: string) => TextPlace | null;

/** The value in a text of JSON or YAML, with a function that finds places in it; or why it cannot be read. */
export type ManifestText =
  | { readonly ok: true; readonly value: unknown; readonly findPlace: FindPlace }
  | { readonly ok: false; readonly faults: readonly ManifestFault[] };

const faultsMax = 20;

const offsetAt = (document: Document, path: ManifestProblem['path'], key: string | undefined): number => {
  for (let depth = path.length; depth >= 0; depth -= 1) {
    const node: unknown = depth === 0 ? document.contents : document.getIn(path.slice(0, depth), true);
    if (key !== undefined && depth === path.length && isMap(node)) {
      const pair = node.items.find((it) => isScalar(it.key) && it.key.value === key);
      if (isScalar(pair?.key)) return pair.key.range?.[0] ?? 0;
    }
    const range = (node as { range?: readonly number[] | null } | null | undefined)?.range;
    if (range !== undefined && range !== null) return range[0] ?? 0;
  }
  return 0;
};

/**
 * Describes what is wrong with a value that no manifest may have, each fault with its place; for a misspelled key, the
 * place of the key.
 */
export const tellProblems = (
  problems: readonly ManifestProblem[],
  findPlace: FindPlace,
): readonly ManifestFault[] =>
  problems.flatMap(({ path, message, unknown }): readonly ManifestFault[] => {
    if (unknown === undefined) {
      const field = path.join('.');
      return [{ at: findPlace(path), message: `${field === '' ? 'the manifest' : field}: ${message}` }];
    }
    return unknown.keys.map((key) => ({
      at: findPlace(path, key),
      message: `${[...path, key].join('.')}: ${tellUnknownKey(key, unknown.known)}`,
    }));
  });

/** Reads the key of a map that begins at an offset of a text, as it is written there; null if it is written oddly. */
const keyAt = (text: string, offset: number): string | null => {
  const key = /"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[^\s:,{}'"](?:[^:,{}\n]*[^\s:,{}])?/y;
  key.lastIndex = offset;
  return key.exec(text)?.[0] ?? null;
};

/**
 * Reads a text of JSON or YAML (JSON is a part of YAML) from any author: refuses a text that would take without end to
 * read, or would grow without end (`yaml-hazards.ts`).
 */
export const parseManifestText = (text: string): ManifestText => {
  const refused = (...faults: ManifestFault[]): ManifestText => ({ ok: false, faults });
  const bytes = new TextEncoder().encode(text).length;
  if (bytes > sourceLimits.manifestBytesMax) {
    const message = `expected at most ${sourceLimits.manifestBytesMax} bytes, found ${bytes}`;
    return refused({ at: null, message });
  }
  const lineCounter = new LineCounter();
  const placeAt = (offset: number): TextPlace => {
    const { line, col } = lineCounter.linePos(offset);
    return { line, column: col };
  };
  try {
    const document = parseDocument(text, { lineCounter, prettyErrors: false, uniqueKeys: false });
    const [first] = document.errors;
    // The parser recurses as well; its messages about the rest of the text are then of no use.
    if (first?.message.startsWith('Maximum call stack') === true)
      return refused({ at: placeAt(first.pos[0]), message: tooDeep });
    if (first !== undefined)
      return refused(
        ...document.errors.slice(0, faultsMax).map(({ pos, code, message }) => ({
          at: placeAt(pos[0]),
          message: code === 'MULTIPLE_DOCS' ? 'expected one document, found another after ---' : message,
        })),
      );
    const hazard = findHazard(document);
    if (hazard !== null) {
      const key = hazard.message.startsWith('Map keys must be unique') ? keyAt(text, hazard.offset) : null;
      const message = key === null ? hazard.message : `expected each key once, found ${key} again`;
      return refused({ at: placeAt(hazard.offset), message });
    }
    const value: unknown = document.toJS({ maxAliasCount: -1 });
    return { ok: true, value, findPlace: (path, key) => placeAt(offsetAt(document, path, key)) };
  } catch (error) {
    return refused({ at: null, message: error instanceof Error ? error.message : String(error) });
  }
};
