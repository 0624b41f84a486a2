import { resolve } from 'node:path';
import * as z from 'zod';
import { exitCodes } from '../exit-code.ts';
import { withOptions } from '../options/arguments.ts';
import { beginImport, endImport, tellOpenImport } from '../../local/open-import.ts';
import { inertJson } from '../inert-text.ts';
import { say, writeOut } from '../output/write-output.ts';
import { checkExport } from './check-export.ts';
import { exportStores } from './export-stores.ts';
import { importStores, type Imported, type ImportOutcome } from './import-stores.ts';
import { localFolder } from './open-stores.ts';
import { storesPlaceShape, withPreparedStores, withStores } from './with-stores.ts';

const exportSchema = z.object({ ...storesPlaceShape, table: z.string().optional() });
const importSchema = z.object({ ...storesPlaceShape, over: z.boolean().default(false) });

interface Counted {
  readonly table: { readonly items: number };
  readonly buckets: Readonly<Record<string, { readonly objects: number }>>;
}

const countsOf = ({ table, buckets }: Counted): string =>
  [
    `${table.items} items`,
    ...Object.entries(buckets).map(([role, { objects }]) => `${objects} objects of ${role}`),
  ].join(', ');

/** Runs `gleaner export`. */
export const runExport = withOptions(
  exportSchema,
  async (folder, options) =>
    await withStores(options, async (stores) => {
      const from = localFolder(options);
      const unfinished = from === null ? null : await tellOpenImport(from);
      if (unfinished !== null)
        return { exitCode: exitCodes.refused, message: `${unfinished}. Nothing was exported` };
      const manifest = await exportStores(stores, resolve(folder), say);
      if (options.json) await writeOut(`${inertJson(manifest)}\n`);
      say(`Exported to ${resolve(folder)}: ${countsOf(manifest)}. The export holds no secrets.`);
      return { exitCode: exitCodes.completed };
    }),
);

const refusedBecause = (refusal: Extract<ImportOutcome, { ok: false }>, table: string): string => {
  switch (refusal.kind) {
    case 'not-empty':
      return (
        `The table ${table} is not empty, so nothing was imported. To import all the same, or to run an interrupted ` +
        'import again, add --over: items of the export then replace those with the same key, and all others stay.'
      );
    case 'no-bucket':
      return (
        `The export holds objects of ${refusal.buckets.join(', ')}, and the deployment has no such bucket, so ` +
        'nothing was imported. First deploy it with the settings of the deployment that was exported.'
      );
    case 'differs': {
      const { store, what, expected, found, imported } = refusal;
      return (
        `The import is not whole: ${expected} ${what} of ${store}, as the manifest says, and found ${found}. ` +
        `Written were ${countsOf(imported)}. The export changed while it was imported: copy it again, and import it ` +
        'with --over.'
      );
    }
  }
};

/** Says how many items of the export were not written, and why. */
const leftOutOf = ({ table: { leftOut } }: Imported): string =>
  leftOut === 0 ? '' : ` Left out: ${leftOut} of the exported stack's secret; a stack has its own.`;

/** Runs `gleaner import`. The export is checked before the stores are opened: opening them makes a data directory. */
export const runImport = withOptions(
  importSchema,
  async (folder, { over, ...options }) =>
    await withPreparedStores(
      { ...options, isNew: true },
      async (stores, manifest) => {
        const into = localFolder(options);
        const outcome = await importStores(stores, resolve(folder), manifest, {
          over,
          tell: say,
          begin: async () => (into === null ? undefined : await beginImport(into, resolve(folder))),
        });
        if (!outcome.ok)
          return { exitCode: exitCodes.refused, message: refusedBecause(outcome, stores.table) };
        const { imported } = outcome;
        if (into !== null) await endImport(into);
        const { release, exportedAt } = manifest;
        if (options.json) await writeOut(`${inertJson({ release, exportedAt, ...imported })}\n`);
        say(
          `Imported what Gleaner ${release} exported at ${exportedAt}: ${countsOf(imported)}.` +
            `${leftOutOf(imported)} Running jobs continue when the stack runs.`,
        );
        return { exitCode: exitCodes.completed };
      },
      async () => await checkExport(resolve(folder)),
    ),
);
