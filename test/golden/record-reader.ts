import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { readerVersion } from '../../lib/version.ts';

/**
 * `npm run record-reader`: writes down what each golden page reads as (its SHA-256) and since which version of the
 * reader. It refuses a page that reads otherwise under the same version: whoever compares two versions of a source
 * would take the reader's change for the site's.
 */
const folder = import.meta.dirname;
const record = join(folder, 'reader.json');

/** Golden file → the SHA-256 of its bytes, and the reader's version it was last changed with. */
const recordSchema = z.record(z.string(), z.object({ sha256: z.string(), reader: z.string() }));
export type ReaderRecord = z.infer<typeof recordSchema>;

/** The version without that of the engine: `read.3`. */
export const currentReader = readerVersion.split('+').at(-1) ?? readerVersion;

export const readRecord = (): ReaderRecord => recordSchema.parse(JSON.parse(readFileSync(record, 'utf8')));

/** What the golden files are now; `reader` is the recorded one where nothing changed. */
export const recordGolden = (recorded: ReaderRecord): ReaderRecord =>
  Object.fromEntries(
    readdirSync(folder)
      .filter((name) => name.endsWith('.md') || (name.startsWith('metadata--') && name.endsWith('.json')))
      .toSorted()
      .map((name) => {
        const sha256 = createHash('sha256')
          .update(readFileSync(join(folder, name)))
          .digest('hex');
        const known = recorded[name];
        return [name, { sha256, reader: known?.sha256 === sha256 ? known.reader : currentReader }];
      }),
  );

/** Golden files that read otherwise than recorded although the reader's version is the recorded one. */
export const changedUnderSameVersion = (recorded: ReaderRecord, now: ReaderRecord): string[] =>
  Object.keys(now).filter((name) => {
    const known = recorded[name];
    return known !== undefined && known.sha256 !== now[name]?.sha256 && known.reader === currentReader;
  });

if (process.argv[1] === import.meta.filename) {
  const recorded = readRecord();
  const now = recordGolden(recorded);
  const changed = changedUnderSameVersion(recorded, now);
  if (changed.length > 0) {
    process.stderr.write(
      `Read otherwise than recorded with ${currentReader}: ${changed.join(', ')}.\n` +
        'Raise `readerVersion` in lib/version.ts first; if that was done since the last commit, restore ' +
        '`reader.json`.\n',
    );
    process.exit(1);
  }
  writeFileSync(record, `${JSON.stringify(now, null, 2)}\n`);
}
