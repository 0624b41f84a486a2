import { join } from 'node:path';
import * as z from 'zod';
import type { BackupStores } from '../../lib/store/backup/backup-stores.ts';
import type { BackupObject } from '../../lib/store/backup/edit-object.ts';
import { localFolder } from '../backup/open-stores.ts';
import { storesPlaceShape, withStores } from '../backup/with-stores.ts';
import { exitCodes, usageEnding, type CommandEnding } from '../exit-code.ts';
import { inertJson } from '../inert-text.ts';
import { withOptions } from '../options/arguments.ts';
import { say, writeOut } from '../output/write-output.ts';
import type { ErasureCertificate } from './certificate.ts';
import { eraseStores, type Erased } from './erase-stores.ts';
import { readWanted, type ErasureSelection } from './wanted.ts';

const optionsSchema = z.object({
  ...storesPlaceShape,
  prefix: z.boolean().default(false),
  domain: z.boolean().default(false),
  team: z.boolean().default(false),
  'dry-run': z.boolean().default(false),
  yes: z.boolean().default(false),
});
type Options = z.infer<typeof optionsSchema>;

const kindAsked = (given: Options): ErasureSelection['kind'] =>
  (['prefix', 'domain', 'team'] as const).find((kind) => given[kind]) ?? 'url';

const counted = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([what, count]) => `${count} of ${what}`)
    .join(', ') || 'nothing';

const tellCertificate = (certificate: ErasureCertificate, isDone: boolean): void => {
  const { deleted, rewritten, lines, list, remains } = certificate;
  say(`${isDone ? 'Deleted' : 'Would delete'}: ${counted(deleted)}.`);
  say(`${isDone ? 'Rewritten' : 'Would rewrite'}: ${counted(rewritten)}, without ${lines} of their entries.`);
  say(`SHA-256 of the list: ${list}`);
  say('Remains:');
  for (const { what, why } of remains) say(`  ${what}. ${why}`);
};

/** Says where an object of the stores is: a file of this machine, or an address in S3. */
const placeName = (options: Options, { bucket, key }: BackupObject): string => {
  const folder = localFolder(options);
  return folder === null ? `s3://${bucket}/${key}` : join(folder, 's3', bucket, key);
};

const tellErased = (erased: Exclude<Erased, { kind: 'open-jobs' }>, options: Options): void => {
  const { certificate } = erased;
  if (erased.kind === 'erased-before')
    say(
      `It was erased before, at ${certificate.endedAt}, and nothing of it has come since. Its certificate:`,
    );
  if (erased.kind === 'found' && erased.begunAt !== undefined)
    say(
      `An erasure of it was cut off, which began at ${erased.begunAt}. With what that did, this is the whole:`,
    );
  else if (erased.kind === 'found' && erased.erasedAt !== undefined)
    say(`It was erased before, at ${erased.erasedAt}. This has come since:`);
  tellCertificate(certificate, erased.kind !== 'found');
  if (erased.kind !== 'found') say(`The certificate is in ${placeName(options, erased.place)}`);
};

/** Says what a run without --yes leaves to do. */
const whatIsLeft = ({ begunAt, erasedAt }: Extract<Erased, { kind: 'found' }>): string => {
  if (begunAt !== undefined)
    return 'The erasure that was cut off was not continued. To continue it, add --yes';
  if (erasedAt !== undefined) return 'What has come since was not erased yet. To erase it, add --yes';
  return 'Nothing was erased yet. To erase it, add --yes';
};

const erase = async (
  stores: BackupStores,
  wanted: ErasureSelection,
  options: Options,
): Promise<CommandEnding> => {
  const erased = await eraseStores(stores, wanted, {
    isDry: options['dry-run'] || !options.yes,
    isAccount: options.account,
    now: Date.now,
    tell: say,
  });
  if (erased.kind === 'open-jobs') {
    const message =
      `Nothing was erased, because these jobs are still running and have pages of it: ` +
      `${erased.jobs.slice(0, 20).join(', ')}. Wait until they end, or cancel each: npx gleaner cancel <id>`;
    return { exitCode: exitCodes.refused, message };
  }
  tellErased(erased, options);
  if (options.json) await writeOut(`${inertJson(erased.certificate)}\n`);
  if (erased.kind === 'found' && !options['dry-run'])
    return { exitCode: exitCodes.refused, message: whatIsLeft(erased) };
  return { exitCode: exitCodes.completed };
};

/** Runs `gleaner erase`. */
export const runErase = withOptions(optionsSchema, async (what, options) => {
  const read = readWanted({ kind: kindAsked(options), value: what });
  if (!read.ok) return usageEnding(read.why);
  return await withStores(options, async (stores) => await erase(stores, read.wanted, options));
});
