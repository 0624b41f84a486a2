import * as z from 'zod';
import type { BackupStores } from '../../lib/store/backup/backup-stores.ts';
import { openStores } from '../backup/open-stores.ts';
import type { OptionValues } from '../command.ts';
import { exitCodes, usageEnding, type CommandEnding } from '../exit-code.ts';
import { inertJson } from '../inert-text.ts';
import { readOptions } from '../options/arguments.ts';
import { say, writeOut } from '../output/write-output.ts';
import type { ErasureCertificate } from './certificate.ts';
import { eraseStores } from './erase-stores.ts';
import { readWanted, type ErasureSelection } from './wanted.ts';

const optionsSchema = z.object({
  data: z.string().optional(),
  account: z.boolean().default(false),
  name: z.string().optional(),
  profile: z.string().optional(),
  region: z.string().optional(),
  prefix: z.boolean().default(false),
  domain: z.boolean().default(false),
  team: z.boolean().default(false),
  'dry-run': z.boolean().default(false),
  yes: z.boolean().default(false),
  json: z.boolean().default(false),
});
type Options = z.infer<typeof optionsSchema>;

const kindAsked = ({ prefix, domain, team }: Options): ErasureSelection['kind'] | null => {
  const given = { prefix, domain, team };
  const asked = (['prefix', 'domain', 'team'] as const).filter((kind) => given[kind]);
  return asked.length > 1 ? null : (asked[0] ?? 'url');
};

const conflict = (options: Options): string | null => {
  if (kindAsked(options) === null) return 'Give one of --prefix, --domain and --team, or none for a URL';
  if (options.account && options.data !== undefined)
    return '--data is for this machine, --account for AWS: give one of them';
  if (!options.account && options.name !== undefined) return '--name is of a stack: it needs --account';
  return null;
};

const counted = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([what, count]) => `${count} of ${what}`)
    .join(', ') || 'nothing';

const tellCertificate = (certificate: ErasureCertificate, isDone: boolean): void => {
  const { deleted, rewritten, lines, list, remains } = certificate;
  say(`${isDone ? 'Deleted' : 'Would delete'}: ${counted(deleted)}.`);
  say(`${isDone ? 'Rewritten' : 'Would rewrite'}: ${counted(rewritten)}; ${lines} entries go of them.`);
  say(`SHA-256 of the list: ${list}`);
  say('Remains:');
  for (const { what, why } of remains) say(`  ${what}. ${why}`);
};

const erase = async (
  stores: BackupStores,
  wanted: ErasureSelection,
  options: Options,
): Promise<CommandEnding> => {
  const isDry = options['dry-run'] || !options.yes;
  const erased = await eraseStores(stores, wanted, {
    isDry,
    isAccount: options.account,
    now: Date.now,
    tell: say,
  });
  if (erased.kind === 'open-jobs') {
    const message =
      `Jobs that are open have something of it: ${erased.jobs.slice(0, 20).join(', ')}. Cancel them ` +
      '(gleaner cancel), or let them end. Nothing was done.';
    return { exitCode: exitCodes.refused, message };
  }
  tellCertificate(erased.certificate, erased.kind === 'erased');
  if (options.json) await writeOut(`${inertJson(erased.certificate)}\n`);
  if (isDry && !options['dry-run'])
    return { exitCode: exitCodes.refused, message: 'Nothing was done. With --yes it is erased.' };
  return { exitCode: exitCodes.completed };
};

/** Runs `gleaner erase`. */
export const runErase = async (what: string, values: OptionValues): Promise<CommandEnding> => {
  const options = readOptions(optionsSchema, values);
  if (!options.ok) return usageEnding(options.message);
  const wrong = conflict(options.value);
  if (wrong !== null) return usageEnding(wrong);
  const read = readWanted({ kind: kindAsked(options.value) ?? 'url', value: what });
  if (!read.ok) return usageEnding(read.why);
  try {
    const opened = await openStores(options.value, false);
    if (!opened.ok) return opened.ending;
    try {
      return await erase(opened.stores, read.wanted, options.value);
    } finally {
      await opened.close();
    }
  } catch (error) {
    return { exitCode: exitCodes.refused, message: (error as Error).message };
  }
};
