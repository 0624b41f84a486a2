import { resolve } from 'node:path';
import * as z from 'zod';
import { exitCodes } from '../exit-code.ts';
import { withOptions } from '../options/arguments.ts';
import { inertJson } from '../inert-text.ts';
import { say, writeOut } from '../output/write-output.ts';
import { exportStores } from './export-stores.ts';
import type { ExportManifest } from './format.ts';
import { importStores } from './import-stores.ts';
import { storesPlaceShape, withStores } from './with-stores.ts';

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

/** Runs `gleaner import`. */
export const runImport = withOptions(
  importSchema,
  async (folder, { over, ...options }) =>
    await withStores({ ...options, isNew: true }, async (stores) => {
      const imported = await importStores(stores, resolve(folder), { over, tell: say });
      if (!imported.ok) {
        const message =
          imported.kind === 'not-empty'
            ? `The table ${stores.table} is not empty, so nothing was imported. To import all the same, add --over: ` +
              'items of the export then replace those with the same key, and all others stay.'
            : `The export holds objects of ${imported.buckets.join(', ')}, and the deployment has no such bucket, so ` +
              'nothing was imported. First deploy it with the settings of the deployment that was exported.';
        return { exitCode: exitCodes.refused, message };
      }
      if (options.json) await writeOut(`${inertJson(imported.manifest)}\n`);
      say(
        `Imported what Gleaner ${imported.manifest.release} exported at ${imported.manifest.exportedAt}: ` +
          `${countsOf(imported.manifest)}. Running jobs continue when the stack runs.`,
      );
      return { exitCode: exitCodes.completed };
    }),
);
