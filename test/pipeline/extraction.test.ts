import { afterAll, beforeAll, expect, test } from 'vitest';
import { listPageExtractions } from '../../lib/store/frontier/page-extractions.ts';
import {
  extractResponseKey,
  extractResponseSchema,
  type ExtractResponse,
} from '../../lib/deliver/results/extract-response.ts';
import { getObject } from '../../lib/store/objects.ts';
import { envelopeSchema } from '../../lib/envelope/envelope.ts';
import { extractFromPage, type Models } from '../../lib/extract/model/extract-from-page.ts';
import type { Extractor } from '../../lib/extract/model/extraction-outcome.ts';
import type { Answers } from '../../lib/extract/candidates/candidate.ts';
import {
  noModelUsage,
  type Extraction,
  type PageExtraction,
} from '../../lib/extract/model/page-extraction.ts';
import { failure, type FailureCode } from '../../lib/failure.ts';
import { readExtractResults } from '../../lib/steps/read-results/read-extract.ts';
import { errorEntry } from '../../lib/deliver/results/result-index.ts';
import { Outage } from '../../lib/outage.ts';
import { disagreement, countPages } from '../../lib/frontier/count-pages.ts';
import { isContentPage, type ContentPage } from '../../lib/frontier/page.ts';
import type { Job } from '../../lib/job/job.ts';
import { hashSpec, type ExtractSpec } from '../../lib/request/extract-spec.ts';
import { undisturbed, type Disturbance } from '../harness/leaky-queues.ts';
import { startPipeline, startStores, type PipelineStores } from '../harness/pipeline.ts';
import { testChoice } from '../harness/test-choice.ts';
import { htmlPage, serveSite, treeSite, type TestSite } from '../harness/serve-site.ts';

const size = 20;
let stores: PipelineStores;
let site: TestSite;

beforeAll(async () => {
  [stores, site] = await Promise.all([startStores(), treeSite(size)]);
});
afterAll(async () => {
  await Promise.all([stores.stop(), site.close()]);
});

const answersOf = (url: string, values: Readonly<Record<string, string | readonly string[]>>): Answers =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      {
        value,
        confidence: 1,
        grounded: 'grounded' as const,
        evidence: { url, kind: 'text' as const, where: null, quote: null },
      },
    ]),
  );

const extractionOf = (
  url: string,
  order: ExtractSpec,
  values: Readonly<Record<string, string | readonly string[]>>,
  usage = noModelUsage,
): Extraction => ({
  order: hashSpec(order),
  value: values,
  answers: answersOf(url, values),
  open: [],
  fields: 1,
  free: 0,
  model: 'test',
  raw: [],
  usage,
  cached: false,
  warnings: [],
});

/** Answers every page with its title: something that each page has and none shares. */
const titles: Extractor = (facts, order) =>
  Promise.resolve({
    kind: 'answered',
    extraction: extractionOf(facts.url, order, { titles: [facts.metadata.title ?? ''] }),
  });

let runs = 0;

/** Runs an extraction. Each asks another question, so that none is answered by what another left, unless told. */
const run = async (
  body: Record<string, unknown>,
  options: { answer?: Extractor; disturbance?: Disturbance; seed?: number; site?: TestSite } = {},
): Promise<{ job: Job; pages: ContentPage[]; answers: PageExtraction[]; answer: ExtractResponse }> => {
  const at = options.site ?? site;
  const pipeline = startPipeline(stores, {
    allow: [at.allow],
    hosts: { [at.host]: { delay: 0 } },
    disturbance: options.disturbance ?? undisturbed,
    seed: options.seed ?? 1,
    answer: options.answer ?? titles,
  });
  runs += 1;
  const submitted = await pipeline.submit('extract', {
    prompt: `run ${runs}`,
    maxDiscoveryDepth: 20,
    ...body,
  });
  if (!submitted.ok) throw new Error(submitted.failure.message);
  const job = await pipeline.run(submitted.job.id);
  const answers: PageExtraction[] = [];
  for await (const portion of listPageExtractions(stores.table, job.id)) answers.push(...portion);
  const text = await getObject(stores.results, extractResponseKey(job.id));
  return {
    job,
    pages: (await pipeline.pages(job.id)).filter(isContentPage),
    answers,
    answer: extractResponseSchema.parse(JSON.parse(text ?? 'null')),
  };
};

