import { isDeepStrictEqual } from 'node:util';
import type { Manifest } from './manifest.ts';
import { resolveSources, type ManifestSource } from './resolve-sources.ts';

/** A field of a source that differs, by its path, such as `crawl.limit`. */
export interface FieldChange {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** What becomes of one source between two manifests. */
export type SourceChange =
  | { readonly action: 'create' | 'remove'; readonly id: string }
  | { readonly action: 'update'; readonly id: string; readonly fields: readonly FieldChange[] };

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const fieldChanges = (before: unknown, after: unknown, path: string): FieldChange[] => {
  if (isDeepStrictEqual(before, after)) return [];
  if (!isObject(before) || !isObject(after)) return [{ field: path, before, after }];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted();
  return names.flatMap((name) =>
    fieldChanges(before[name], after[name], path === '' ? name : `${path}.${name}`),
  );
};

/** What a source asks for, without the name of the group that it has it from. */
const effective = ({ group: _group, ...source }: ManifestSource): unknown =>
  JSON.parse(JSON.stringify(source));

/**
 * What changes from one manifest to another, by what sources come to in the end: a setting that moves from a source
 * to its group changes nothing. In order of ids. /
 */
export const compareManifests = (before: Manifest, after: Manifest): SourceChange[] => {
  const old = new Map(resolveSources(before).map((source) => [source.id, effective(source)]));
  const now = new Map(resolveSources(after).map((source) => [source.id, effective(source)]));
  return [...new Set([...old.keys(), ...now.keys()])].toSorted().flatMap((id): SourceChange[] => {
    const [was, is] = [old.get(id), now.get(id)];
    if (was === undefined) return [{ action: 'create', id }];
    if (is === undefined) return [{ action: 'remove', id }];
    const fields = fieldChanges(was, is, '');
    return fields.length === 0 ? [] : [{ action: 'update', id, fields }];
  });
};
