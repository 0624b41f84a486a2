import { isMap, isScalar, LineCounter, parseDocument, type Document } from 'yaml';
import type { ManifestBody } from './plan-types.ts';

/** Something that is wrong with a manifest, and where. */
export interface ManifestFault {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** What the API says is wrong with a manifest: a path into it (`ManifestProblem`). */
interface Problem {
  readonly path: readonly (string | number)[];
  readonly message: string;
  readonly unknown?: { readonly keys: readonly string[]; readonly known: readonly string[] };
}

/** A manifest that was read from its text, with a way to find places in it; or what keeps it from being read. */
export type ManifestRead =
  | {
      readonly ok: true;
      readonly manifest: ManifestBody;
      readonly locate: (problems: readonly Problem[]) => readonly ManifestFault[];
    }
  | { readonly ok: false; readonly faults: readonly ManifestFault[] };

/** What stands at a path, or at the nearest place above it that is there; of a key that is named, the key itself. */
const offsetAt = (document: Document, path: Problem['path'], key: string | undefined): number => {
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

/** Reads a manifest of JSON or YAML, of which JSON is a part. */
export const readManifestText = (text: string): ManifestRead => {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, prettyErrors: false });
  const faultAt = (offset: number, message: string): ManifestFault => {
    const { line, col } = lineCounter.linePos(offset);
    return { line, column: col, message };
  };
  if (document.errors.length > 0)
    return {
      ok: false,
      faults: document.errors.slice(0, 20).map(({ pos, message }) => faultAt(pos[0], message)),
    };
  let value: unknown;
  try {
    // Aliases of aliases grow without end: few are enough for any manifest.
    value = document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    return { ok: false, faults: [faultAt(0, error instanceof Error ? error.message : String(error))] };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return {
      ok: false,
      faults: [faultAt(0, 'expected a manifest: an object with version, name and sources')],
    };
  const locate = (problems: readonly Problem[]): readonly ManifestFault[] =>
    problems.flatMap(({ path, message, unknown }) =>
      unknown === undefined
        ? [faultAt(offsetAt(document, path, undefined), `${path.join('.') || 'the manifest'}: ${message}`)]
        : unknown.keys.map((key) =>
            faultAt(
              offsetAt(document, path, key),
              `${[...path, key].join('.')}: unknown key; expected one of ${unknown.known.join(', ')}`,
            ),
          ),
    );
  return { ok: true, manifest: value as ManifestBody, locate };
};
