import type { CorpusPage } from '../../lib/ingest/corpus-page.ts';
import { pageOfEnvelope } from '../../lib/ingest/corpus-page.ts';
import { latestOfEach } from '../../lib/ingest/newer-version.ts';
import { envelopeSchema } from '../../lib/envelope/envelope.ts';
import { ingestEnvelopes } from '../../lib/steps/ingest-envelopes/ingest-envelopes.ts';
import { openCorpusFile } from '../../lib/store/corpus/corpus-file.ts';
import { corpusKey } from '../../lib/store/corpus/corpus-object.ts';
import { openSqliteStore } from '../../lib/store/corpus/sqlite-store.ts';
import { noModelUsage } from '../../lib/extract/model/page-extraction.ts';
import { embeddedText } from '../../lib/ingest/embed/embedded-text.ts';
import { packVector, type StoredVector } from '../../lib/ingest/embed/vector.ts';
import type { EmbeddingDependencies } from '../../lib/steps/ingest-envelopes/embed-pages.ts';
import { subwordVector } from '../harness/fake-embedder.ts';
import { holdCorpus, type HeldCorpus } from '../../lib/store/corpus/hold-corpus.ts';
import { seededRandom } from '../harness/seeded-random.ts';
import { makeTestEnvelope } from './envelope.ts';
import type { CorpusMutant } from './mutants.ts';
import { scheduledCalls } from './scheduled-calls.ts';
import { readPageHistory, times, wrongHistory } from './page-history.ts';

/** What a seed decides: versions of a few pages, how they are told of, and who dies when. */
interface Message {
  readonly id: string;
  readonly body: unknown;
  receives: number;
}

const receivesMax = 60;
const name = 'main';
const words = ['weir', 'wheel', 'race', 'gate', 'sluice', 'leat'];

const event = (key: string): unknown => ({
  Records: [
    {
      eventName: 'ObjectCreated:Put',
      s3: { bucket: { name: 'envelopes' }, object: { key: encodeURIComponent(key) } },
    },
  ],
});

const fakeVector = (text: string): StoredVector => packVector(subwordVector(text, 8));

/** An embedder whose every answer is a call that may be the worker's last; its jobs are not kept any more. */
const embeddingOf = (calls: ReturnType<typeof scheduledCalls>, worker: number): EmbeddingDependencies => ({
  embedder: {
    choice: {
      provider: 'fake',
      baseUrl: 'http://127.0.0.1:9',
      model: 'fake',
      dimensions: 8,
      tellsDimensions: false,
      isKeyless: true,
      tokensMax: 8_000,
      textsMax: 8,
      queryPrefix: '',
      passagePrefix: '',
      weight: 0.2,
      price: null,
    },
    embed: async (texts) => {
      await calls.embed(worker);
      return { ok: true, vectors: texts.map(fakeVector), usage: noModelUsage };
    },
  },
  table: calls.table(worker),
  log: () => {},
});

/** What stands in a corpus, page by page; and what is wrong with it by itself. */
const readState = (
  bytes: Uint8Array,
  withVectors: boolean,
): { readonly urls: Map<string, string>; readonly at: Map<string, string>; readonly broken: string[] } => {
  const file = openCorpusFile(bytes);
  try {
    const broken: string[] = [];
    const versions = file.db
      .prepare('SELECT url, at, envelope_key, deleted FROM versions WHERE until IS NULL')
      .all() as { url: string; at: number; envelope_key: string; deleted: number }[];
    const texts = file.db.prepare('SELECT text FROM passages WHERE url = ? AND until IS NULL ORDER BY place');
    const urls = new Map<string, string>();
    const at = new Map<string, string>();
    for (const version of versions) {
      const found = texts.all(version.url).map(({ text }) => String(text));
      urls.set(version.url, JSON.stringify(found));
      at.set(version.url, `${String(version.at).padStart(6, '0')} ${version.envelope_key}`);
    }
    const orphans = file.db
      .prepare(
        'SELECT count(*) AS n FROM passages p WHERE until IS NULL AND NOT EXISTS (SELECT 1 FROM versions ' +
          'v WHERE v.url = p.url AND v.until IS NULL AND v.deleted = 0)',
      )
      .get() as { n: number };
    if (orphans.n > 0) broken.push(`${orphans.n} passages of no page`);
    const embedded = file.db
      .prepare(
        `SELECT v.title, p.section_path, p.text, x.vector FROM passages p
         JOIN versions v ON v.url = p.url AND v.until IS NULL LEFT JOIN vectors x ON x.row = p.vector
         WHERE p.until IS NULL`,
      )
      .all() as { title: string; section_path: string; text: string; vector: Uint8Array | null }[];
    for (const { title, section_path: path, text, vector } of withVectors ? embedded : []) {
      const wanted = fakeVector(embeddedText(title, JSON.parse(path) as string[], text));
      if (vector === null || Buffer.compare(vector, wanted) !== 0)
        broken.push('a passage without its vector');
    }
    const twice = file.db.prepare('SELECT count(*) - count(DISTINCT key) AS n FROM vectors').get() as {
      n: number;
    };
    if (twice.n > 0) broken.push(`${twice.n} vectors stand twice`);
    const rows = file.db
      .prepare('SELECT (SELECT count(*) FROM passages) AS a, (SELECT count(*) FROM words) AS b')
      .get() as { a: number; b: number };
    if (rows.a !== rows.b) broken.push(`${rows.a} passages, ${rows.b} in the index`);
    return { urls, at, broken };
  } finally {
    file.close();
  }
};

