import * as z from 'zod';
import { unpackVector, type StoredVector } from '../../../ingest/embed/vector.ts';
import { isHeaderValue, unsendableKey } from '../../../header-word.ts';
import { limits } from '../../../limits/limits.ts';
import { inBatches, indexName, indexPrefix, type NearVector, type VectorIndex } from './vector-index.ts';

/** Points of one request: some megabytes of JSON. Qdrant takes 32 MB by default. */
const pointsPerRequest = 250;

const nearSchema = z.object({
  result: z.object({ points: z.array(z.object({ id: z.string(), score: z.number() })) }),
});
const collectionsSchema = z.object({
  result: z.object({ collections: z.array(z.object({ name: z.string() })) }),
});

interface Reply {
  readonly status: number;
  readonly body: unknown;
}
type Ask = (method: 'GET' | 'PUT' | 'POST' | 'DELETE', path: string, body?: unknown) => Promise<Reply>;

/** Expects success. The statuses in `also` mean that the thing exists already, or is gone already. */
const expectDone = ({ status, body }: Reply, also: readonly number[] = []): Reply => {
  if (status === 200 || also.includes(status)) return { status, body };
  const said = JSON.stringify(body)?.slice(0, 200) ?? '';
  throw new Error(`Cannot ask Qdrant: it answered ${status} ${said}`);
};

/** `https://:key@host:6333`: the key is sent in a header, and no error shows it. */
const openAsk = (readAddress: () => Promise<string>): Ask => {
  let opened: Promise<{ root: string; key: string }> | undefined;
  const address = async (): Promise<{ root: string; key: string }> => {
    opened ??= readAddress().then((text) => {
      const url = new URL(text);
      const key = decodeURIComponent(url.password);
      // The HTTP client would quote it.
      if (key !== '' && !isHeaderValue(key)) throw new Error(`Cannot ask Qdrant: its key ${unsendableKey}`);
      return { root: `${url.origin}${url.pathname.replace(/\/+$/, '')}`, key };
    });
    try {
      return await opened;
    } catch (error) {
      opened = undefined;
      throw error;
    }
  };
  return async (method, path, body) => {
    const { root, key } = await address();
    const response = await fetch(`${root}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(key === '' ? {} : { 'api-key': key }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(limits.vectorIndexMs),
    });
    const text = await response.text();
    try {
      return { status: response.status, body: JSON.parse(text) as unknown };
    } catch {
      return { status: response.status === 200 ? 502 : response.status, body: text };
    }
  };
};

const asNear = (reply: Reply): NearVector[] =>
  reply.status === 404
    ? []
    : nearSchema.parse(reply.body).result.points.map(({ id, score }) => ({ id, likeness: score }));

/**
 * Opens vectors in Qdrant, through its REST API (Qdrant, "API Reference": collections, points), one collection for each
 * embedder. `points/query` and `has_id` need version 1.10 or later.
 */
export const openQdrantIndex = (readAddress: () => Promise<string>, corpus: string): VectorIndex => {
  const ask = openAsk(readAddress);
  const collection = (embedder: string): string => `/collections/gleaner.${indexName(corpus, embedder)}`;
  const query = async (embedder: string, body: object): Promise<NearVector[]> =>
    asNear(expectDone(await ask('POST', `${collection(embedder)}/points/query`, body), [404]));
  return {
    kind: 'qdrant',
    nearestMax: limits.qdrantNearestMax,
    put: async (embedder, vectors) => {
      const path = collection(embedder);
      for (const batch of inBatches(vectors, pointsPerRequest)) {
        const points = batch.map(({ id, vector }) => ({ id, vector: unpackVector(vector) }));
        // With `wait`, every reader finds the points once Qdrant has answered.
        const put = async (): Promise<Reply> => await ask('PUT', `${path}/points?wait=true`, { points });
        const first = expectDone(await put(), [404]);
        if (first.status === 200) continue;
        const size = points[0]?.vector.length ?? 0;
        // 409: another writer made it.
        expectDone(await ask('PUT', path, { vectors: { size, distance: 'Cosine' } }), [409]);
        expectDone(await put());
      }
    },
    nearest: async (embedder, vector: StoredVector, count) =>
      await query(embedder, { query: unpackVector(vector), limit: count }),
    among: async (embedder, vector, ids) => {
      const near: NearVector[] = [];
      for (const batch of inBatches(ids, limits.vectorsAmongMax)) {
        const filter = { must: [{ has_id: batch }] };
        near.push(...(await query(embedder, { query: unpackVector(vector), limit: batch.length, filter })));
      }
      return near;
    },
    remove: async (embedder, ids) => {
      for (const points of inBatches(ids, pointsPerRequest))
        expectDone(await ask('POST', `${collection(embedder)}/points/delete?wait=true`, { points }), [404]);
    },
    delete: async () => {
      const { body } = expectDone(await ask('GET', '/collections'));
      const own = `gleaner.${indexPrefix(corpus)}`;
      for (const { name } of collectionsSchema.parse(body).result.collections)
        if (name.startsWith(own)) expectDone(await ask('DELETE', `/collections/${name}`), [404]);
    },
  };
};