const titlesField = { fields: [{ name: 'titles', type: 'list[string]' }] };
const everyTitle = Array.from({ length: size }, (_, index) => `Page ${index}`).toSorted();

const expectWhole = ({ job, pages, answers, answer }: Awaited<ReturnType<typeof run>>): void => {
  expect(job.status).toBe('completed');
  expect(disagreement(job, countPages(pages))).toBeNull();
  expect([job.admitted, job.finished, job.done, job.open]).toEqual([size, size, size, 0]);
  expect(answers.map(({ url }) => url).toSorted()).toEqual(pages.map(({ url }) => url).toSorted());
  const { titles: merged } = answer.data as { titles: string[] };
  expect(merged.toSorted()).toEqual(everyTitle);
};

test('a crawl that extracts answers with every page, in page order, and stores each answer in its envelope', async () => {
  const whole = await run({ urls: [`${site.origin}/*`], ...titlesField });
  expectWhole(whole);
  const { titles: merged } = whole.answer.data as { titles: string[] };
  expect(merged.slice(0, 3)).toEqual(['Page 0', 'Page 1', 'Page 2']);
  for (const page of whole.pages) {
    const text = await getObject(stores.envelopes, page.envelopeKey ?? '');
    expect(envelopeSchema.parse(JSON.parse(text ?? 'null')).extraction?.answers).toHaveProperty('titles');
  }
});

test('with crashes, duplicates and losses in both stages, every page is answered once', async () => {
  const disturbance = { duplicate: 0.3, lose: 0.1, breakBefore: 0.03, breakAfter: 0.03, dieBeforeSend: 0.05 };
  expectWhole(await run({ urls: [`${site.origin}/*`], ...titlesField }, { seed: 1, disturbance }));
});

test('an answer too large for the table is merged all the same: finish-job reads it from its envelope', async () => {
  const long = Array.from({ length: 3_000 }, (_, index) => `${index} ${'x'.repeat(30)}`);
  const answer: Extractor = (facts, order) =>
    Promise.resolve({ kind: 'answered', extraction: extractionOf(facts.url, order, { titles: long }) });
  const extracted = await run({ urls: [`${site.origin}/`] }, { answer });
  expect(extracted.answers.map(({ extraction, envelopeKey }) => [extraction, typeof envelopeKey])).toEqual([
    [undefined, 'string'],
  ]);
  expect(JSON.stringify(extracted.answer)).toContain('2999 xxx');
});

test('a second run of an unchanged site asks nobody', async () => {
  const own = await treeSite(3);
  try {
    let asked = 0;
    const counting: Extractor = (facts, order, hooks) => {
      asked += 1;
      return titles(facts, order, hooks);
    };
    const body = { urls: [`${own.origin}/*`], ...titlesField, prompt: 'the same' };
    const first = await run(body, { answer: counting, site: own });
    expect(asked).toBe(3);
    const second = await run(body, { answer: counting, site: own });
    expect(asked).toBe(3);
    expect(second.answer.data).toEqual(first.answer.data);
    expect(second.job.unchanged).toBe(3);
    expect(second.job.inputTokens ?? 0).toBe(0);
  } finally {
    await own.close();
  }
});

test('a crawl for scalars stops once each has a value', async () => {
  const scalar: Extractor = (facts, order) =>
    Promise.resolve({
      kind: 'answered',
      extraction: extractionOf(facts.url, order, facts.url.endsWith('/page-2') ? { title: 'Page 2' } : {}),
    });
  const { job, answer } = await run(
    { urls: [`${site.origin}/*`], fields: [{ name: 'title' }] },
    { answer: scalar },
  );
  expect(job).toMatchObject({ status: 'completed', code: 'ANSWER_COMPLETE' });
  expect(job.finished).toBeLessThan(size);
  expect(answer.data).toEqual({ title: 'Page 2' });
});

