import { createServer } from 'node:http';
import * as z from 'zod';
import { listenOnLoopback, readSentJson, type FakeServer } from './fake-server.ts';

/**
 * The part of Qdrant's REST API that a corpus uses, with its documented shapes (Qdrant, "API Reference"): what is not
 * in them is refused, as are vectors of another length, names that no collection may have, and a missing key.
 */
export interface FakeQdrant extends FakeServer {
  readonly key: string;
  /** Points of every collection, by its name. */
  readonly points: () => Readonly<Record<string, number>>;
  /** Answers with this instead, until it is null again. */
  answerWith(status: number | null): void;
  readonly calls: () => number;
}

const numbers = z.array(z.number());
const pointId = z.union([z.uuid(), z.int().min(0)]);
const makeSchema = z.strictObject({
  vectors: z.strictObject({
    size: z.int().min(1).max(65_536),
    distance: z.enum(['Cosine', 'Dot', 'Euclid']),
  }),
});
const putSchema = z.strictObject({
  points: z.array(z.strictObject({ id: pointId, vector: numbers, payload: z.looseObject({}).optional() })),
});
const querySchema = z.strictObject({
  query: numbers,
  limit: z.int().min(1).default(10),
  filter: z.strictObject({ must: z.array(z.strictObject({ has_id: z.array(pointId) })) }).optional(),
});
const removeSchema = z.strictObject({ points: z.array(pointId) });

interface Collection {
  readonly size: number;
  readonly points: Map<string | number, readonly number[]>;
}

/** Thrown as an answer. */
class Answer extends Error {
  readonly status: number;
  readonly body: unknown;

  constructor(status: number, body: unknown) {
    super(String(status));
    this.status = status;
    this.body = body;
  }
}
const refused = (status: number, error: string): Answer => new Answer(status, { status: { error }, time: 0 });
const done = (result: unknown) => ({ result, status: 'ok', time: 0.001 });

/** Vectors are kept normalised where they are compared by their angle. */
const normal = (vector: readonly number[]): number[] => {
  const length = Math.hypot(...vector);
  return vector.map((number) => (length === 0 ? 0 : number / length));
};
const dot = (one: readonly number[], other: readonly number[]): number =>
  one.reduce((sum, number, at) => sum + number * (other[at] ?? 0), 0);

const parse = <Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> => {
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw refused(400, `Format error in JSON body: ${parsed.error.message}`);
  return parsed.data;
};

const act = (
  collections: Map<string, Collection>,
  method: string,
  { pathname, searchParams }: URL,
  body: unknown,
): unknown => {
  const [, root, name = '', ...rest] = pathname.split('/');
  if (root !== 'collections') throw refused(404, 'no such path');
  if (name === '' && method === 'GET')
    return done({ collections: [...collections.keys()].map((each) => ({ name: each })) });
  if (!/^[^<>:"/\\|?*\0]{1,255}$/.test(name)) throw refused(422, 'collection name is invalid');
  const action = `${method} ${rest.join('/')}`.trim();
  if (action === 'PUT') {
    if (collections.has(name)) throw refused(409, `Wrong input: Collection \`${name}\` already exists!`);
    const { vectors } = parse(makeSchema, body);
    collections.set(name, { size: vectors.size, points: new Map() });
    return done(true);
  }
  if (action === 'DELETE') return done(collections.delete(name));
  const collection = collections.get(name);
  if (collection === undefined) throw refused(404, `Not found: Collection \`${name}\` doesn't exist!`);
  const check = (vector: readonly number[]): void => {
    if (vector.length === collection.size) return;
    const found = `expected dim: ${collection.size}, got ${vector.length}`;
    throw refused(400, `Wrong input: Vector dimension error: ${found}`);
  };
  if (action === 'PUT points' || action === 'POST points/delete') {
    // Without it an answer comes before the change can be seen.
    if (searchParams.get('wait') !== 'true') throw refused(400, 'a corpus waits for what it writes');
  }
  switch (action) {
    case 'PUT points': {
      const { points } = parse(putSchema, body);
      for (const { vector } of points) check(vector);
      for (const { id, vector } of points) collection.points.set(id, normal(vector));
      return done({ operation_id: 1, status: 'completed' });
    }
    case 'POST points/delete':
      for (const id of parse(removeSchema, body).points) collection.points.delete(id);
      return done({ operation_id: 1, status: 'completed' });
    case 'POST points/query': {
      const { query, limit, filter } = parse(querySchema, body);
      check(query);
      const asked = normal(query);
      const points = [...collection.points]
        .filter(([id]) => (filter?.must ?? []).every(({ has_id: ids }) => ids.includes(id)))
        .map(([id, vector]) => ({ id, version: 1, score: dot(asked, vector) }))
        .toSorted((a, b) => b.score - a.score)
        .slice(0, limit);
      return done({ points });
    }
    default:
      throw refused(404, `no ${action}`);
  }
};

export const startFakeQdrant = async (): Promise<FakeQdrant> => {
  const key = "it's a key/with: signs";
  const collections = new Map<string, Collection>();
  let instead: number | null = null;
  let calls = 0;
  const server = createServer((request, response) => {
    void (async () => {
      calls += 1;
      const body = await readSentJson(request);
      let answer: Answer;
      try {
        if (instead !== null) throw refused(instead, 'out of order');
        if (request.headers['api-key'] !== key) throw refused(401, 'Must provide an API key');
        const url = new URL(request.url ?? '/', 'http://qdrant');
        answer = new Answer(200, act(collections, request.method ?? '', url, body));
      } catch (error) {
        answer = error instanceof Answer ? error : refused(500, String(error));
      }
      response.writeHead(answer.status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answer.body));
    })();
  });
  const listening = await listenOnLoopback(server);
  const { host } = new URL(listening.url);
  return {
    ...listening,
    url: `http://:${encodeURIComponent(key)}@${host}`,
    key,
    points: () => Object.fromEntries([...collections].map(([name, { points }]) => [name, points.size])),
    answerWith: (status) => {
      instead = status;
    },
    calls: () => calls,
  };
};
