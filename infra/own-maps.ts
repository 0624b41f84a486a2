import { decode, encode, type SourceMapSegment } from '@jridgewell/sourcemap-codec';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import * as z from 'zod';

const mapSchema = z.looseObject({
  version: z.literal(3),
  sources: z.array(z.string()),
  names: z.array(z.string()),
  mappings: z.string(),
});

/**
 * Whether a file belongs to a package. npm may install packages beside Gleaner's own folder (`../`);
 * `node_modules/.cache` and the like hold no packages.
 */
const isOfPackage = (repository: string, file: string): boolean => {
  const path = relative(repository, file).replaceAll('\\', '/');
  return path.startsWith('../') || /(?:^|\/)node_modules\/(?!\.)/.test(path);
};

/** Numbers those of a list that are taken, in the order in which they are. */
const numbering = (all: readonly string[]) => {
  const numbers = new Map<number, number>();
  const take = (at: number): number => {
    const number = numbers.get(at) ?? numbers.size;
    numbers.set(at, number);
    return number;
  };
  return { take, taken: () => [...numbers.keys()].map((at) => all[at] ?? '') };
};

/**
 * Leaves packages out of a source map. Where code of packages begins, one segment says that nothing is known from there
 * on; otherwise its frames would be taken for the code before it.
 */
const ownMap = (text: string, isOwn: (source: string) => boolean): string => {
  const map = mapSchema.parse(JSON.parse(text));
  const own = new Set(map.sources.flatMap((source, at) => (isOwn(source) ? [at] : [])));
  const [sources, names] = [numbering(map.sources), numbering(map.names)];
  let wasOwn = false;
  const lines = decode(map.mappings).map((line) =>
    line.flatMap(([column, source, sourceLine = 0, sourceColumn = 0, name]): SourceMapSegment[] => {
      const before = wasOwn;
      wasOwn = source !== undefined && own.has(source);
      if (source === undefined || !wasOwn) return before ? [[column]] : [];
      const place = [column, sources.take(source), sourceLine, sourceColumn] as const;
      return [name === undefined ? [...place] : [...place, names.take(name)]];
    }),
  );
  return JSON.stringify({
    ...map,
    sources: sources.taken(),
    names: names.taken(),
    mappings: encode(lines),
  });
};

/**
 * Leaves packages out of the source maps of a folder. Node reads a map when it loads its module, and takes it apart
 * when the stack of the first error is asked for, which the sockets of undici do as they close. With packages, the map
 * of a worker took a third of a second of a processor for that, and 76 MB
 * (docs/decisions/0093-maps-of-our-own-code.md).
 *
 * @param repository the folder below which our own files are.
 */
export const keepOwnMaps = async (folder: string, repository: string): Promise<void> => {
  const isOwn = (source: string): boolean => !isOfPackage(repository, resolve(folder, source));
  const maps = (await readdir(folder)).filter((name) => name.endsWith('.mjs.map'));
  await Promise.all(
    maps.map(async (name) => {
      const path = join(folder, name);
      await writeFile(path, ownMap(await readFile(path, 'utf8'), isOwn));
    }),
  );
};
