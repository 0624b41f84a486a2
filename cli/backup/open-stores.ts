import { stackName } from '../../infra/names.ts';
import { isDataDir, openDataDir } from '../../local/open-data-dir.ts';
import {
  closeBackup,
  openLocalBackup,
  openStackBackup,
  type BackupStores,
} from '../../lib/store/backup/backup-stores.ts';
import { exitCodes, type CommandEnding } from '../exit-code.ts';
import { makeFolder } from '../output/make-folder.ts';

/** The place of the stores: a data directory of this machine, or a stack of an AWS account. */
export interface StoresPlace {
  readonly data?: string | undefined;
  readonly account?: boolean | undefined;
  readonly name?: string | undefined;
  readonly profile?: string | undefined;
  readonly region?: string | undefined;
  /** Another table than the stack's. */
  readonly table?: string | undefined;
}

/** Returns the data directory of stores on this machine; null for a stack. */
export const localFolder = ({ account, data }: StoresPlace): string | null =>
  account === true ? null : (data ?? '.gleaner');

export type OpenedStores =
  | { readonly ok: true; readonly stores: BackupStores; readonly close: () => Promise<void> }
  | { readonly ok: false; readonly ending: CommandEnding };

const openStack = async ({ name, profile, region, table }: StoresPlace): Promise<OpenedStores> => {
  if (profile !== undefined) process.env['AWS_PROFILE'] = profile;
  if (region !== undefined) Object.assign(process.env, { AWS_REGION: region, AWS_DEFAULT_REGION: region });
  const stack = stackName(name);
  const stores = await openStackBackup(stack, table);
  return stores === null
    ? {
        ok: false,
        ending: {
          exitCode: exitCodes.refused,
          message: `There is no stack ${stack} in this account and region.`,
        },
      }
    : { ok: true, stores, close: async () => closeBackup(stores) };
};

/** Opens the stores that the options name. `isNew`: a missing data directory is created. */
export const openStores = async (place: StoresPlace, isNew: boolean): Promise<OpenedStores> => {
  const folder = localFolder(place);
  if (folder === null) return await openStack(place);
  if (!isNew && !isDataDir(folder)) {
    const message = `There is no Gleaner data in ${folder}. Name its folder with --data, or use --account for AWS`;
    return { ok: false, ending: { exitCode: exitCodes.refused, message } };
  }
  const unusable = isNew ? makeFolder(folder, 0o700) : null;
  if (unusable !== null) {
    const message = `Cannot keep data in ${folder}: ${unusable}. Choose another folder with --data`;
    return { ok: false, ending: { exitCode: exitCodes.notWritten, message } };
  }
  const open = await openDataDir(folder);
  const stores = openLocalBackup(open, {
    table: open.table,
    buckets: Object.fromEntries(open.buckets.map((name) => [name, name])),
  });
  return {
    ok: true,
    stores,
    close: async () => {
      closeBackup(stores);
      await open.close();
    },
  };
};