test.each([
  ['ungrounded', 'completes nothing', false],
  ['not-applicable', 'completes a crawl', true],
  ['grounded', 'completes a crawl', true],
] as const)('a value that is %s %s', async (grounded, _, completes) => {
  const scalar: Extractor = (facts, order) => {
    const extraction = extractionOf(facts.url, order, { title: 'Page 2' });
    const { title } = extraction.answers;
    const answers: Answers = title === undefined ? {} : { title: { ...title, grounded } };
    return Promise.resolve({ kind: 'answered', extraction: { ...extraction, answers } });
  };
  const body = { urls: [`${site.origin}/*`], fields: [{ name: 'title' }], groundedOnly: false };
  const { job } = await run(body, { answer: scalar });
  expect(job.status).toBe('completed');
  expect('code' in job ? job.code : undefined).toBe(completes ? 'ANSWER_COMPLETE' : undefined);
  if (completes) expect(job.finished).toBeLessThan(size);
  else expect(job.finished).toBe(size);
});

test('a job counts its progress: pages, fields asked and found, those for nothing, calls, tokens and dollars', async () => {
  const one: Extractor = (facts, order) => {
    const usage = { calls: 2, inputTokens: 70, outputTokens: 30, dollars: 0.001 };
    const values = facts.url.endsWith('/page-1') ? {} : { titles: [facts.url] };
    const extraction = extractionOf(facts.url, order, values, usage);
    const open = Object.keys(values).length === 0 ? ['titles', 'other'] : ['other'];
    return Promise.resolve({ kind: 'answered', extraction: { ...extraction, fields: 2, free: 1, open } });
  };
  const urls = ['/', '/page-1', '/page-2', '/page-3'].map((path) => `${site.origin}${path}`);
  const { job } = await run({ urls, ...titlesField }, { answer: one });
  expect(job).toMatchObject({ done: 4, fieldsAsked: 8, fieldsAnswered: 3, fieldsFree: 4 });
  expect(job).toMatchObject({ modelCalls: 8, inputTokens: 280, outputTokens: 120, microdollars: 4_000 });
});

test('a budget of pages is kept', async () => {
  const { job, answer } = await run({
    urls: [`${site.origin}/*`],
    ...titlesField,
    budget: { pages: 4 },
  });
  expect([job.status, job.done]).toEqual(['completed', 4]);
  expect((answer.data as { titles: string[] }).titles.length).toBe(job.done);
});

test('a budget of pages bounds what is fetched, however many are fetched at the same time', async () => {
  const own = await treeSite(size);
  try {
    const { job } = await run(
      { urls: [`${own.origin}/*`], ...titlesField, budget: { pages: 6 } },
      { site: own, disturbance: { ...undisturbed, duplicate: 0.3 } },
    );
    const asked = own.requests.filter(({ path }) => path !== '/robots.txt').map(({ path }) => path);
    expect(new Set(asked).size).toBe(6);
    expect([job.status, job.done]).toEqual(['completed', 6]);
  } finally {
    await own.close();
  }
});

test('a budget of tokens is never passed, whatever is delivered twice, and what was not spent is given back', async () => {
  const asked = new Set<string>();
  const spending: Extractor = async (facts, order, { reserve, spent }) => {
    const reserved = await reserve({ tokens: 100, microdollars: 0 }, noModelUsage);
    const extraction = extractionOf(facts.url, order, { titles: [facts.metadata.title ?? ''] });
    const why = failure('BUDGET_EXHAUSTED', 'nothing is left');
    if (reserved === 'crowded') return { kind: 'deferred', until: 0, failure: why, usage: noModelUsage };
    if (reserved === 'exhausted')
      return {
        kind: 'answered',
        isExhausted: true,
        extraction: { ...extraction, answers: {}, open: ['titles'] },
      };
    if (reserved === 'over') return { kind: 'over' };
    // Two workers that have a page share what it holds, because the model is asked once: the second waits for the
    // answer that the first pays for (`lib/steps/extract-pages/with-model-cache.ts`).
    if (asked.has(facts.url)) return { kind: 'answered', extraction };
    asked.add(facts.url);
    const usage = { calls: 1, inputTokens: 50, outputTokens: 10, dollars: 0 };
    spent?.(usage, false);
    return { kind: 'answered', extraction: { ...extraction, usage } };
  };
  const { job } = await run(
    { urls: [`${site.origin}/*`], ...titlesField, budget: { tokens: 400 } },
    { answer: spending, disturbance: { ...undisturbed, duplicate: 0.4 }, seed: 5 },
  );
  expect(job).toMatchObject({ status: 'completed', code: 'BUDGET_EXHAUSTED' });
  const spent = (job.inputTokens ?? 0) + (job.outputTokens ?? 0);
  expect(spent).toBeLessThanOrEqual(400);
  // 60 tokens a page, and no page begins unless 100 are left: whoever is under way when the job ends is not counted.
  expect(spent % 60).toBe(0);
  expect(spent).toBeGreaterThanOrEqual(240);
  expect(job.spentTokens).toBeLessThanOrEqual(400);
});

