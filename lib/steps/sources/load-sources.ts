import {
  appliedKey,
  appliedSources,
  readApplied,
  type AppliedManifest,
  type AppliedSource,
  type ManifestRoot,
} from '../../source/applied-manifest.ts';
import { getObject, type Objects } from '../../store/objects.ts';
import { getManifestRoot } from '../../store/sources/manifest-root.ts';
import type { Table } from '../../store/table.ts';

/** What loading sources needs. */
export interface SourceStores {
  readonly table: Table;
  /** The bucket of manifests, snapshots and changes. */
  readonly sources: Objects;
}

/** The manifests that this process read last, a few of them: their objects never change. */
const kept = new Map<string, AppliedManifest>();
const keptMax = 20;

/** Reads a version of a manifest that was applied. */
export const loadManifest = async (
  objects: Objects,
  team: string,
  name: string,
  hash: string,
): Promise<AppliedManifest> => {
  const key = appliedKey(team, name, hash);
  const place = `${objects.bucket} ${key}`;
  const before = kept.get(place);
  if (before !== undefined) return before;
  const text = await getObject(objects, key);
  if (text === null)
    throw new Error(`Cannot read the manifest ${name} of ${team}: ${key} is not in its bucket`);
  const applied = readApplied(text);
  if (kept.size >= keptMax) kept.clear();
  kept.set(place, applied);
  return applied;
};

/** Everything that a team has applied and that is in force now. */
export interface TeamManifests {
  readonly root: ManifestRoot;
  readonly manifests: ReadonlyMap<string, AppliedManifest>;
  /** By id. */
  readonly sources: ReadonlyMap<string, AppliedSource>;
}

export const loadTeam = async ({ table, sources }: SourceStores, team: string): Promise<TeamManifests> => {
  const root = await getManifestRoot(table, team);
  const manifests = new Map<string, AppliedManifest>();
  for (const [name, { hash }] of Object.entries(root.manifests))
    manifests.set(name, await loadManifest(sources, team, name, hash));
  const all = [...manifests].flatMap(([name, applied]) =>
    appliedSources(applied, root.manifests[name]?.headers),
  );
  return { root, manifests, sources: new Map(all.map((each) => [each.source.id, each])) };
};
