import { renameSync, rmSync, writeFileSync } from 'node:fs';

/**
 * Replaces a file as a whole, readable by its owner alone: a reader at any moment, even after this process was killed
 * here, finds the old or the new text, never a part. Throws the errors of the file system.
 */
export const replaceFile = (path: string, text: string): void => {
  const part = `${path}.${process.pid}.part`;
  try {
    writeFileSync(part, text, { mode: 0o600 });
    renameSync(part, path);
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
};
