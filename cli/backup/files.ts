import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';

/** Counts and hashes what passes through a stream. */
export interface Measure {
  readonly through: Transform;
  /** Call it when the stream has ended. */
  readonly read: () => { readonly size: number; readonly sha256: string };
}

export const measure = (): Measure => {
  const hash = createHash('sha256');
  let size = 0;
  const through = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      hash.update(chunk);
      size += chunk.length;
      done(null, chunk);
    },
  });
  return { through, read: () => ({ size, sha256: hash.digest('hex') }) };
};

/** Returns bytes and SHA-256 of a file. */
export const measureFile = async (file: string): Promise<ReturnType<Measure['read']>> => {
  const { through, read } = measure();
  through.resume();
  await pipeline(createReadStream(file), through);
  return read();
};

/** A gzipped file of lines that is being written. */
export interface LineFile {
  readonly write: (line: string) => Promise<void>;
  /** Returns the SHA-256 of the file. */
  readonly close: () => Promise<string>;
}

export const openLineFile = (file: string): LineFile => {
  const zip = createGzip();
  const { through, read } = measure();
  const written = pipeline(zip, through, createWriteStream(file, { mode: 0o600 }));
  // Awaited when the file is closed; until then the write that meets a full disk reports it.
  written.catch(() => {});
  // Writers wait for the same drain: each of its own would be another listener of the stream.
  let drained: Promise<unknown> | null = null;
  return {
    write: async (line) => {
      if (zip.write(`${line}\n`)) return;
      drained ??= once(zip, 'drain').finally(() => (drained = null));
      await Promise.race([drained, written]);
    },
    close: async () => {
      zip.end();
      await written;
      return read().sha256;
    },
  };
};

/**
 * Most characters of a line: an item of DynamoDB has 400 KB at most, each byte of which JSON may write as six
 * characters, with the names of types beside them. Without a limit a small file could unpack to an endless line.
 */
const lineCharactersMax = 8_000_000;

/**
 * Returns the lines of a gzipped file, one at a time. `node:readline` would also end a line at U+2028, which JSON
 * leaves in texts.
 *
 * @throws {Error} when a line is longer than any that an export writes.
 */
export async function* unzipLines(file: string): AsyncGenerator<string> {
  const unzipped = createGunzip().setEncoding('utf8');
  const reading = pipeline(createReadStream(file), unzipped);
  // A broken file ends the lines, and then throws below.
  reading.catch(() => {});
  // Parts of an unfinished line. Joining them once, at its end, avoids copying the line with each part.
  let parts: string[] = [];
  let characters = 0;
  for await (const chunk of unzipped as AsyncIterable<string>) {
    const [first = '', ...lines] = chunk.split('\n');
    parts.push(first);
    characters += first.length;
    if (characters > lineCharactersMax)
      throw new Error(
        `${file} has a line of more than ${lineCharactersMax} characters, and no export writes such a line`,
      );
    const last = lines.pop();
    if (last === undefined) continue;
    yield parts.join('');
    yield* lines;
    [parts, characters] = [[last], last.length];
  }
  await reading;
}
