import { afterAll, beforeAll, expect, test } from 'vitest';
import { queueSpecs } from '../../infra/queues.ts';
import type { Extractor } from '../../lib/extract/model/extraction-outcome.ts';
import { limits } from '../../lib/limits/limits.ts';
import { extractPages } from '../../lib/steps/extract-pages/extract-pages.ts';
import { claimLoneExtraction } from '../../lib/store/frontier/claim-lone-extraction.ts';
import { undisturbed } from '../harness/leaky-queues.ts';
import { startPipeline, startStores, type PipelineStores } from '../harness/pipeline.ts';
import { htmlPage, serveSite, type TestSite } from '../harness/serve-site.ts';

/**
 * Some pages end every worker that extracts from them. Invocations take as many messages as the template says, and all
 * of a dead one's come again; what counts is how many workers die, and which pages fail.
 */
let stores: PipelineStores;
let site: TestSite;
beforeAll(async () => {
  stores = await startStores();
  site = await serveSite((path, response) => {
    response.writeHead(path === '/robots.txt' ? 404 : 200, { 'content-type': 'text/html' });
    response.end(htmlPage(`Page ${path}`, [], `The page ${path} has words.`));
  });
});
afterAll(async () => {
  await stores.stop();
  await site.close();
});

const spec = queueSpecs().find(({ name }) => name === 'extract') ?? expect.fail('no queue');
const remainingMs = 300_000;
const forever = new Promise<never>(() => {});

interface Message {
  readonly id: string;
  readonly body: string;
  receives: number;
}

/** Pages that were fetched and wait for extraction, and a queue of their messages that this test delivers. */
const openWorld = async (paths: readonly string[], seed: number) => {
  const pipeline = startPipeline(stores, {
    allow: [site.allow],
    hosts: { [site.host]: { delay: 0 } },
    disturbance: undisturbed,
    holds: 'extract',
    seed,
  });
  const urls = paths.map((path) => `${site.origin}${path}?${seed}`);
  const scrapeOptions = { formats: [{ type: 'json', schema: { type: 'object', properties: { name: {} } } }] };
  const submitted = await pipeline.submit('batch', { urls, ...scrapeOptions });
  if (!submitted.ok) throw new Error(submitted.failure.message);
  await pipeline.settle(0);
  const job: string = submitted.job.id;
  let ids = 0;
  const queue: Message[] = [];
  const arrive = (): void => {
    for (const { body } of pipeline.deliveries.splice(0))
      queue.push({ id: `m${(ids += 1)}`, body, receives: 0 });
  };
  arrive();
  return { pipeline, job, queue, arrive, states: async () => await statesOf(pipeline, job) };
};

const statesOf = async (pipeline: ReturnType<typeof startPipeline>, job: string) =>
  Object.fromEntries(
    (await pipeline.pages(job)).map(({ url, state, code }) => [new URL(url).pathname, code ?? state]),
  );

const failed = (facts: { readonly url: string }): ReturnType<Extractor> =>
  Promise.resolve({
    kind: 'failed',
    failure: { code: 'EXTRACT_FAILED', message: `Nothing was found on ${facts.url}` } as never,
    usage: { calls: 0, inputTokens: 0, outputTokens: 0, dollars: 0 },
  });

/** Invokes a sandbox that dies over the pages that `kills` names; null if it died. */
const invoke = async (
  pipeline: ReturnType<typeof startPipeline>,
  messages: readonly Message[],
  kills: (path: string) => boolean,
  asked: string[],
): Promise<readonly string[] | null> => {
  const death = Promise.withResolvers<null>();
  const dead = new AbortController();
  const answer: Extractor = async (facts) => {
    const path = new URL(facts.url).pathname;
    asked.push(path);
    if (kills(path)) {
      dead.abort();
      death.resolve(null);
      return await forever;
    }
    // A neighbour waits for its model meanwhile.
    for (let turn = 0; turn < 20 && !dead.signal.aborted; turn += 1)
      await new Promise((done) => setTimeout(done, 5));
    return dead.signal.aborted ? await forever : await failed(facts);
  };
  return await Promise.race([
    death.promise,
    extractPages({ ...pipeline.extracting, answer }, messages, remainingMs),
  ]);
};

/** Delivers until no message is left; returns how many workers died, and what was asked. */
const deliverAll = async (
  { pipeline, queue, arrive }: Awaited<ReturnType<typeof openWorld>>,
  kills: (path: string) => boolean,
) => {
  let deaths = 0;
  const asked: string[] = [];
  while (queue.length > 0) {
    const messages = queue.splice(0, spec.batchSize);
    for (const message of messages) message.receives += 1;
    const letters = messages.filter(({ receives }) => receives > spec.receivesMax);
    for (const { body, receives } of letters)
      await pipeline.bury({ body: JSON.parse(body), queue: 'extract-dead', receives, firstReceivedAt: 1 });
    const live = messages.filter((message) => !letters.includes(message));
    const again = live.length === 0 ? [] : await invoke(pipeline, live, kills, asked);
    if (again === null) {
      deaths += 1;
      pipeline.skip(limits.loneExtractionMs);
    }
    arrive();
    queue.push(...live.filter(({ id }) => again === null || again.includes(id)));
  }
  return { deaths, asked };
};

