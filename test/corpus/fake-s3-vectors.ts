import { createServer } from 'node:http';
import * as z from 'zod';
import { listenOnLoopback, readSentJson, type FakeServer } from './fake-server.ts';

/**
 * The calls of Amazon S3 Vectors that a corpus makes, with the shapes and limits that AWS documents (Amazon S3 API
 * Reference, "S3 Vectors"; Amazon S3 User Guide, "Limitations and restrictions"). The client is the official one.
 */
export interface FakeS3Vectors extends FakeServer {
  readonly bucket: string;
  /** Vectors of every index, by its name. */
  readonly vectors: () => Readonly<Record<string, number>>;
  /** Names of the calls that were made. */
  readonly calls: () => readonly string[];
}

const bucket = 'gleaner-vectors';
const requestBytesMax = 20 * 2 ** 20;
const index = {
  vectorBucketName: z.literal(bucket),
  indexName: z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/),
};
const key = z.string().min(1).max(1_024);
const data = z.strictObject({ float32: z.array(z.number()).min(1).max(4_096) });
const schemas = {
  CreateIndex: z.strictObject({
    ...index,
    dataType: z.literal('float32'),
    dimension: z.int().min(1).max(4_096),
    distanceMetric: z.enum(['cosine', 'euclidean']),
  }),
  PutVectors: z.strictObject({
    ...index,
    vectors: z.array(z.strictObject({ key, data })).min(1).max(500),
  }),
  QueryVectors: z.strictObject({
    ...index,
    topK: z.int().min(1).max(100),
    queryVector: data,
    returnDistance: z.boolean().optional(),
  }),
  GetVectors: z.strictObject({
    ...index,
    keys: z.array(key).min(1).max(100),
    returnData: z.boolean().optional(),
  }),
  DeleteVectors: z.strictObject({ ...index, keys: z.array(key).min(1).max(500) }),
  ListIndexes: z.strictObject({
    vectorBucketName: index.vectorBucketName,
    prefix: z.string().min(1).max(63).optional(),
    nextToken: z.string().optional(),
  }),
  DeleteIndex: z.strictObject(index),
} as const;
type Call = keyof typeof schemas;

interface Index {
  readonly dimension: number;
  readonly vectors: Map<string, readonly number[]>;
}

/** An error as restJson1 has it. */
class Refusal extends Error {
  readonly status: number;
  readonly type: string;

  constructor(status: number, type: string, message: string) {
    super(message);
    this.status = status;
    this.type = type;
  }
}

const cosine = (one: readonly number[], other: readonly number[]): number => {
  const sum = one.reduce((total, number, at) => total + number * (other[at] ?? 0), 0);
  const size = Math.hypot(...one) * Math.hypot(...other);
  return size === 0 ? 0 : sum / size;
};

/** Indexes on one page of a listing: fewer than the 500 of AWS, so that clients have to turn it. */
const indexesPerPage = 1;

const parse = <Name extends Call>(name: Name, body: unknown): z.output<(typeof schemas)[Name]> => {
  const parsed = schemas[name].safeParse(body ?? {});
  if (!parsed.success) throw new Refusal(400, 'ValidationException', parsed.error.message);
  return parsed.data as z.output<(typeof schemas)[Name]>;
};

const openActs = (indexes: Map<string, Index>): Readonly<Record<Call, (body: unknown) => object>> => {
  const find = (name: string): Index => {
    const found = indexes.get(name);
    if (found === undefined)
      throw new Refusal(404, 'NotFoundException', 'The specified index could not be found');
    return found;
  };
  const check = ({ dimension }: Index, vector: readonly number[]): void => {
    if (vector.length !== dimension)
      throw new Refusal(
        400,
        'ValidationException',
        `expected ${dimension} dimensions, found ${vector.length}`,
      );
  };
  return {
    CreateIndex: (body) => {
      const { indexName, dimension } = parse('CreateIndex', body);
      if (indexes.has(indexName)) throw new Refusal(409, 'ConflictException', 'An index of this name exists');
      indexes.set(indexName, { dimension, vectors: new Map() });
      return {};
    },
    PutVectors: (body) => {
      const { indexName, vectors } = parse('PutVectors', body);
      const found = find(indexName);
      for (const each of vectors) check(found, each.data.float32);
      // As they are kept: single precision.
      for (const each of vectors) found.vectors.set(each.key, [...Float32Array.from(each.data.float32)]);
      return {};
    },
    QueryVectors: (body) => {
      const { indexName, topK, queryVector, returnDistance } = parse('QueryVectors', body);
      const found = find(indexName);
      check(found, queryVector.float32);
      const vectors = [...found.vectors]
        .map(([each, vector]) => ({ key: each, distance: 1 - cosine(queryVector.float32, vector) }))
        .toSorted((a, b) => a.distance - b.distance)
        .slice(0, topK)
        .map(({ distance, ...rest }) => (returnDistance === true ? { ...rest, distance } : rest));
      return { vectors, distanceMetric: 'cosine' };
    },
    GetVectors: (body) => {
      const { indexName, keys, returnData } = parse('GetVectors', body);
      const found = find(indexName);
      const vectors = keys.flatMap((each) => {
        const vector = found.vectors.get(each);
        if (vector === undefined) return [];
        return [{ key: each, ...(returnData === true ? { data: { float32: vector } } : {}) }];
      });
      return { vectors };
    },
    DeleteVectors: (body) => {
      const { indexName, keys } = parse('DeleteVectors', body);
      const found = find(indexName);
      for (const each of keys) found.vectors.delete(each);
      return {};
    },
    ListIndexes: (body) => {
      const { prefix = '', nextToken = '' } = parse('ListIndexes', body);
      const names = [...indexes.keys()]
        .filter((name) => name.startsWith(prefix) && name > nextToken)
        .toSorted();
      const page = names.slice(0, indexesPerPage);
      const listed = page.map((indexName) => ({
        vectorBucketName: bucket,
        indexName,
        indexArn: `arn:aws:s3vectors:us-east-1:000000000000:bucket/${bucket}/index/${indexName}`,
        creationTime: 1_764_000_000,
      }));
      return { indexes: listed, ...(names.length > page.length ? { nextToken: page.at(-1) } : {}) };
    },
    DeleteIndex: (body) => {
      indexes.delete(parse('DeleteIndex', body).indexName);
      return {};
    },
  };
};

export const startFakeS3Vectors = async (): Promise<FakeS3Vectors> => {
  const indexes = new Map<string, Index>();
  const acts = openActs(indexes);
  const calls: string[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const name = (request.url ?? '').slice(1);
      const body = await readSentJson(request);
      calls.push(name);
      try {
        if (Number(request.headers['content-length']) > requestBytesMax)
          throw new Refusal(400, 'ValidationException', 'The request is larger than 20 MiB');
        if (request.method !== 'POST' || !Object.hasOwn(acts, name))
          throw new Refusal(404, 'UnknownOperationException', name);
        const answer = JSON.stringify(acts[name as Call](body));
        response.writeHead(200, { 'content-type': 'application/json' }).end(answer);
      } catch (error) {
        const { status, type, message } =
          error instanceof Refusal ? error : new Refusal(500, 'Fault', String(error));
        response.writeHead(status, { 'content-type': 'application/json', 'x-amzn-errortype': type });
        response.end(JSON.stringify({ message }));
      }
    })();
  });
  return {
    ...(await listenOnLoopback(server)),
    bucket,
    vectors: () => Object.fromEntries([...indexes].map(([name, { vectors }]) => [name, vectors.size])),
    calls: () => calls,
  };
};
