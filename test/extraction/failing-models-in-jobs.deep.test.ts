import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { extractResponseKey, extractResponseSchema } from '../../lib/deliver/results/extract-response.ts';
import { extractFormats } from '../../lib/extract/model/extract-formats.ts';
import type { Extractor } from '../../lib/extract/model/extraction-outcome.ts';
import { askModel } from '../../lib/extract/llm/ask-model.ts';
import { modelCacheKey } from '../../lib/extract/llm/model-cache-key.ts';
import { chooseModel } from '../../lib/extract/llm/model-choice.ts';
import { modelSettingsSchema } from '../../lib/extract/llm/model-settings.ts';
import type { Job } from '../../lib/job/job.ts';
import { limits } from '../../lib/limits/limits.ts';
import { Outage } from '../../lib/outage.ts';
import { openModels } from '../../lib/steps/extract-pages/model-dependencies.ts';
import { withModelCache } from '../../lib/steps/extract-pages/with-model-cache.ts';
import { endEarly } from '../../lib/steps/protocol/end-job.ts';
import { getObject } from '../../lib/store/objects.ts';
import { startFakeLlm } from '../harness/fake-llm.ts';
import { undisturbed } from '../harness/leaky-queues.ts';
import { startPipeline, startStores, type PipelineStores } from '../harness/pipeline.ts';
import { serveSite, type TestSite } from '../harness/serve-site.ts';
import { startTestTable } from '../harness/table.ts';
import { readFacts } from '../../lib/extract/facts.fixture.ts';
import { completeSpec } from '../../lib/request/extract-spec.ts';
import { casesOfRun } from '../slices/slices.ts';
import { untilItEnds } from './until-it-ends.ts';
import { behaviours as everyBehaviour, type ModelBehaviour } from './model-behaviours.ts';

/** `failure-matrix.test.ts` asks a page about all of them. */
const behaviours = casesOfRun(everyBehaviour);

const product = JSON.stringify({
  '@context': 'https://schema.org',
  '@type': 'Product',
  name: 'Fen map',
  sku: 'FM-1',
});
const html = (path: string): string =>
  `<html lang="en"><head><title>Fen map</title><script type="application/ld+json">${product}</script></head>
   <body><main><h1>Fen map</h1><p>A map of the fen, quiet in its colours, drawn for those who walk there (${path}).</p>
   <p>Printed on paper that does not mind the rain, in an edition of five hundred copies.</p></main></body></html>`;

let stores: PipelineStores;
let site: TestSite;
beforeAll(async () => {
  const serve = serveSite((path, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(html(path));
  });
  [stores, site] = await Promise.all([startStores(), serve]);
});
afterAll(async () => {
  await Promise.all([stores.stop(), site.close()]);
});

const string = { type: 'string' };
const schema = { type: 'object', properties: { name: string, sku: string, mood: string } };
let runs = 0;

interface Ran {
  readonly job: Job;
  readonly made: number;
  readonly data: unknown;
  readonly warnings: string;
  /** Why pages waited, as it was logged. */
  readonly waits: readonly string[];
}

/** What happens when the model has been called for the first time. */
type AtFirstCall = 'nothing' | 'cancel' | 'kill';

/** Runs a job over two pages against a model that behaves so. */
const runJob = async ({ serve, isSlow }: ModelBehaviour, atFirst: AtFirstCall): Promise<Ran> => {
  const server = await startFakeLlm(serve);
  // A port is used again: what the table knows of a key or a model there is of another server.
  const [key, model] = [randomUUID(), randomUUID()];
  const settings = modelSettingsSchema.parse({
    providers: { fake: { baseUrl: server.url, model } },
    prices: { [model]: { input: 1, output: 2 } },
  });
  const waits: string[] = [];
  let id = '';
  let calls = 0;
  const afterCall = async (): Promise<void> => {
    calls += 1;
    if (calls > 1 || atFirst === 'nothing') return;
    if (atFirst === 'kill') throw new Outage('the worker died');
    const own = { table: stores.table, queues: pipeline.queues, now: pipeline.now };
    await endEarly(own, { id, team: 'default' }, { outcome: 'cancelled', code: 'JOB_CANCELLED' });
  };
  const answer: Extractor = async (facts, spec, context) => {
    const clock = {
      table: stores.table,
      now: pipeline.now,
      random: () => 0.5,
      sleep: async (ms: number) => await Promise.resolve(pipeline.skip(ms)),
      log: () => {},
    };
    const models = openModels({
      ...clock,
      readSecret: async () => await Promise.resolve(JSON.stringify({ fake: [key] })),
    });
    const extract = extractFormats({
      choose: async () => await Promise.resolve(chooseModel(settings, new Set(['fake']), {})),
      ask: async (question) => {
        const key = modelCacheKey(question, '1');
        const found = await withModelCache(clock, key, () => askModel(models, question), question.asker);
        await afterCall();
        return found;
      },
    });
    const until = isSlow === true ? pipeline.now() + limits.modelCallMsMin + 200 : context.until;
    return await extract(facts, spec, { ...context, until });
  };
  runs += 1;
  const pipeline = startPipeline(stores, {
    allow: [site.allow],
    hosts: { [site.host]: { delay: 0 } },
    disturbance: undisturbed,
    seed: runs,
    workers: 1,
    answer,
    log: (event, fields) => {
      if (event === 'extraction waits')
        waits.push(`${String(fields?.['code'])} ${String(fields?.['reason'])}`);
    },
  });
  try {
    const urls = [`${site.origin}/${runs}/a`, `${site.origin}/${runs}/b`];
    const submitted = await pipeline.submit('extract', { urls, schema });
    if (!submitted.ok) throw new Error(submitted.failure.message);
    ({ id } = submitted.job);
    const job = await pipeline.run(id);
    const text = await getObject(stores.results, extractResponseKey(id));
    const { data, warnings } = extractResponseSchema.parse(JSON.parse(text ?? 'null'));
    return { job, made: server.asks.length, data, warnings: warnings.join('; '), waits };
  } finally {
    await server.close();
  }
};

