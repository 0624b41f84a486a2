import { renameSync, rmSync, writeFileSync } from 'node:fs';

/**
 * Replaces a file as a whole, readable by its owner alone: whoever reads it at any moment, or after this process was
 * killed here, finds the text from before or the new one, never a part. Throws what the file system refuses.
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
