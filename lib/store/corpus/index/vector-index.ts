import { createHash } from 'node:crypto';
import type { StoredVector } from '../../../ingest/embed/vector.ts';
import { shortCorpusName } from '../../../ingest/team-corpus.ts';

/** A vector of an index. Its id is used once, and never for another vector. */
export interface IndexedVector {
  readonly id: string;
  readonly vector: StoredVector;
}

/** A vector near the one that was searched for: 1 for the same direction. */
export interface NearVector {
  readonly id: string;
  readonly likeness: number;
}

/**
 * Stores vectors of a corpus outside its file. It knows only ids and vectors; the file knows which of them are current,
 * in which passages, and since when. A vector is stored before the file names it, and removed when the file no longer
 * names it. So an index may hold more than the file names, but never less.
 */
export interface VectorIndex {
  /** Part of the name of its vectors: vectors in another kind of index have other names. */
  readonly kind: string;
  /** The most vectors that one query can return. */
  readonly nearestMax: number;
  put(embedder: string, vectors: readonly IndexedVector[]): Promise<void>;
  /** The nearest of all, nearest first. */
  nearest(embedder: string, vector: StoredVector, count: number): Promise<readonly NearVector[]>;
  /** How near each of these is, in no order. */
  among(embedder: string, vector: StoredVector, ids: readonly string[]): Promise<readonly NearVector[]>;
  remove(embedder: string, ids: readonly string[]): Promise<void>;
  /** Deletes the vectors of all embedders. */
  delete(): Promise<void>;
}

/**
 * Returns the prefix of the names of a corpus's indexes. It has one dot, at its end: so it begins the name of no other
 * corpus's index, whichever team has it.
 */
export const indexPrefix = (corpus: string): string => `${shortCorpusName(corpus)}.`;

/** Names the index for an embedder. Vectors of two embedders are never compared, and may differ in length. */
export const indexName = (corpus: string, embedder: string): string =>
  `${indexPrefix(corpus)}${createHash('sha256').update(embedder).digest('hex').slice(0, 12)}`;

/** Cuts a list into parts, for calls that take at most `most` items. */
export const inBatches = <Item>(items: readonly Item[], most: number): (readonly Item[])[] => {
  const batches: (readonly Item[])[] = [];
  for (let at = 0; at < items.length; at += most) batches.push(items.slice(at, at + most));
  return batches;
};
