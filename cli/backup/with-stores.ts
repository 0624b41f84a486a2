import * as z from 'zod';
import type { BackupStores } from '../../lib/store/backup/backup-stores.ts';
import { NotWritten } from '../output/write-page.ts';
import { exitCodes, type CommandEnding } from '../exit-code.ts';
import { openStores, type StoresPlace } from './open-stores.ts';

/** The values of `placeOptions`. */
export const storesPlaceShape = {
  data: z.string().optional(),
  account: z.boolean().default(false),
  name: z.string().optional(),
  profile: z.string().optional(),
  region: z.string().optional(),
  json: z.boolean().default(false),
};

/** The place of the stores, and whether a missing data directory is created. */
type WantedStores = StoresPlace & { readonly isNew?: boolean };

/**
 * Does the same as `withStores`, after something that needs no stores.
 *
 * @param prepare - what is done before: where it fails, no data directory is created.
 */
export const withPreparedStores = async <Ready>(
  wanted: WantedStores,
  act: (stores: BackupStores, ready: Ready) => Promise<CommandEnding>,
  prepare: () => Promise<Ready>,
): Promise<CommandEnding> => {
  try {
    const ready = await prepare();
    const opened = await openStores(wanted, wanted.isNew === true);
    if (!opened.ok) return opened.ending;
    try {
      return await act(opened.stores, ready);
    } finally {
      await opened.close();
    }
  } catch (error) {
    const exitCode = error instanceof NotWritten ? exitCodes.notWritten : exitCodes.refused;
    return { exitCode, message: (error as Error).message };
  }
};

/** Opens the stores that the options name, runs the work on them, and closes them; an error becomes the ending. */
export const withStores = async (
  wanted: WantedStores,
  act: (stores: BackupStores) => Promise<CommandEnding>,
): Promise<CommandEnding> => await withPreparedStores(wanted, act, async () => await Promise.resolve());