test('of pages that answer apart, one that the budget does not reach fails with that reason', async () => {
  const paid: Extractor = async (facts, _order, { reserve }) => {
    const reserved = await reserve({ tokens: 100, microdollars: 0 }, noModelUsage);
    if (reserved === 'over') return { kind: 'over' };
    const why = failure('BUDGET_EXHAUSTED', `${facts.url} is not answered by itself`);
    return { kind: 'failed', isExhausted: true, failure: why, usage: noModelUsage };
  };
  const { job, answer } = await run(
    { urls: [`${site.origin}/page-1`], ...titlesField, merge: false, budget: { tokens: 50 } },
    { answer: paid },
  );
  expect([job.status, 'code' in job && job.code, job.skipped]).toEqual(['failed', 'BUDGET_EXHAUSTED', 1]);
  expect(answer.summary.failedByCode).toEqual({ EXTRACT_FAILED: 1 });
  expect(answer.results[0]?.error).toContain('BUDGET_EXHAUSTED');
});

test('a page that was over when it would have been asked ends neither itself nor its job', async () => {
  const overtaken = new Set<string>();
  const late: Extractor = (facts, order, hooks) => {
    if (overtaken.size > 2 || overtaken.has(facts.url)) return titles(facts, order, hooks);
    overtaken.add(facts.url);
    return Promise.resolve({ kind: 'over' });
  };
  expectWhole(await run({ urls: [`${site.origin}/*`], ...titlesField }, { answer: late }));
  expect(overtaken.size).toBe(3);
});

test('where no failure is tolerated, a page that cannot be fetched ends the job at once', async () => {
  const broken = await serveSite((path, response) => {
    const isMissing = path === '/robots.txt' || path === '/missing';
    response.writeHead(isMissing ? 404 : 200, { 'content-type': 'text/html' });
    response.end(htmlPage(path, []));
  });
  try {
    const slow: Extractor = () =>
      Promise.resolve({
        kind: 'deferred',
        until: Date.now() + 600_000,
        failure: failure('EXTRACT_FAILED', 'every key cools down'),
        usage: noModelUsage,
      });
    const urls = ['/fine', '/missing'].map((path) => `${broken.origin}${path}`);
    const { job } = await run(
      { urls, ...titlesField, ignoreInvalidURLs: false },
      { answer: slow, site: broken },
    );
    expect(job).toMatchObject({ status: 'failed', abandoned: 1, failed: 1 });
  } finally {
    await broken.close();
  }
});

test('a page that nobody can be asked about waits, and is answered later', async () => {
  const waited = new Set<string>();
  const later: Extractor = (facts, order, hooks) => {
    if (waited.has(facts.url)) return titles(facts, order, hooks);
    waited.add(facts.url);
    return Promise.resolve({
      kind: 'deferred',
      until: Date.now() + 30_000,
      failure: failure('EXTRACT_FAILED', 'every key cools down'),
      usage: noModelUsage,
    });
  };
  expectWhole(await run({ urls: [`${site.origin}/*`], ...titlesField }, { answer: later }));
  expect(waited.size).toBe(size);
});

