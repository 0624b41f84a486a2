import { resolve } from 'node:path';
import * as z from 'zod';
import { exitCodes } from '../exit-code.ts';
import { withOptions } from '../options/arguments.ts';
import { inertJson } from '../inert-text.ts';
import { say, writeOut } from '../output/write-output.ts';
import { checkExport } from './check-export.ts';
import { exportStores } from './export-stores.ts';
import type { ExportManifest } from './format.ts';
import { importStores, type ImportRefusal } from './import-stores.ts';
import { storesPlaceShape, withPreparedStores, withStores } from './with-stores.ts';

const exportSchema = z.object({ ...storesPlaceShape, table: z.string().optional() });
const importSchema = z.object({ ...storesPlaceShape, over: z.boolean().default(false) });

const countsOf = ({ table, buckets }: ExportManifest): string =>
  [
    `${table.items} items`,
    ...Object.entries(buckets).map(([role, { objects }]) => `${objects} objects of ${role}`),
  ].join(', ');

/** Runs `gleaner export`. */
export const runExport = withOptions(
  exportSchema,
  async (folder, options) =>
    await withStores(options, async (stores) => {
      const manifest = await exportStores(stores, resolve(folder), say);
      if (options.json) await writeOut(`${inertJson(manifest)}\n`);
      say(`Exported to ${resolve(folder)}: ${countsOf(manifest)}. The export holds no secrets.`);
      return { exitCode: exitCodes.completed };
    }),
);

const refusedBecause = (refusal: ImportRefusal, table: string): string =>
  refusal.kind === 'not-empty'
    ? `The table ${table} is not empty, so nothing was imported. To import all the same, add --over: ` +
      'items of the export then replace those with the same key, and all others stay.'
    : `The export holds objects of ${refusal.buckets.join(', ')}, and the deployment has no such bucket, so ` +
      'nothing was imported. First deploy it with the settings of the deployment that was exported.';

/** Runs `gleaner import`. The export is checked before the stores are opened: opening them makes a data directory. */
export const runImport = withOptions(
  importSchema,
  async (folder, { over, ...options }) =>
    await withPreparedStores(
      { ...options, isNew: true },
      async (stores, manifest) => {
        const imported = await importStores(stores, resolve(folder), manifest, { over, tell: say });
        if (!imported.ok)
          return { exitCode: exitCodes.refused, message: refusedBecause(imported, stores.table) };
        if (options.json) await writeOut(`${inertJson(manifest)}\n`);
        say(
          `Imported what Gleaner ${manifest.release} exported at ${manifest.exportedAt}: ` +
            `${countsOf(manifest)}. Running jobs continue when the stack runs.`,
        );
        return { exitCode: exitCodes.completed };
      },
      async () => await checkExport(resolve(folder)),
    ),
);
