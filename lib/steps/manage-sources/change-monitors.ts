import { failure, type Failure } from '../../failure.ts';
import { limits } from '../../limits/limits.ts';
import type { AppliedManifest } from '../../source/applied-manifest.ts';
import { monitorsManifest, type WrittenSource } from '../../source/monitors/monitor-source.ts';
import { loadTeam } from '../sources/load-sources.ts';
import { applyManifest } from './apply-manifest.ts';
import { nameBase, readManifestBody, type PlanDependencies } from './plan-manifest.ts';

const nextMajor = (version: string | undefined): string => `${Number(version?.split('.')[0] ?? 0) + 1}.0.0`;

/** Returns the sources of a manifest, and those that it no longer lists and that go on: they have all they inherit. */
const allSources = ({ manifest, kept }: AppliedManifest): WrittenSource[] => [
  ...manifest.sources,
  ...kept.map(({ group: _group, ...source }) => source),
];

/**
 * Changes the sources of the manifest of a team's monitors. What else people wrote into that manifest stays. If two
 * callers do so at the same moment, one change is applied, and the other call starts again from the new manifest.
 *
 * @param change Returns the new sources, or why the change is refused.
 */
export const changeMonitors = async (
  dependencies: PlanDependencies,
  { team, by }: { readonly team: string; readonly by: string },
  change: (sources: readonly WrittenSource[]) => readonly WrittenSource[] | Failure,
): Promise<Failure | null> => {
  for (let attempt = 1; attempt <= limits.transactionTriesMax; attempt += 1) {
    const { root, manifests } = await loadTeam(dependencies, team);
    const applied = manifests.get(monitorsManifest);
    const before = applied?.manifest;
    const sources = change(applied === undefined ? [] : allSources(applied));
    if ('code' in sources) return sources;
    const read = readManifestBody({
      ...before,
      version: nextMajor(before?.version),
      name: monitorsManifest,
      sources,
    });
    if (!read.ok) return read.failure;
    const order = { team, by, manifest: read.manifest, prune: true, base: nameBase(root) };
    const outcome = await applyManifest(dependencies, order);
    if (outcome.ok) return null;
    if (outcome.failure.code !== 'PLAN_STALE') return outcome.failure;
  }
  return failure('CONFLICT', 'Cannot change the monitors: others changed them at the same moment. Try again');
};