test('what a page took before it was put off is counted once, whatever comes twice', async () => {
  const waited = new Set<string>();
  const twice: Extractor = (facts, order, hooks) => {
    const usage = { calls: 1, inputTokens: 7, outputTokens: 3, dollars: 0.001 };
    if (!waited.has(facts.url)) {
      waited.add(facts.url);
      const why = failure('LLM_TIMEOUT', 'the model did not answer');
      return Promise.resolve({ kind: 'deferred', until: 0, failure: why, usage });
    }
    return titles(facts, order, hooks);
  };
  const whole = await run({ urls: [`${site.origin}/*`], ...titlesField }, { answer: twice });
  expectWhole(whole);
  expect(whole.job).toMatchObject({ inputTokens: 7 * size, outputTokens: 3 * size, modelCalls: size });
  expect(whole.job.microdollars).toBe(1_000 * size);
});

test('a page that nobody can ever be asked about fails with the reason', async () => {
  const never: Extractor = () =>
    Promise.resolve({
      kind: 'deferred',
      until: Date.now(),
      failure: failure('EXTRACT_FAILED', 'every key cools down'),
      usage: noModelUsage,
    });
  const { job, answer } = await run({ urls: [`${site.origin}/`], ...titlesField }, { answer: never });
  expect(job).toMatchObject({ status: 'failed', code: 'EXTRACT_EMPTY_RESULT', failed: 1 });
  expect(answer.summary).toEqual({ total: 1, success: 0, failed: 1, failedByCode: { EXTRACT_FAILED: 1 } });
});

test('a page whose extraction kills its worker every time becomes a dead letter, and the job ends', async () => {
  const poison: Extractor = (facts, order, hooks) => {
    if (facts.url.endsWith('/page-3')) throw new Outage('the worker died');
    return titles(facts, order, hooks);
  };
  const { job, pages, answer } = await run(
    { urls: [`${site.origin}/*`], ...titlesField },
    { answer: poison },
  );
  expect(job.status).toBe('completed');
  expect(job.failed).toBe(1);
  const dead = pages.find(({ url }) => url.endsWith('/page-3'));
  expect(dead).toMatchObject({ state: 'failed', code: 'DEAD_LETTER', deadLetter: { stage: 'extract' } });
  expect(answer.summary.failed).toBe(1);
});

test('where no failure is tolerated, the first one fails the job with its code', async () => {
  const broken = await serveSite((path, response) => {
    response.writeHead(path === '/good' ? 200 : 404, { 'content-type': 'text/html' });
    response.end(htmlPage(path, []));
  });
  try {
    const body = { urls: [`${broken.origin}/good`, `${broken.origin}/bad`], ...titlesField };
    const strict = await run({ ...body, ignoreInvalidURLs: false }, { site: broken });
    expect(strict.job.status).toBe('failed');
    expect(strict.answer.failure?.code).toBe('SCRAPE_FAILED');
    const lenient = await run({ ...body, ignoreInvalidURLs: true }, { site: broken });
    expect(lenient.job.status).toBe('completed');
    expect(lenient.answer.summary).toMatchObject({ success: 1, failedByCode: { SCRAPE_FAILED: 1 } });
  } finally {
    await broken.close();
  }
});

test('with strict, a merged answer that the schema does not allow fails the job with the reasons', async () => {
  const schema = {
    type: 'object',
    properties: { titles: { type: 'array', items: { type: 'string' }, minItems: 5 } },
    required: ['titles'],
  };
  const body = { urls: [`${site.origin}/`, `${site.origin}/page-1`], schema, strict: true };
  const { job, answer } = await run(body);
  expect(job).toMatchObject({ status: 'failed', code: 'EXTRACT_SCHEMA_MISMATCH' });
  expect(answer.failure?.message).toMatch(/\$\.titles/);
  const lenient = await run({ ...body, strict: false });
  expect(lenient.answer.data).toEqual({ titles: ['Page 0', 'Page 1'] });
});

