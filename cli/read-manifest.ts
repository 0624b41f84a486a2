import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readFileText } from './options/read-file-text.ts';
import { parseManifest, type Manifest, type ManifestProblem } from '../lib/source/manifest.ts';
import {
  parseManifestText,
  tellProblems,
  type ManifestText,
  type TextPlace,
} from '../lib/source/manifest-text.ts';

/** Names a place of the document for people: file, line and column. */
type Place = (path: ManifestProblem['path'], key?: string) => string;

/** A text that could be read. */
type ReadText = Extract<ManifestText, { ok: true }>;
/** Names a place of a text for people. */
type Tell = (at: TextPlace | null) => string;

/** A manifest from a file, or its faults, a line each. */
export type ManifestRead =
  | {
      readonly ok: true;
      readonly manifest: Manifest;
      /** As written, for the API, which reads it itself. */
      readonly written: Readonly<Record<string, unknown>>;
      readonly place: Place;
    }
  | { readonly ok: false; readonly lines: readonly string[] };

const refused = (...lines: string[]): ManifestRead => ({ ok: false, lines });

const judge = (value: unknown, findPlace: ReadText['findPlace'], place: Tell): ManifestRead => {
  const parsed = parseManifest(value);
  if (parsed.ok)
    return {
      ok: true,
      manifest: parsed.manifest,
      written: value as Record<string, unknown>,
      place: (path, key) => place(findPlace(path, key)),
    };
  return refused(
    ...tellProblems(parsed.problems, findPlace).map(({ at, message }) => `${place(at)}: ${message}`),
  );
};

/** Reads a manifest of JSON or YAML (JSON is a part of YAML), and reports problems by line and column. */
export const readManifestText = (text: string, name: string): ManifestRead => {
  const place: Tell = (at) => (at === null ? name : `${name}:${at.line}:${at.column}`);
  const read = parseManifestText(text);
  if (!read.ok) return refused(...read.faults.map(({ at, message }) => `${place(at)}: ${message}`));
  return judge(read.value, read.findPlace, place);
};

const importManifest = async (path: string): Promise<ManifestRead> => {
  if (process.features.typescript === false)
    return refused(
      `${path}: a manifest in TypeScript needs Node 24. Use Node 24, or write it as JSON or YAML`,
    );
  try {
    const module = (await import(pathToFileURL(resolve(path)).href)) as { default?: unknown };
    if (module.default === undefined) return refused(`${path}: expected the manifest as the default export`);
    return judge(
      module.default,
      () => null,
      () => path,
    );
  } catch (error) {
    return refused(`${path}: ${(error as Error).message}`);
  }
};

/**
 * Reads a manifest from a file of JSON, YAML or TypeScript, by its name's ending; `-` is JSON or YAML on stdin.
 *
 * @param known What the file holds, where it was read before: a pipe has its text only once.
 */
export const readManifest = async (path: string, known?: string): Promise<ManifestRead> => {
  const read = known === undefined ? await readFileText(path) : { ok: true as const, value: known };
  if (!read.ok) return refused(read.message);
  if (/\.[cm]?[jt]s$/.test(path)) return await importManifest(path);
  return readManifestText(read.value, path === '-' ? 'stdin' : path);
};
