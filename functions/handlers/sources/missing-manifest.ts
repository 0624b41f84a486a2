import { failure, type Failure } from '../../../lib/failure.ts';
import { nearOption } from '../../../lib/suggest-name.ts';
import { manifestNotFound } from '../../../lib/steps/sources/missing-names.ts';
import type { TeamManifests } from '../../../lib/steps/sources/load-sources.ts';

/** Lists the groups of applied manifests: those that they name, and those of sources that they no longer list. */
const groupsIn = ({ manifests, sources }: TeamManifests, manifest: string | undefined): string[] => {
  const named = [...manifests].flatMap(([name, applied]) =>
    manifest === undefined || name === manifest ? Object.keys(applied.manifest.groups ?? {}) : [],
  );
  const used = [...sources.values()].flatMap(({ manifest: of, source }) =>
    source.group !== undefined && (manifest === undefined || of === manifest) ? [source.group] : [],
  );
  return [...new Set([...named, ...used])];
};

/**
 * Returns the failure for a filter by a manifest or a group that does not exist; null if both exist, or are not given.
 * A name that is spelt wrong does not pass for one without sources.
 */
export const whyNoSuchFilter = (
  team: TeamManifests,
  { manifest, group }: { readonly manifest?: string | undefined; readonly group?: string | undefined },
): Failure | null => {
  if (manifest !== undefined && !team.manifests.has(manifest))
    return manifestNotFound(manifest, [...team.manifests.keys()]);
  if (group === undefined) return null;
  const groups = groupsIn(team, manifest);
  if (groups.includes(group)) return null;
  const where = manifest === undefined ? 'the manifests that are applied' : `the manifest ${manifest}`;
  const message =
    `Cannot choose sources: group: expected a group of ${where}${nearOption(group, groups)}, ` +
    `found ${JSON.stringify(group.slice(0, 80))}`;
  return failure('BAD_REQUEST', message);
};
