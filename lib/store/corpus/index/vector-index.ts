import { createHash } from 'node:crypto';
import type { StoredVector } from '../../../ingest/embed/vector.ts';

/** A vector of an index. Its id is given once, and never to another vector. */
export interface IndexedVector {
  readonly id: string;
  readonly vector: StoredVector;
}

/** A vector that is like the one that was asked about: 1 for the same direction. */
export interface NearVector {
  readonly id: string;
  readonly likeness: number;
}

/**
 * Where vectors of a corpus are that are not in its file. It knows ids and vectors alone: the file says which of them
 * stand, in which passages, and since when. A vector is there before the file names it, and goes when the file names it
 * no more, so an index may hold more than the file, and never less.
 */
export interface VectorIndex {
  /** Part of the name of what it keeps: vectors that are elsewhere are others. */
  readonly kind: string;
  /** Vectors that one question can be answered with. */
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

/** What names of a corpus's indexes begin with: no name of a corpus has a dot. */
export const indexPrefix = (corpus: string): string => `${corpus}.`;

/** Name of the index for an embedder: vectors of two are never compared, and may have other lengths. */
export const indexName = (corpus: string, embedder: string): string =>
  `${indexPrefix(corpus)}${createHash('sha256').update(embedder).digest('hex').slice(0, 12)}`;

/** Parts of a list, for calls that take so many at most. */
export const inBatches = <Item>(items: readonly Item[], most: number): (readonly Item[])[] => {
  const batches: (readonly Item[])[] = [];
  for (let at = 0; at < items.length; at += most) batches.push(items.slice(at, at + most));
  return batches;
};