export interface SimulationOptions {
  readonly mutant?: CorpusMutant | undefined;
  /** False for a bucket that does not heed conditions. */
  readonly isConditional?: boolean;
}

/** One seed, from its envelopes to its rest. Answers what was wrong, in sentences; nothing where all was right. */
export const simulateIngestion = async (seed: number, options: SimulationOptions = {}): Promise<string[]> => {
  const random = seededRandom(seed);
  const chance = (of: number): boolean => random() < of;
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const calls = scheduledCalls(options.isConditional);
  const withVectors = seed % 2 === 1;
  const broken = new Set<string>();
  const pages: CorpusPage[] = [];
  const queue: Message[] = [];

  const urls = ['https://e.org/a', "https://e.org/it's", 'https://e.org/c d'].map((url) => new URL(url).href);
  const versionCount = 2 + Math.floor(random() * 7);
  for (let index = 0; index < versionCount; index += 1) {
    const url = pick(urls);
    const sections = Array.from(
      { length: 1 + Math.floor(random() * 3) },
      () => `## ${pick(words)}\n\n${`${pick(words)} `.repeat(70)}`,
    );
    const isDeleted = chance(0.2);
    const envelope = makeTestEnvelope({
      url,
      at: Math.floor(random() * times),
      markdown: isDeleted ? '' : sections.join('\n\n'),
      isDeleted,
    });
    const key = `staged/e.org/${index} +.json`;
    const isPoison = chance(0.08);
    calls.put(
      key,
      new TextEncoder().encode(isPoison ? '{"envelope_version": "9.9"}' : JSON.stringify(envelope)),
    );
    if (!isPoison) pages.push(pageOfEnvelope(name, envelopeSchema.parse(envelope), key));
    for (let copies = chance(0.3) ? 2 : 1; copies > 0; copies -= 1)
      queue.push({
        id: `m${queue.length}`,
        body: chance(0.2) ? { reindex: 'keys', keys: [key] } : event(key),
        receives: 0,
      });
  }
  if (chance(0.2)) queue.push({ id: 'lost', body: event('staged/e.org/gone.json'), receives: 0 });

  // What any reader sees, at any time: each page as one of its versions, whole, and never an earlier one than before.
  const possible = new Map(
    pages.map((page) => [
      `${page.url} ${page.envelopeKey}`,
      JSON.stringify(page.passages.map(({ text }) => text)),
    ]),
  );
  let last = new Map<string, string>();
  calls.watch((key, bytes) => {
    if (key !== corpusKey(name)) return;
    const state = readState(bytes, withVectors);
    for (const problem of state.broken) broken.add(problem);
    for (const [url, shown] of state.urls) {
      const version = state.at.get(url) ?? '';
      if (shown !== possible.get(`${url} ${version.slice(7)}`))
        broken.add(`${url} is shown as none of its versions`);
      if (version < (last.get(url) ?? '')) broken.add(`${url} went back to an earlier version`);
    }
    for (const url of last.keys()) if (!state.urls.has(url)) broken.add(`${url} is absent`);
    last = state.at;
  });

  interface Sandbox {
    readonly worker: number;
    readonly corpus: HeldCorpus;
    busy: readonly Message[] | null;
  }
  let workers = 0;
  const openSandbox = (): Sandbox => {
    workers += 1;
    const held = holdCorpus({ client: calls.s3(workers), bucket: 'corpora' }, name, {
      now: () => 10,
      commitTriesMax: 8,
      // A dead worker's lease is soon taken over, and a writer soon begins without one.
      lease: { leaseMs: 3, pollMs: 1, pause: () => Promise.resolve() },
    });
    return {
      worker: workers,
      corpus: options.mutant === undefined ? held : options.mutant(held),
      busy: null,
    };
  };
  const sandboxes = Array.from({ length: 3 }, openSandbox);
  const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const dead = new Set<number>();

  const begin = (sandbox: Sandbox): void => {
    const count = 1 + Math.floor(random() * 4);
    const batch = Array.from(
      { length: Math.min(count, queue.length) },
      () => queue.splice(Math.floor(random() * queue.length), 1)[0] as Message,
    );
    for (const message of batch) message.receives += 1;
    sandbox.busy = batch;
    const dependencies = {
      envelopes: { client: calls.s3(sandbox.worker), bucket: 'envelopes' },
      corpusOf: () =>
        openSqliteStore(sandbox.corpus, { client: calls.s3(sandbox.worker), bucket: 'corpora' }, name),
      embedding: withVectors ? embeddingOf(calls, sandbox.worker) : null,
      name,
      stack: 'Gleaner',
      takes: 'all' as const,
      queue: { client: calls.sqs(sandbox.worker), url: 'ingest' },
      events: calls.events(sandbox.worker),
      now: () => 10,
      log: () => {},
    };
    const giveBack = (ids: ReadonlySet<string>): void => {
      if (dead.has(sandbox.worker)) return;
      queue.push(...batch.filter(({ id, receives }) => ids.has(id) && receives < receivesMax));
      sandbox.busy = null;
    };
    ingestEnvelopes(dependencies, batch).then(
      (failed) => giveBack(new Set(failed)),
      () => giveBack(new Set(batch.map(({ id }) => id))),
    );
  };
  const kill = (at: number): void => {
    const sandbox = sandboxes[at] as Sandbox;
    dead.add(sandbox.worker);
    for (let index = calls.waiting.length - 1; index >= 0; index -= 1)
      if (calls.waiting[index]?.worker === sandbox.worker) calls.waiting.splice(index, 1);
    queue.push(...(sandbox.busy ?? []).filter(({ receives }) => receives < receivesMax));
    sandbox.corpus.close();
    sandboxes[at] = openSandbox();
  };

  for (let step = 0; step < 3_000; step += 1) {
    const idle = sandboxes.filter(({ busy }) => busy === null);
    if (queue.length > 0 && idle.length > 0 && (calls.waiting.length === 0 || chance(0.3))) begin(pick(idle));
    await settled();
    if (calls.waiting.length === 0) {
      if (queue.length === 0 && sandboxes.every(({ busy }) => busy === null)) break;
      continue;
    }
    const [call] = calls.waiting.splice(Math.floor(random() * calls.waiting.length), 1);
    if (call === undefined) continue;
    // The first part of a seed is dangerous; then it comes to rest.
    const at = sandboxes.findIndex(({ worker }) => worker === call.worker);
    const fate = step < 120 && chance(0.15) ? (chance(0.5) ? 'before' : 'after') : 'lives';
    if (fate === 'before') kill(at);
    else {
      const answer = call.carryOut();
      if (fate === 'after') kill(at);
      else answer();
    }
    await settled();
  }
  for (const { corpus } of sandboxes) corpus.close();

  const latest = new Map(latestOfEach(pages).map((page) => [page.url, page]));
  const object = calls.objects.get(corpusKey(name));
  const state = object === undefined ? new Map<string, string>() : readState(object.bytes, withVectors).urls;
  for (const [url, page] of latest)
    if (state.get(url) !== JSON.stringify(page.passages.map(({ text }) => text)))
      broken.add(`${url} is not its latest version at the end`);
  if (object !== undefined)
    for (const problem of wrongHistory(readPageHistory(object.bytes), pages)) broken.add(problem);
  if (state.size !== latest.size) broken.add(`${state.size} pages at the end, expected ${latest.size}`);
  for (const page of latest.values())
    if (!calls.told.some((detail) => detail.includes(JSON.stringify(page.envelopeKey))))
      broken.add(`nobody was told of ${page.envelopeKey}`);
  return [...broken];
};
