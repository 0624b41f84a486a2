import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { dirname, join, relative, resolve } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { exportSchema } from '../../cli/backup/format.ts';

/** An export as one file, which the repository keeps: a line of JSON for each of its files. */
export const packExport = async (folder: string, file: string): Promise<void> => {
  const names = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .toSorted();
  const lines = await Promise.all(
    names.map(
      async (name) => `${JSON.stringify([name, (await readFile(join(folder, name))).toString('base64')])}\n`,
    ),
  );
  await writeFile(file, gzipSync(lines.join(''), { level: 9 }));
};

const yearMs = 366 * 86_400_000;

/**
 * Moves the times of an item: what was exported years ago has to be imported as if it had been exported just now, or
 * all of it is over. A number is a time where it lies within a year of the export, in milliseconds or in seconds.
 */
const shiftTimes = (line: string, exportedAtMs: number, byMs: number): string =>
  line.replaceAll(/\{"N":"(\d{10}|\d{13})"\}/g, (whole, digits: string) => {
    const perMs = digits.length === 13 ? 1 : 1_000;
    const time = Number(digits);
    if (Math.abs(time * perMs - exportedAtMs) > yearMs) return whole;
    return `{"N":"${time + Math.round(byMs / perMs)}"}`;
  });

/** Writes a packed export into a folder, as if it had been exported at `now`. */
export const unpackExport = async (file: string, folder: string, now: number): Promise<void> => {
  const entries = gunzipSync(await readFile(file))
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as [string, string]);
  const contents = new Map(entries.map(([name, text]) => [name, Buffer.from(text, 'base64')]));
  const manifest = exportSchema.parse(JSON.parse(contents.get('manifest.json')?.toString() ?? '{}'));
  const exportedAt = Date.parse(manifest.exportedAt);
  for (const part of manifest.table.files) {
    const name = `table/${part.name}`;
    const lines = gunzipSync(contents.get(name) ?? Buffer.alloc(0))
      .toString()
      .split('\n');
    const shifted = gzipSync(lines.map((line) => shiftTimes(line, exportedAt, now - exportedAt)).join('\n'));
    part.sha256 = createHash('sha256').update(shifted).digest('hex');
    contents.set(name, shifted);
  }
  contents.set('manifest.json', Buffer.from(JSON.stringify(manifest)));
  for (const [name, bytes] of contents) {
    const to = resolve(folder, name);
    await mkdir(dirname(to), { recursive: true });
    await writeFile(to, bytes);
  }
};
