import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import * as z from 'zod';
import type { Assembly, StackTemplate } from './template.ts';

const metadataSchema = z.record(
  z.string(),
  z.array(z.object({ type: z.string(), data: z.unknown().optional() })),
);

const manifestSchema = z.object({
  artifacts: z.record(
    z.string(),
    z.object({
      type: z.string(),
      properties: z.object({ templateFile: z.string().optional(), file: z.string().optional() }).optional(),
      metadata: metadataSchema.optional(),
      additionalMetadataFile: z.string().optional(),
    }),
  ),
});

/** `<stack>.assets.json`: the stack's files by their hashes. `path` counts from the assembly's folder. */
const assetsSchema = z.object({
  files: z.record(z.string(), z.object({ source: z.object({ path: z.string(), packaging: z.string() }) })),
});

/** Returns the absolute path of each asset that is a folder, by its hash. */
export const assetFolders = (assetsDir: string, assets: unknown): Assembly['assets'] =>
  Object.fromEntries(
    Object.entries(assetsSchema.parse(assets).files)
      .filter(([, { source }]) => source.packaging === 'zip')
      .map(([hash, { source }]) => [hash, resolve(assetsDir, source.path)]),
  );

const constructPathsOf = (metadata: z.infer<typeof metadataSchema>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(metadata).flatMap(([path, entries]) =>
      entries
        .filter((entry) => entry.type === 'aws:cdk:logicalId')
        .map((entry) => [String(entry.data), path.replace(/^\//, '')]),
    ),
  );

/**
 * Reads the one stack of a synthesised cloud assembly (CDK's `cdk.out`).
 *
 * @throws {Error} when the folder holds no stack, or several: a laptop runs one.
 */
export const readAssembly = async (assetsDir: string): Promise<Assembly> => {
  const read = async (name: string): Promise<unknown> =>
    JSON.parse(await readFile(join(assetsDir, name), 'utf8')) as unknown;
  const manifest = manifestSchema.parse(await read('manifest.json'));
  const stacks = Object.values(manifest.artifacts).filter((it) => it.type === 'aws:cloudformation:stack');
  const [stack] = stacks;
  const templateFile = stack?.properties?.templateFile;
  if (!stack || templateFile === undefined || stacks.length > 1) {
    throw new Error(`Cannot run ${assetsDir}: it holds ${stacks.length} stacks, expected exactly one`);
  }
  const metadata =
    stack.metadata ??
    (stack.additionalMetadataFile === undefined
      ? {}
      : metadataSchema.parse(await read(stack.additionalMetadataFile)));
  const assetManifests = Object.values(manifest.artifacts).flatMap(({ type, properties }) =>
    type === 'cdk:asset-manifest' && properties?.file !== undefined ? [properties.file] : [],
  );
  const listed = await Promise.all(assetManifests.map(read));
  return {
    // Its metadata names settings that make no other stack, and that starts which share a kept one do not share.
    template: { ...((await read(templateFile)) as StackTemplate), Metadata: undefined } as StackTemplate,
    assets: Object.assign({}, ...listed.map((each) => assetFolders(assetsDir, each))) as Assembly['assets'],
    constructPaths: constructPathsOf(metadata),
  };
};
