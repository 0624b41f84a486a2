import {
  ConflictException,
  CreateIndexCommand,
  DeleteIndexCommand,
  DeleteVectorsCommand,
  GetVectorsCommand,
  ListIndexesCommand,
  NotFoundException,
  PutVectorsCommand,
  QueryVectorsCommand,
  type S3VectorsClient,
} from '@aws-sdk/client-s3vectors';
import { unpackVector, type StoredVector } from '../../../ingest/embed/vector.ts';
import { limits } from '../../../limits/limits.ts';
import { inBatches, indexName, indexPrefix, type NearVector, type VectorIndex } from './vector-index.ts';

type Client = Pick<S3VectorsClient, 'send'>;

/** Vectors of one call (Amazon S3 User Guide, "S3 Vectors limitations and restrictions"). */
const callMax = { put: 500, delete: 500, get: 100 } as const;
/** A request may have 20 MiB (ibid.); some of it is left for what stands around the vectors. */
const requestBytesMax = 16 * 2 ** 20;
/** A number is written with at most 17 digits, a sign, a point, an exponent of four characters, and a comma. */
const numberBytesMax = 24;
/** Around a vector: its id, and the names of its fields. */
const vectorBytesMax = 200;

/** Returns how many vectors of so many numbers one call may put. */
const putMax = (dimension: number): number =>
  Math.min(callMax.put, Math.floor(requestBytesMax / (numberBytesMax * dimension + vectorBytesMax)));

const isMissing = (error: unknown): boolean => error instanceof NotFoundException;

/** Returns null if the index does not exist. */
const orNothing = async <Value>(ask: Promise<Value>): Promise<Value | null> => {
  try {
    return await ask;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
};

const length = (numbers: readonly number[]): number => Math.hypot(...numbers);

const cosine = (one: readonly number[], other: readonly number[]): number => {
  const sum = one.reduce((total, number, at) => total + number * (other[at] ?? 0), 0);
  return sum === 0 ? 0 : sum / (length(one) * length(other));
};

/**
 * Deletes the indexes whose names have this prefix, or all of them, however many pages of names there are. Returns how
 * many there were.
 */
export const deleteIndexes = async (
  client: Client,
  vectorBucketName: string,
  prefix?: string,
): Promise<number> => {
  let count = 0;
  let nextToken: string | undefined;
  do {
    const listed = await client.send(new ListIndexesCommand({ vectorBucketName, prefix, nextToken }));
    for (const { indexName: name } of listed.indexes ?? []) {
      await orNothing(client.send(new DeleteIndexCommand({ vectorBucketName, indexName: name })));
      count += 1;
    }
    nextToken = listed.nextToken;
  } while (nextToken !== undefined);
  return count;
};

/** Opens vectors in a vector bucket of Amazon S3, one index for each embedder. */
export const openS3VectorIndex = (client: Client, vectorBucketName: string, corpus: string): VectorIndex => {
  const place = (embedder: string) => ({ vectorBucketName, indexName: indexName(corpus, embedder) });
  const create = async (embedder: string, dimension: number): Promise<void> => {
    try {
      await client.send(
        new CreateIndexCommand({
          ...place(embedder),
          dataType: 'float32',
          dimension,
          distanceMetric: 'cosine',
        }),
      );
    } catch (error) {
      // Another writer made it.
      if (!(error instanceof ConflictException)) throw error;
    }
  };
  return {
    kind: 's3-vectors',
    nearestMax: limits.s3VectorsNearestMax,
    put: async (embedder, vectors) => {
      const dimension = vectors[0] === undefined ? 0 : unpackVector(vectors[0].vector).length;
      for (const batch of inBatches(vectors, putMax(dimension))) {
        const told = batch.map(({ id, vector }) => ({ key: id, data: { float32: unpackVector(vector) } }));
        const put = new PutVectorsCommand({ ...place(embedder), vectors: told });
        if ((await orNothing(client.send(put))) !== null) continue;
        await create(embedder, dimension);
        await client.send(put);
      }
    },
    nearest: async (embedder, vector: StoredVector, count) => {
      const answer = await orNothing(
        client.send(
          new QueryVectorsCommand({
            ...place(embedder),
            topK: Math.min(count, limits.s3VectorsNearestMax),
            queryVector: { float32: unpackVector(vector) },
            returnDistance: true,
          }),
        ),
      );
      // The similarity is one minus the cosine distance.
      return (answer?.vectors ?? []).map(({ key = '', distance = 2 }) => ({
        id: key,
        likeness: 1 - distance,
      }));
    },
    among: async (embedder, vector, ids) => {
      const asked = unpackVector(vector);
      const answers = await Promise.all(
        inBatches(ids, callMax.get).map(async (keys) => {
          const get = new GetVectorsCommand({ ...place(embedder), keys: [...keys], returnData: true });
          return (await orNothing(client.send(get)))?.vectors ?? [];
        }),
      );
      return answers.flat().map(({ key = '', data }): NearVector => {
        return { id: key, likeness: cosine(asked, data?.float32 ?? []) };
      });
    },
    remove: async (embedder, ids) => {
      for (const keys of inBatches(ids, callMax.delete))
        await orNothing(client.send(new DeleteVectorsCommand({ ...place(embedder), keys: [...keys] })));
    },
    delete: async () => void (await deleteIndexes(client, vectorBucketName, indexPrefix(corpus))),
  };
};
