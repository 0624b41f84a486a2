import * as z from 'zod';
import { usageEnding, type CommandEnding } from '../exit-code.ts';
import { askApi, type Connection, type Got } from './ask.ts';
import { didYouMean } from './did-you-mean.ts';
import type { SourcesOptions } from './sources-options.ts';

const manifestsSchema = z.looseObject({ manifests: z.array(z.looseObject({ name: z.string() })) });
const manifestSchema = z.looseObject({
  manifest: z.looseObject({ groups: z.record(z.string(), z.unknown()).optional() }),
});
const sourcesSchema = z.looseObject({
  sources: z.array(z.looseObject({ manifest: z.string(), group: z.string().nullish() })),
});

/** Reads the groups of manifests: those that they list, and those of sources that they no longer list. */
const readGroups = async (
  connection: Connection,
  manifests: readonly string[],
): Promise<Got<readonly string[]>> => {
  const all = await askApi(connection, { method: 'GET', path: '/v2/sources' }, sourcesSchema);
  if (!all.ok) return all;
  const groups = all.value.sources.flatMap(({ manifest, group }) =>
    manifests.includes(manifest) ? [group ?? []].flat() : [],
  );
  for (const name of manifests) {
    const path = `/v2/manifests/${encodeURIComponent(name)}`;
    const got = await askApi(connection, { method: 'GET', path }, manifestSchema);
    if (!got.ok) return got;
    groups.push(...Object.keys(got.value.manifest.groups ?? {}));
  }
  return { ok: true, value: [...new Set(groups)] };
};

/**
 * Returns how a command ends whose filter the API refused: as that of a name that is spelt wrong, if it is one.
 */
export const endingOfFilter = async (
  connection: Connection,
  options: Pick<SourcesOptions, 'manifest' | 'group'>,
  refused: Extract<Got<unknown>, { readonly ok: false }>,
): Promise<CommandEnding> => {
  const why = refused.refusal?.kind === 'refused' ? await whyNoMatch(connection, options) : undefined;
  return why?.ok === true && why.value !== null ? usageEnding(why.value) : refused.ending;
};

/**
 * Says which manifest or group was named that does not exist, where no source matched; null if both exist and merely
 * have no source that matches.
 */
export const whyNoMatch = async (
  connection: Connection,
  { manifest, group }: Pick<SourcesOptions, 'manifest' | 'group'>,
): Promise<Got<string | null>> => {
  if (manifest === undefined && group === undefined) return { ok: true, value: null };
  const all = await askApi(connection, { method: 'GET', path: '/v2/manifests' }, manifestsSchema);
  if (!all.ok) return all;
  const names = all.value.manifests.map(({ name }) => name);
  if (manifest !== undefined && !names.includes(manifest)) {
    const message = `--manifest: no manifest "${manifest}" is applied${didYouMean(manifest, names)}`;
    return { ok: true, value: message };
  }
  if (group === undefined) return { ok: true, value: null };
  const groups = await readGroups(connection, manifest === undefined ? names : [manifest]);
  if (!groups.ok) return groups;
  const where = manifest === undefined ? 'no manifest that is applied' : `the manifest ${manifest}`;
  const has = manifest === undefined ? 'has a' : 'has no';
  const message = `--group: ${where} ${has} group "${group}"${didYouMean(group, groups.value)}`;
  return { ok: true, value: groups.value.includes(group) ? null : message };
};
