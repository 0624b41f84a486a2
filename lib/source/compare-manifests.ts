import { isDeepStrictEqual } from 'node:util';
import type { Manifest } from './manifest.ts';
import { hideHeaders } from './kept-headers.ts';
import { resolveSources, type ManifestSource } from './resolve-sources.ts';
import { isPlainObject } from '../plain-object.ts';

/** A field of a source that differs, by its path, such as `crawl.limit`. */
export interface FieldChange {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** What happens to one source from one manifest to another. */
export type SourceChange =
  | { readonly action: 'create' | 'remove'; readonly id: string }
  | { readonly action: 'update'; readonly id: string; readonly fields: readonly FieldChange[] };

/** A value as it is, and as it is shown. */
interface Shown {
  readonly is: unknown;
  readonly shown: unknown;
}

const part = ({ is, shown }: Shown, name: string): Shown => ({
  is: isPlainObject(is) ? is[name] : undefined,
  shown: isPlainObject(shown) ? shown[name] : undefined,
});

const fieldChanges = (before: Shown, after: Shown, path: string): FieldChange[] => {
  if (isDeepStrictEqual(before.is, after.is)) return [];
  if (!isPlainObject(before.is) || !isPlainObject(after.is))
    return [{ field: path, before: before.shown, after: after.shown }];
  const names = [...new Set([...Object.keys(before.is), ...Object.keys(after.is)])].toSorted();
  return names.flatMap((name) =>
    fieldChanges(part(before, name), part(after, name), path === '' ? name : `${path}.${name}`),
  );
};

/** Returns the settings of a source, without the name of the group that it inherits from. */
const effective = ({ group: _group, ...source }: ManifestSource): Shown => ({
  is: JSON.parse(JSON.stringify(source)),
  shown: JSON.parse(JSON.stringify(hideHeaders(source))),
});

/** Returns the fields in which two versions of a source differ, in order of their names. */
export const compareSources = (before: ManifestSource, after: ManifestSource): FieldChange[] =>
  fieldChanges(effective(before), effective(after), '');

/**
 * Compares two manifests by the resulting settings of their sources: a setting that moves from a source to its group
 * changes nothing. In order of ids.
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
