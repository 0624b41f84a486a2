import { constants, copyFileSync, linkSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileSettings, settingsFile } from '../lib/config.ts';
import type { FunctionSpec } from './function-spec.ts';
import type { Settings } from './options.ts';

/** Returns the value of each setting that may be longer than an environment, and that the deployment made. */
const fileSettingValues = ({
  allow,
  resolve,
  hosts,
  llm,
}: Settings): Partial<Record<(typeof fileSettings)[number], string>> => ({
  ...(allow === undefined || allow.length === 0 ? {} : { GLEANER_ALLOW: allow.join(',') }),
  ...(resolve === undefined || resolve.length === 0 ? {} : { GLEANER_RESOLVE: resolve.join(',') }),
  ...(hosts === undefined ? {} : { GLEANER_HOSTS: JSON.stringify(hosts) }),
  ...(llm === undefined ? {} : { GLEANER_LLM: JSON.stringify(llm) }),
});

/**
 * Returns the settings that a function reads from the file beside its code, because they may be longer than an
 * environment.
 */
export const makeSettingsFile = (spec: FunctionSpec, settings: Settings): Record<string, string> => {
  const values = fileSettingValues(settings);
  return Object.fromEntries(
    fileSettings.flatMap((name) => {
      const value = spec.settings.includes(name) ? values[name] : undefined;
      return value === undefined ? [] : [[name, value]];
    }),
  );
};

/** Links a file to another place, or copies it where that is on another disk. */
const linkOrCopy = (from: string, to: string): void => {
  try {
    linkSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    copyFileSync(from, to, constants.COPYFILE_FICLONE);
  }
};

/**
 * Puts a bundle and the settings beside it into the folder `own`, which is replaced. Several starts of one checkout
 * share their bundles (`local/bundle-cache.ts`): settings that are written into a shared folder would reach another
 * stack, or be read while they are written.
 */
export const joinSettings = (
  own: string,
  { folder, settings }: { readonly folder: string; readonly settings: Readonly<Record<string, string>> },
): void => {
  rmSync(own, { recursive: true, force: true });
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory()) continue;
    const target = join(own, relative(folder, entry.parentPath), entry.name);
    mkdirSync(dirname(target), { recursive: true });
    linkOrCopy(join(entry.parentPath, entry.name), target);
  }
  const file = join(own, settingsFile);
  rmSync(file, { force: true });
  writeFileSync(file, JSON.stringify(settings));
};
