import { resolve } from 'node:path';
import * as z from 'zod';
import type { OptionValues } from '../command.ts';
import { exitCodes, usageEnding, type CommandEnding } from '../exit-code.ts';
import { readOptions } from '../options/arguments.ts';
import { inertJson } from '../inert-text.ts';
import { say, writeOut } from '../output/write-output.ts';
import { exportStores } from './export-stores.ts';
import type { ExportManifest } from './format.ts';
import { importStores } from './import-stores.ts';
import { openStores, type StoresPlace } from './open-stores.ts';

const optionsSchema = z.object({
  data: z.string().optional(),
  account: z.boolean().default(false),
  name: z.string().optional(),
  profile: z.string().optional(),
  region: z.string().optional(),
  table: z.string().optional(),
  over: z.boolean().default(false),
  json: z.boolean().default(false),
});
type Options = z.infer<typeof optionsSchema>;

const countsOf = ({ table, buckets }: ExportManifest): string =>
  [
    `${table.items} items`,
    ...Object.entries(buckets).map(([role, { objects }]) => `${objects} objects of ${role}`),
  ].join(', ');

const conflict = ({ account, data, name, table }: Options): string | null => {
  if (account && data !== undefined) return '--data is for this machine, --account for AWS: give one of them';
  if (!account && (name ?? table) !== undefined)
    return '--name and --table are of a stack: they need --account';
  return null;
};

const withStores = async (
  values: OptionValues,
  isNew: boolean,
  act: (stores: Parameters<typeof exportStores>[0], options: Options) => Promise<CommandEnding>,
): Promise<CommandEnding> => {
  const options = readOptions(optionsSchema, values);
  if (!options.ok) return usageEnding(options.message);
  const wrong = conflict(options.value);
  if (wrong !== null) return usageEnding(wrong);
  const place: StoresPlace = options.value;
  try {
    const opened = await openStores(place, isNew);
    if (!opened.ok) return opened.ending;
    try {
      return await act(opened.stores, options.value);
    } finally {
      await opened.close();
    }
  } catch (error) {
    return { exitCode: exitCodes.refused, message: (error as Error).message };
  }
};

/** Runs `gleaner export`. */
export const runExport = async (folder: string, values: OptionValues): Promise<CommandEnding> =>
  await withStores(values, false, async (stores, { json }) => {
    const manifest = await exportStores(stores, resolve(folder), say);
    if (json) await writeOut(`${inertJson(manifest)}\n`);
    say(`Exported to ${resolve(folder)}: ${countsOf(manifest)}. Secrets are not in it.`);
    return { exitCode: exitCodes.completed };
  });

/** Runs `gleaner import`. */
export const runImport = async (folder: string, values: OptionValues): Promise<CommandEnding> =>
  await withStores(values, true, async (stores, { over, json }) => {
    const imported = await importStores(stores, resolve(folder), { over, tell: say });
    if (!imported.ok) {
      const message =
        imported.kind === 'not-empty'
          ? `The table ${stores.table} is not empty. With --over, items of the export take the place of those with ` +
            'the same key, and others stay. Nothing was done.'
          : `The export holds objects of ${imported.buckets.join(', ')}, and the deployment has no such bucket: ` +
            'deploy it with the same settings first. Nothing was done.';
      return { exitCode: exitCodes.refused, message };
    }
    if (json) await writeOut(`${inertJson(imported.manifest)}\n`);
    say(
      `Imported what Gleaner ${imported.manifest.release} exported at ${imported.manifest.exportedAt}: ` +
        `${countsOf(imported.manifest)}. Open jobs go on when the stack runs.`,
    );
    return { exitCode: exitCodes.completed };
  });