test.each([
  [1, 2],
  [2, 4],
])(
  'of pages that end their workers, %i end %i workers at most, and no other page fails',
  async (killers, most) => {
    const names = ['/a', '/b', '/c', '/d', '/e', '/f', '/g'];
    const paths = names.map((path, at) => (at < killers ? `/kill${path}` : path));
    const world = await openWorld(paths, 100 + killers);
    const { deaths, asked } = await deliverAll(world, (path) => path.startsWith('/kill'));
    expect(deaths).toBeGreaterThanOrEqual(2);
    expect(deaths).toBeLessThanOrEqual(most);
    const codes = paths.map((path) => (path.startsWith('/kill') ? 'DEAD_LETTER' : 'EXTRACT_FAILED'));
    expect(await world.states()).toEqual(Object.fromEntries(paths.map((path, at) => [path, codes[at]])));
    // It was asked about in company, once or twice, and alone, once.
    for (const path of paths.slice(0, killers))
      expect(asked.filter((one) => one === path).length).toBeLessThanOrEqual(1 + killers);
  },
);

test('pages whose workers come back cost no write more than before: nothing is noted on them', async () => {
  const world = await openWorld(['/x', '/y', '/z'], 3);
  const { extracting } = world.pipeline;
  const { documents } = extracting.table;
  const written: string[] = [];
  const watched = {
    send: async (command: never) => {
      written.push(JSON.stringify((command as { readonly input: object }).input));
      return await documents.send(command);
    },
  } as unknown as typeof documents;
  const table = { ...extracting.table, documents: watched };
  const pipeline = { ...world.pipeline, extracting: { ...extracting, table } };
  expect(await deliverAll({ ...world, pipeline }, () => false)).toMatchObject({ deaths: 0 });
  expect(written.length).toBeGreaterThan(0);
  expect(written.filter((one) => one.includes('extractedAloneAt'))).toEqual([]);
});

test('a page that another worker has alone is left to it, and ends only when that worker must be lost', async () => {
  const world = await openWorld(['/held'], 4);
  const [page] = await world.pipeline.pages(world.job);
  if (page?.kind !== 'page') throw new Error('no page');
  expect(await claimLoneExtraction(stores.table, page, world.pipeline.now())).toBe(true);
  expect(await claimLoneExtraction(stores.table, page, world.pipeline.now())).toBe(false);
  const copy = { ...(world.queue[0] ?? expect.fail('no message')), id: 'copy' };
  expect(await deliverAll(world, () => false)).toEqual({ deaths: 0, asked: [] });
  expect(await world.states()).toEqual({ '/held': 'fetched' });
  world.pipeline.skip(limits.loneExtractionMs);
  world.queue.push({ ...copy, receives: 0 });
  expect(await deliverAll(world, () => false)).toEqual({ deaths: 0, asked: [] });
  expect(await world.states()).toEqual({ '/held': 'DEAD_LETTER' });
});

test('a page that was never alone when its worker died is sent again when its letter is buried', async () => {
  const world = await openWorld(['/innocent'], 5);
  const letter = world.queue.splice(0)[0] ?? expect.fail('no message');
  const bury = async (body: string): Promise<string> =>
    await world.pipeline.bury({
      body: JSON.parse(body),
      queue: 'extract-dead',
      receives: 6,
      firstReceivedAt: 1,
    });
  let { body } = letter;
  for (let times = 1; times <= limits.lettersSentAgainMax; times += 1) {
    expect(await bury(body)).toBe('tried alone');
    world.arrive();
    body = world.queue.splice(0)[0]?.body ?? expect.fail('nothing was sent');
    expect(JSON.parse(body)).toMatchObject({ alone: true, before: { receives: 6 * times } });
  }
  expect(await bury(body)).toBe('buried');
  expect(await world.states()).toEqual({ '/innocent': 'DEAD_LETTER' });
});

test('a page that another worker has alone just now is not failed for a letter of another of its messages', async () => {
  const world = await openWorld(['/held-by-another'], 6);
  const [page] = await world.pipeline.pages(world.job);
  if (page?.kind !== 'page') throw new Error('no page');
  expect(await claimLoneExtraction(stores.table, page, world.pipeline.now())).toBe(true);
  const { body } = world.queue.splice(0)[0] ?? expect.fail('no message');
  const letter = {
    body: JSON.parse(body) as unknown,
    queue: 'extract-dead',
    receives: 1,
    firstReceivedAt: 1,
  };
  expect(await world.pipeline.bury(letter)).toBe('tried alone');
  world.pipeline.skip(limits.loneExtractionMs);
  expect(await world.pipeline.bury(letter)).toBe('buried');
});

test('a claim whose answer is lost blames nobody: the worker came back', async () => {
  const world = await openWorld(['/lost-answer'], 6);
  const { extracting } = world.pipeline;
  const { documents } = extracting.table;
  let lost = 0;
  const losing = {
    send: async (command: never) => {
      const answer = await documents.send(command);
      const { UpdateExpression = '' } = (command as { readonly input: { UpdateExpression?: string } }).input;
      if (!UpdateExpression.startsWith('SET extractedAloneAt') || lost > 0) return answer;
      lost += 1;
      throw new Error('The answer is lost');
    },
  } as unknown as typeof documents;
  const table = { ...extracting.table, documents: losing };
  const pipeline = { ...world.pipeline, extracting: { ...extracting, table } };
  for (const message of world.queue) message.receives = 1;
  await deliverAll({ ...world, pipeline }, () => false);
  expect(lost).toBe(1);
  expect(await world.states()).toEqual({ '/lost-answer': 'EXTRACT_FAILED' });
});