const slow = behaviours.filter(({ isSlow }) => isSlow === true);

test.each(slow.map((behaviour) => [behaviour.name, behaviour] as const))(
  'a page whose model %s for as long as a call may take is silent about that for a minute at most',
  async (_, { serve }) => {
    const table = await startTestTable();
    try {
      const asked = completeSpec({ schema, merge: true });
      const page = readFacts(html('/silent'));
      const { concluded, silentMs, made, told } = await untilItEnds(table, serve, {
        asked,
        page,
        isSlow: true,
        callMs: limits.modelCallMs,
      });
      if (concluded.kind !== 'answered') throw new Error(concluded.failure.message);
      expect(concluded.extraction.gaps).toMatchObject([{ code: 'LLM_TIMEOUT' }]);
      expect(silentMs).toBeLessThanOrEqual(60_000);
      expect(told).toBe(made);
    } finally {
      await table.stop();
    }
  },
);

test.each(
  behaviours.filter(({ isSlow }) => isSlow !== true).map(({ name, serve }) => [name, serve] as const),
)(
  'a page whose model %s, each time as late as it may, is silent about that for a minute at most',
  async (_, serve) => {
    const table = await startTestTable();
    try {
      const asked = completeSpec({ schema, merge: true });
      const page = readFacts(html('/late'));
      const { silentMs, made, told } = await untilItEnds(table, serve, {
        asked,
        page,
        callMs: limits.modelCallMs,
      });
      expect(silentMs).toBeLessThanOrEqual(60_000);
      expect(told).toBe(made);
    } finally {
      await table.stop();
    }
  },
);

const all = behaviours.map((behaviour) => [behaviour.name, behaviour] as const);
const known = { name: 'Fen map', sku: 'FM-1' };

test.each(all)(
  'a job whose model %s completes with what its pages answer, tells every call, and says why it waits',
  async (_, behaviour) => {
    const { job, made, data, warnings, waits } = await runJob(behaviour, 'nothing');
    expect(job).toMatchObject({ status: 'completed', done: 2, failed: 0 });
    expect(data).toMatchObject(known);
    expect(made).toBeGreaterThan(0);
    expect(job.modelCalls).toBe(made);
    const { mood } = behaviour;
    if (mood !== null && 'value' in mood) expect(data).toMatchObject({ mood: mood.value });
    if (mood !== null && 'code' in mood) expect(warnings).toContain(`Open: mood. ${mood.code}`);
    for (const why of waits) expect(why).toMatch(/^(?:LLM|ALL_KEYS|CONFLICT)\w* .{10,}/);
    // Whoever asked for the status meanwhile was told: what is noted stands on the job.
    if (waits.length > 0) expect(job.waiting?.message).toMatch(/\w{3,}/);
  },
);

test.each(all)(
  'a job that is cancelled while its model %s tells every call that was made',
  async (_, behaviour) => {
    const { job, made, data } = await runJob(behaviour, 'cancel');
    expect(job.status).toBe('cancelled');
    expect(data).toMatchObject(known);
    expect(job.modelCalls ?? 0).toBe(made);
  },
);

test.each(all)(
  'a job whose worker dies while its model %s completes all the same, and loses the calls of one question at most',
  async (_, behaviour) => {
    const { job, made, data } = await runJob(behaviour, 'kill');
    expect(job).toMatchObject({ status: 'completed', done: 2 });
    expect(data).toMatchObject(known);
    const lost = made - (job.modelCalls ?? 0);
    expect(lost).toBeGreaterThanOrEqual(0);
    expect(lost).toBeLessThanOrEqual(limits.modelCallsMax);
    // An answer that was paid for is kept and told.
    if (behaviour.mood === null || 'value' in behaviour.mood) expect(lost).toBe(0);
  },
);
