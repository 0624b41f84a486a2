import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isMap, isScalar, LineCounter, parseDocument, type Document } from 'yaml';
import { sourceLimits } from '../lib/limits/source-limits.ts';
import { parseManifest, type Manifest, type ManifestProblem } from '../lib/source/manifest.ts';
import { findHazard, tooDeep } from './yaml-hazards.ts';
import { suggestName } from './options/suggest.ts';

/** Names a place of the document for a person: file, line and column. */
type Place = (path: ManifestProblem['path'], key?: string) => string;

/** A manifest that was read from a file, or all that is wrong with it, a line each. */
export type ManifestRead =
  | {
      readonly ok: true;
      readonly manifest: Manifest;
      /** As it is written, for the API, which reads it itself. */
      readonly written: Readonly<Record<string, unknown>>;
      readonly place: Place;
    }
  | { readonly ok: false; readonly lines: readonly string[] };

const refused = (...lines: string[]): ManifestRead => ({ ok: false, lines });

/** What stands at a path, or at the nearest place above it that is there; of a key that is named, the key itself. */
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

const problemLines = (problem: ManifestProblem, place: Place): string[] => {
  const { path, message, unknown } = problem;
  const field = path.join('.');
  if (unknown === undefined) return [`${place(path)}: ${field === '' ? 'the manifest' : field}: ${message}`];
  return unknown.keys.map((key) => {
    const meant = suggestName(key, unknown.known);
    const hint =
      meant === undefined
        ? `expected one of ${unknown.known.join(', ')}`
        : `did you mean ${JSON.stringify(meant)}?`;
    return `${place(path, key)}: ${[...path, key].join('.')}: unknown key; ${hint}`;
  });
};

const judge = (value: unknown, place: Place): ManifestRead => {
  const parsed = parseManifest(value);
  if (parsed.ok)
    return { ok: true, manifest: parsed.manifest, written: value as Record<string, unknown>, place };
  return refused(...parsed.problems.flatMap((problem) => problemLines(problem, place)));
};

/** Reads a manifest of JSON or YAML, of which JSON is a part: problems are told by line and column. */
export const readManifestText = (text: string, name: string): ManifestRead => {
  const bytes = Buffer.byteLength(text);
  if (bytes > sourceLimits.manifestBytesMax)
    return refused(`${name}: expected at most ${sourceLimits.manifestBytesMax} bytes, found ${bytes}`);
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, prettyErrors: false });
  const at = (offset: number): string => {
    const { line, col } = lineCounter.linePos(offset);
    return `${name}:${line}:${col}`;
  };
  const [first] = document.errors;
  // The parser recurses as well: what it says then of the rest of the text is of no use.
  if (first?.message.startsWith('Maximum call stack') === true)
    return refused(`${at(first.pos[0])}: ${tooDeep}`);
  if (first !== undefined)
    return refused(...document.errors.slice(0, 20).map(({ pos, message }) => `${at(pos[0])}: ${message}`));
  const hazard = findHazard(document);
  if (hazard !== null) return refused(`${at(hazard.offset)}: ${hazard.message}`);
  try {
    const value: unknown = document.toJS({ maxAliasCount: -1 });
    return judge(value, (path, key) => at(offsetAt(document, path, key)));
  } catch (error) {
    return refused(`${name}: ${(error as Error).message}`);
  }
};

const importManifest = async (path: string): Promise<ManifestRead> => {
  if (process.features.typescript === false)
    return refused(`${path}: a manifest in TypeScript needs Node 24; write it as JSON or YAML, or use that`);
  try {
    const module = (await import(pathToFileURL(resolve(path)).href)) as { default?: unknown };
    if (module.default === undefined) return refused(`${path}: expected a default export, the manifest`);
    return judge(module.default, () => path);
  } catch (error) {
    return refused(`${path}: ${(error as Error).message}`);
  }
};

/** Reads a manifest from a file of JSON, YAML or TypeScript, by its name's ending. */
export const readManifest = async (path: string): Promise<ManifestRead> => {
  if (/\.[cm]?[jt]s$/.test(path)) return await importManifest(path);
  try {
    return readManifestText(await readFile(path, 'utf8'), path);
  } catch (error) {
    return refused(`${path}: ${(error as Error).message}`);
  }
};
