import { manifestName } from '../../lib/source/applied-manifest.ts';
import type { Manifest } from '../../lib/source/manifest.ts';
import type { ManifestSource } from '../../lib/source/resolve-sources.ts';
import { didYouMean } from './did-you-mean.ts';
import type { SourcesOptions } from './sources-options.ts';

/**
 * Says which source, manifest or group is named that a file does not have, or which is retired; null if there is none.
 */
export const whyNotInFile = (
  manifest: Manifest,
  sources: readonly ManifestSource[],
  ids: readonly string[],
  { group, manifest: wanted }: Pick<SourcesOptions, 'group' | 'manifest'>,
): string | null => {
  const byId = new Map(sources.map((source) => [source.id, source]));
  const wrong = ids.find((id) => byId.get(id) === undefined || byId.get(id)?.status === 'retired');
  if (wrong !== undefined) {
    const why = byId.has(wrong) ? 'is retired' : 'is not in the manifest';
    return `${wrong} ${why}${byId.has(wrong) ? '' : didYouMean(wrong, [...byId.keys()])}`;
  }
  const name = manifestName(manifest);
  if (wanted !== undefined && wanted !== name)
    return `--manifest: the manifest of this file is ${name}, found "${wanted}"`;
  const groups = Object.keys(manifest.groups ?? {});
  if (group !== undefined && !groups.includes(group))
    return `--group: this manifest has no group "${group}"${didYouMean(group, groups)}`;
  return null;
};