test('of an open field, a merged answer has null, which strict leaves out where the schema does not allow it', async () => {
  const properties = {
    titles: { type: 'array', items: { type: 'string' } },
    year: { type: 'integer' },
    born: { type: ['integer', 'null'] },
    kind: { const: 'page' },
  };
  const schema = { type: 'object', properties, required: ['titles', 'born', 'kind'] };
  const body = { urls: [`${site.origin}/`], schema };
  const strict = await run({ ...body, strict: true });
  expect(strict.job.status).toBe('completed');
  expect(strict.answer.data).toEqual({ titles: ['Page 0'], born: null, kind: 'page' });
  const lenient = await run(body);
  expect(lenient.answer.data).toEqual({ titles: ['Page 0'], year: null, born: null, kind: 'page' });
  for (const { answer } of [strict, lenient])
    expect(answer.warnings).toEqual(['No page answers: year, born']);
});

test('a job whose budget cannot be kept fails with that cause: the price of its model is not known', async () => {
  const models = {
    choose: () => Promise.resolve({ kind: 'chosen' as const, choice: testChoice }),
    ask: () => Promise.reject(new Error('asked')),
  };
  const schema = { type: 'object', properties: { mood: { type: 'string' } } };
  const body = { urls: [`${site.origin}/`], schema, budget: { dollars: 5 } };
  const { answer } = await run(body, { answer: extractFromPage(models) });
  expect(answer.failure?.code).toBe('EXTRACT_FAILED');
  expect(answer.failure?.message).toMatch(/the price of test is not known/);
});

/** Models that fail each question with this code, or none if there is no code. */
const failingModels = (code: FailureCode | null): Models => ({
  choose: () => Promise.resolve(code === null ? null : { kind: 'chosen' as const, choice: testChoice }),
  ask: () =>
    Promise.resolve({
      kind: 'failed',
      failure: failure(code ?? 'INTERNAL', 'It declines'),
      usage: noModelUsage,
    }),
});
const mood = { type: 'object', properties: { mood: { type: 'string' } } };

test('a page of which a model fails to answer anything is no success: counts, results and errors say so', async () => {
  const urls = [`${site.origin}/page-1`, `${site.origin}/page-2`];
  const { job, pages, answer } = await run(
    { urls, schema: mood },
    { answer: extractFromPage(failingModels('LLM_REFUSED')) },
  );
  expect(job).toMatchObject({ status: 'failed', code: 'LLM_REFUSED', done: 0, failed: 2 });
  expect(answer.failure?.message).toBe('LLM_REFUSED: It declines');
  expect(answer.summary).toEqual({ total: 2, success: 0, failed: 2, failedByCode: { EXTRACT_FAILED: 2 } });
  for (const { success, error } of answer.results)
    expect([success, error]).toEqual([false, expect.stringMatching(/^EXTRACT_FAILED: LLM_REFUSED: /)]);
  // The errors of the job are the pages that ended without content.
  expect(pages.flatMap((page) => errorEntry(page)?.code ?? [])).toEqual(['LLM_REFUSED', 'LLM_REFUSED']);
});

test('a page that a model fails leaves the answer of the others, with a warning that names the open fields', async () => {
  const model = extractFromPage(failingModels('LLM_REFUSED'));
  const { job, answer } = await run(
    { urls: [`${site.origin}/page-1`, `${site.origin}/page-2`], schema: mood },
    {
      answer: async (facts, order, context) =>
        facts.url.endsWith('1')
          ? { kind: 'answered', extraction: extractionOf(facts.url, order, { mood: 'calm' }) }
          : await model(facts, order, context),
    },
  );
  expect(job).toMatchObject({ status: 'completed', done: 1, failed: 1 });
  expect(answer.data).toEqual({ mood: 'calm' });
  expect(answer.summary).toEqual({ total: 2, success: 1, failed: 1, failedByCode: { EXTRACT_FAILED: 1 } });
  const lists = { type: 'object', properties: { mood: { type: 'array', items: { type: 'string' } } } };
  const ofList = await run(
    { urls: [`${site.origin}/page-1`, `${site.origin}/page-2`], schema: lists },
    {
      answer: async (facts, order, context) =>
        facts.url.endsWith('1')
          ? { kind: 'answered', extraction: extractionOf(facts.url, order, { mood: ['calm'] }) }
          : await model(facts, order, context),
    },
  );
  expect(ofList.answer.warnings).toEqual(['Open: mood. LLM_REFUSED: It declines']);
});

