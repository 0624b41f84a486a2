import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../lib/extract/schema/json.ts';
import { launch, type Launched } from '../../local/launch.ts';
import { callRoute, untilOver, type ApiJson } from '../harness/call-api.ts';
import { startFakeLlm, type FakeLlm } from '../harness/fake-llm.ts';
import { onlyHosts } from '../harness/only-hosts.ts';
import { seededRandom } from '../harness/seeded-random.ts';
import { serveSite, type TestSite } from '../harness/serve-site.ts';

/** A whole stack whose model has a value for everything and looks at nothing, asked over HTTP in every dialect. */
const pages = 12;
const random = seededRandom(20_261_123);
let dataDir: string;
let gleaner: Launched;
let model: FakeLlm;
let site: TestSite;

const word = (): string =>
  Array.from({ length: 9 }, () => String.fromCharCode(97 + Math.floor(random() * 26))).join('');

const invent = (name: string, schema: JsonObject): Json => {
  const kinds = isJsonList(schema['anyOf']) ? schema['anyOf'].filter(isJsonObject) : [];
  const kind = kinds.find(({ type }) => type !== 'null');
  if (kind !== undefined) return invent(name, kind);
  const { type, properties, items } = schema;
  const is = (wanted: string): boolean => type === wanted || (isJsonList(type) && type.includes(wanted));
  if (isJsonObject(properties))
    return Object.fromEntries(
      Object.entries(properties).map(([inner, of]) => [inner, invent(inner, isJsonObject(of) ? of : {})]),
    );
  if (is('array')) return [invent(name, isJsonObject(items) ? items : {})];
  if (is('boolean')) return random() < 0.5;
  if (is('number') || is('integer')) return 100_000 + Math.floor(random() * 900_000);
  if (name === 'email') return `${word()}@${word()}.example`;
  return name === 'phone' ? `+1 888 555 ${1_000 + Math.floor(random() * 9_000)}` : `${word()} ${word()}`;
};

const string = { type: 'string' };
const properties = {
  name: string,
  phone: string,
  email: string,
  price: { type: 'number' },
  ceo: string,
  awards: { type: 'array', items: string },
  pets_allowed: { type: 'boolean' },
  garden_open: { type: 'boolean' },
  kitchen: { type: 'object', properties: { chef: string, seats: { type: 'integer' } } },
};
const schema = { type: 'object', properties, required: Object.keys(properties) };

const texts = Array.from({ length: pages }, (_, at) =>
  [
    `<h1>House ${at}</h1>`,
    random() < 0.5 ? `<p>Phone: +41 31 555 ${1_000 + at}</p>` : '',
    random() < 0.5 ? `<p>It costs € ${20 + at}.00 a night.</p>` : '',
    random() < 0.5 ? `<p>Write to house${at}@water.example whenever you like.</p>` : '',
    '<p>The house stands by the water, and people come back to it every year for the quiet of its garden.</p>',
  ].join(''),
);

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'gleaner-invented-'));
  [model, site] = await Promise.all([
    startFakeLlm({
      answer: ({ schema: asked }) => ({ kind: 'json', value: invent('', asked ?? {}) as never }),
    }),
    serveSite((path, response) => {
      const [, at = 'x'] = /^\/house-(\d+)$/.exec(path) ?? [];
      const text = texts[Number(at)];
      response.writeHead(text === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
      response.end(
        `<!doctype html><html lang="en"><head><title>House ${at}</title></head>` +
          `<body><main>${text}</main></body></html>`,
      );
    }),
  ]);
  gleaner = await launch({
    dataDir,
    port: 0,
    quiet: true,
    modelKeys: { openai: ['sk-test'] },
    options: {
      allow: [site.allow],
      hosts: onlyHosts({ [site.host]: { delay: 0 } }),
      llm: { providers: { openai: { baseUrl: model.url, model: 'gpt-test' } }, prices: {} },
    },
  });
});
afterAll(async () => {
  await gleaner?.stop();
  await Promise.all([model?.close(), site?.close()]);
  await rm(dataDir, { recursive: true, force: true });
});

/** Leaves of a value with their paths. */
const leaves = (value: unknown, path = ''): [string, string | number | boolean][] => {
  if (value === null || value === undefined) return [];
  if (typeof value === 'object')
    return Object.entries(value).flatMap(([name, inner]) => leaves(inner, `${path}.${name}`));
  return [[path, value as string | number | boolean]];
};

interface Told {
  /** What the pages say that were asked. */
  readonly text: string;
  readonly value: unknown;
  /** Everything that is said beside the value. */
  readonly beside: string;
}

/** What is delivered in each dialect: pages apart, or all together. */
const dialects: Readonly<Record<string, (urls: readonly string[]) => Promise<Told[]>>> = {
  "Gleaner's extract": async (urls) => {
    const body = await over('/v2/extract', { urls, schema, ignoreInvalidURLs: true });
    const { data, ...beside } = body;
    return [{ text: texts.join(''), value: data, beside: JSON.stringify(beside) }];
  },
  "Raito's": async (urls) => {
    const { data } = await over('/v1/extract', { urls, schema, ignoreInvalidURLs: true });
    return data.results.map((result: ApiJson) => told(result.url, result.json, result));
  },
  "Firecrawl's batch, v2": async (urls) => {
    const body = await over('/v2/batch/scrape', { urls, formats: [{ type: 'json', schema }] });
    return body.data.map((each: ApiJson) => told(each.metadata.sourceURL, each.json, each));
  },
  "Firecrawl's batch, v1": async (urls) => {
    const body = await over('/v1/batch/scrape', { urls, formats: ['json'], jsonOptions: { schema } });
    return body.data.map((each: ApiJson) => told(each.metadata.sourceURL, each.json, each));
  },
};

const told = (url: string, value: unknown, { json: _json, ...beside }: ApiJson): Told => ({
  text: texts[Number(/\d+$/.exec(url)?.[0])] ?? '',
  value,
  beside: JSON.stringify(beside),
});

const over = async (path: string, body: unknown): Promise<ApiJson> => {
  const started = await callRoute(gleaner, 'POST', path, body);
  expect(started.status, JSON.stringify(started.body)).toBe(200);
  return await untilOver(gleaner, `${path}/${started.body.id}?limit=100`);
};

test.each(Object.entries(dialects))(
  'of a site no value that the model made up is delivered unmarked, over HTTP: %s',
  async (_, ask) => {
    const urls = texts.map((_text, at) => `${site.origin}/house-${at}`);
    const answers = await ask(urls);
    let delivered = 0;
    for (const { text, value, beside } of answers) {
      for (const [path, leaf] of leaves(value)) {
        delivered += 1;
        const isTold = beside.includes('Judged by the model') && path === '.garden_open';
        const stands = typeof leaf !== 'boolean' && text.includes(String(leaf));
        expect(stands || isTold, `${path}: ${String(leaf)}; ${beside}`).toBe(true);
      }
      expect(beside).toContain('Withheld');
    }
    // Every page answered something, and the model was heard: otherwise nothing is shown.
    expect(delivered).toBeGreaterThanOrEqual(answers.length);
    expect(answers.length === 1 || answers.length === pages).toBe(true);
    expect(model.asks.length).toBeGreaterThan(0);
  },
);
