import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { CorpusPage } from '../../ingest/corpus-page.ts';
import { latestFirst, latestOfEach } from '../../ingest/newer-version.ts';
import { takeSources } from '../../ingest/source-facts.ts';
import { limits } from '../../limits/limits.ts';
import type { Objects } from '../objects.ts';
import { deleteCorpus } from './corpus-object.ts';
import { deployedRoom, isCorpusFull, pagesWithoutRoom, type CorpusRoom } from './corpus-room.ts';
import type { CorpusStore, PagesReplaced } from './corpus-store.ts';
import type { HeldCorpus } from './hold-corpus.ts';
import { searchIndex, type ReadFile } from './index/search-index.ts';
import type { VectorIndex } from './index/vector-index.ts';
import { indexPoints, packPoint, pointBytes, pointId } from './points.ts';
import { changedVersions, countCorpus, findVersion, listChanged } from './read-corpus.ts';
import { putPastVersion } from './put-past-version.ts';
import { giveSources, heldSources } from './share-source.ts';
import {
  changes,
  forgetOld,
  missingVectors,
  replacePage,
  type Replaced,
  type Replacement,
} from './replace-pages.ts';
import { hasVectors, searchPassages, searchVectors } from './search-passages.ts';
import { embedderId, heldVector, type ForgottenVector } from './vectors.ts';

/** A vector that was put into the index before the file names it. */
interface PlacedVector {
  readonly key: string;
  readonly id: string;
}

/**
 * Adds the kind of index to an embedder's name. So a corpus that changes its index makes its vectors again, and never
 * mixes them.
 */
const elsewhere = (index: VectorIndex | null, name: string): string =>
  index === null ? name : `${name} in ${index.kind}`;

/** Puts the given vectors into the index. Returns the ids by which the file names them. */
const placeVectors = async (
  index: VectorIndex,
  given: Replacement,
): Promise<{ readonly replacement: Replacement; readonly placed: readonly PlacedVector[] }> => {
  const { embedder, vectors } = given;
  const named = {
    ...given,
    shape: elsewhere(index, given.shape),
    shapeWithoutVectors: elsewhere(index, given.shapeWithoutVectors),
    embedder: embedder === null ? null : elsewhere(index, embedder),
  };
  const placed = [...vectors].flatMap(([key, vector]) =>
    vector === null ? [] : [{ key, id: randomUUID(), vector }],
  );
  if (embedder === null || placed.length === 0) return { replacement: named, placed: [] };
  await index.put(embedder, placed);
  const points = placed.map(({ key, id }) => [key, packPoint(id)] as const);
  return { replacement: { ...named, vectors: new Map([...vectors, ...points]) }, placed };
};

/** Lists the points that were put in vain: another writer was first, or nothing was changed. */
const unused = (db: DatabaseSync, embedder: string, placed: readonly PlacedVector[]): string[] => {
  const number = embedderId(db, embedder);
  return placed.flatMap(({ key, id }) => {
    const held = heldVector(db, number, key);
    return held !== null && Buffer.from(held).equals(packPoint(id)) ? [] : [id];
  });
};

/** Lists the points of deleted vectors, for one embedder as the index names it. */
const pointsOf = (forgotten: readonly ForgottenVector[], embedder: string): string[] =>
  forgotten.flatMap((each) =>
    each.embedder === embedder && each.vector.length === pointBytes ? [pointId(each.vector)] : [],
  );

/** Puts a version of a page: as the current one, or among those before it. */
const putPage = (db: DatabaseSync, page: CorpusPage, replacement: Replacement, now: number): Replaced => {
  const outcome = replacePage(db, page, replacement);
  const isPast = outcome === 'older' && putPastVersion(db, page, replacement, now);
  const isShared = giveSources(db, page);
  return outcome === 'older' && (isPast || isShared) ? 'past' : outcome;
};

/** Makes what reads the present file; it answers null while there is none. */
const openReader =
  (held: HeldCorpus): ReadFile =>
  async (ask) => {
    const file = await held.read(limits.corpusRefreshMs);
    return file === null ? null : ask(file.db);
  };

/**
 * Opens a corpus in one SQLite file in a bucket (docs/decisions/0040-a-corpus-is-one-file.md). Its vectors are in the
 * file, or in an index beside it.
 */
export const openSqliteStore = (
  held: HeldCorpus,
  objects: Objects,
  name: string,
  index: VectorIndex | null = null,
  room: CorpusRoom = deployedRoom,
): CorpusStore => {
  const readFile = openReader(held);
  /** Replaces pages in the file. Returns the embedder's points that the file does not name, or no longer names. */
  const replaceInFile = async (
    given: Parameters<CorpusStore['replacePages']>[0],
    replacement: Replacement,
    placed: readonly PlacedVector[],
    now: number,
  ): Promise<{ readonly replaced: PagesReplaced; readonly idle: readonly string[] }> => {
    const { embedder } = replacement;
    let replaced: PagesReplaced = { kind: 'replaced', outcomes: [] };
    let idle: string[] = [];
    await held.commit(({ db }) => {
      idle = placed.map(({ id }) => id);
      const without = pagesWithoutRoom(db, given, replacement, { now, room });
      const all = takeSources(given, (url) => heldSources(db, url));
      const pages = all.filter((_page, at) => !without.has(given[at] as CorpusPage));
      const missing = new Set(latestOfEach(pages).flatMap((page) => missingVectors(db, page, replacement)));
      if (missing.size > 0) {
        replaced = { kind: 'missing', vectors: missing };
        return false;
      }
      if (index !== null) indexPoints(db);
      const became = new Map(latestFirst(pages).map((page) => [page, putPage(db, page, replacement, now)]));
      const outcomes = all.map((page) => became.get(page) ?? 'full');
      replaced = { kind: 'replaced', outcomes };
      if (!changes(outcomes)) return false;
      const forgotten = forgetOld(db, now);
      if (embedder !== null) idle = [...unused(db, embedder, placed), ...pointsOf(forgotten, embedder)];
      return true;
    });
    return { replaced, idle };
  };
  return {
    replacePages: async (pages, given, now) => {
      if (index === null) return (await replaceInFile(pages, given, [], now)).replaced;
      const { replacement, placed } = await placeVectors(index, given);
      const { replaced, idle } = await replaceInFile(pages, replacement, placed, now);
      // If this fails, the remaining points are never found, because no file names them.
      if (given.embedder !== null && idle.length > 0) await index.remove(given.embedder, idle);
      return replaced;
    },
    searchWords: (search) => readFile((db) => searchPassages(db, search)),
    searchVectors: async (search) => {
      if (index === null) return await readFile((db) => searchVectors(db, search));
      const embedder = elsewhere(index, search.embedder);
      const has = await readFile((db) => hasVectors(db, embedder));
      return has === true ? await searchIndex(readFile, index, search, embedder) : null;
    },
    findVersion: (url, asOf) => readFile((db) => findVersion(db, url, asOf)),
    listChanged: async (since, count, after) =>
      (await readFile((db) => listChanged(db, since, count, after))) ?? changedVersions([]),
    isFull: async (now) => (await readFile((db) => isCorpusFull(db, now, room))) ?? false,
    count: (source) => readFile((db) => countCorpus(db, source)),
    delete: async () => {
      await index?.delete();
      await deleteCorpus(objects, name);
      held.close(); // Other sandboxes look again after `corpusRefreshMs`.
    },
    close: () => Promise.resolve(held.close()),
  };
};