test.each([
  ['no model is configured', failingModels(null), 'LLM_NOT_CONFIGURED'],
  [
    'the model finds none of the fields',
    {
      ...failingModels('LLM_REFUSED'),
      ask: () =>
        Promise.resolve({
          kind: 'answered' as const,
          value: {},
          raw: '{}',
          usage: noModelUsage,
          form: 'json_object' as const,
          isRepaired: false,
          isCached: false,
        }),
    } satisfies Models,
    'EXTRACT_EMPTY_RESULT',
  ],
])('a job that fails because %s counts no page as a success', async (_, models, code) => {
  const urls = [`${site.origin}/page-1`, `${site.origin}/page-2`];
  const { job, answer } = await run({ urls, schema: mood }, { answer: extractFromPage(models) });
  expect(job).toMatchObject({ status: 'failed', code });
  expect(answer.summary).toEqual({ total: 2, success: 0, failed: 2, failedByCode: { [code]: 2 } });
  const own = { ...stores, now: () => Date.now() };
  const { results } = await readExtractResults(own, job, { count: 10 });
  for (const result of [...results, ...answer.results])
    expect(result).toMatchObject({ success: false, error: expect.stringMatching(new RegExp(`^${code}: `)) });
});

test('what is looked for is found in fewer pages than breadth-first would take', async () => {
  const shelf = Array.from({ length: 40 }, (_, index) => `/shelf/${index}`);
  const link = (path: string, text: string): string => `<li><a href="${path}">${text}</a></li>`;
  const pageOf = (title: string, links: string): string =>
    `<!doctype html><html lang="en"><head><title>${title}</title></head><body><main><h1>${title}</h1>` +
    `<p>Everything of this shop is made by hand, one piece after the other.</p><ul>${links}</ul></main>` +
    `</body></html>`;
  const own = await serveSite((path, response) => {
    const pages: Record<string, string> = {
      '/': pageOf(
        'Shop',
        shelf.map((at) => link(at, `Piece ${at.slice(7)}`)).join('') + link('/about', 'About the company'),
      ),
      '/about': pageOf('About', link('/contact', 'Contact and telephone')),
      '/contact':
        `<!doctype html><html lang="en"><head><title>Contact</title></head><body><main><h1>Contact</h1>` +
        `<p>We are there from Monday to Friday.</p><table><tr><th>Telephone</th><td>+41 44 668 18 00</td>` +
        `</tr></table></main></body></html>`,
    };
    const found = pages[path] ?? (path.startsWith('/shelf/') ? pageOf(`Piece ${path.slice(7)}`, '') : null);
    response.writeHead(found === null ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(found ?? '');
  });
  try {
    const answer = extractFromPage({
      choose: () => Promise.resolve(null),
      ask: () => Promise.reject(new Error('nobody is to be asked')),
    });
    const pipelineOf = (hosts: Record<string, { delay: number }>): Parameters<typeof startPipeline>[1] => ({
      allow: [own.allow],
      hosts,
      disturbance: undisturbed,
      seed: 7,
      answer,
    });
    const pipeline = startPipeline(stores, pipelineOf({ [own.host]: { delay: 60 } }));
    const submitted = await pipeline.submit('extract', {
      urls: [`${own.origin}/*`],
      fields: [{ name: 'telephone', description: 'telephone number of the company' }],
    });
    if (!submitted.ok) throw new Error(submitted.failure.message);
    const job = await pipeline.run(submitted.job.id);
    const text = await getObject(stores.results, extractResponseKey(job.id));
    expect(extractResponseSchema.parse(JSON.parse(text ?? 'null')).data).toEqual({
      telephone: '+41 44 668 18 00',
    });
    expect(job).toMatchObject({ code: 'ANSWER_COMPLETE' });
    // Breadth-first, every piece on the shelf comes before the page that the second page links to. How many are asked
    // for until the answer is complete follows from how busy the machine is.
    const asked = own.requests.filter(({ path }) => path !== '/robots.txt').length;
    expect(asked).toBeLessThan(shelf.length);
  } finally {
    await own.close();
  }
});
