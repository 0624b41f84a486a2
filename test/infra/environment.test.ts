import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { jobQueues } from '../../functions/edge/runtime.ts';
import { gleanerApp } from '../../infra/app.ts';
import { heapOption } from '../../infra/environment.ts';
import { functionNames } from '../../infra/function-spec.ts';
import { functionSpecs } from '../../infra/functions.ts';
import type { GleanerOptions, Settings } from '../../infra/options.ts';
import { readConfig, settingsFile, type EnvironmentName } from '../../lib/config.ts';
import { modelSettingsSchema } from '../../lib/extract/llm/model-settings.ts';
import { fetcherSettingsSchema } from '../../lib/fetch/remote/fetcher-settings.ts';
import { noHosts } from '../../lib/fetch/politeness/host-policies.ts';
import { findFunction, readSettingsFiles, synthesise } from './synthesise.ts';

const settings: Settings = {
  delaySeconds: 1,
  allow: ['127.0.0.1/32'],
  resolve: ['docs.example.com=127.0.0.1'],
  hosts: noHosts,
  contact: 'https://example.com/bot',
  allowScripts: true,
  keyRequestsPerMinute: 60,
  keyOpenJobs: 5,
  environment: 'staging',
  accountConcurrency: 10,
  monthlyBudget: 50,
  v1Extract: 'v1',
  search: 'https://search.example/',
  llm: modelSettingsSchema.parse({}),
  fetchers: fetcherSettingsSchema.parse({ firecrawl: {}, scrapingant: { dollarsPerCredit: 0.0002 } }),
  corpus: 'main,s3-vectors',
  headersKey: 'new',
};
const template = synthesise(settings);
const files = readSettingsFiles(settings);
const powertools = new Set([
  'NODE_OPTIONS',
  'POWERTOOLS_LOG_LEVEL',
  'POWERTOOLS_METRICS_NAMESPACE',
  'POWERTOOLS_SERVICE_NAME',
]);

/** Set on a laptop alone (`local/sandbox`). */
const onLaptops = new Set(['BROWSER_SANDBOX', 'SHARED_PROCESS']);

/** Names that a function's file, or the one that it hands all to, hands to `createRuntime`. */
const namesRead = (name: string): string[] => {
  const read = (path: string): string =>
    readFileSync(join(import.meta.dirname, '../../functions', path), 'utf8');
  const own = read(`${name}.ts`);
  const source = own.includes('fetchFunction(') ? `${own}${read('edge/fetch-function.ts')}` : own;
  const lists = source.matchAll(/(?:createRuntime|readConfig)\(\s*\[([^\]]*)\]/g);
  const list = [...lists].map((match) => match[1] ?? '').join(', ');
  const named = [...list.matchAll(/'(\w+)'/g)]
    .map((match) => match[1] ?? '')
    .filter((variable) => !onLaptops.has(variable));
  return list.includes('...jobQueues') ? [...named, ...jobQueues] : named;
};

test.each(functionSpecs.map(({ name }) => name))(
  '%s has the variables that its config reads, and no others',
  (name) => {
    const variables = findFunction(template, name)[1].Properties['Environment'].Variables as Record<
      string,
      unknown
    >;
    const inFile = files[name] ?? {};
    const set = [...Object.keys(variables).filter((it) => !powertools.has(it)), ...Object.keys(inFile)];
    expect(set.sort()).toEqual(namesRead(name).sort());
    const values = Object.fromEntries(
      Object.entries({ ...variables, ...inFile }).map(([key, value]) => [
        key,
        typeof value === 'string' ? value : 'http://127.0.0.1/x',
      ]),
    );
    expect(() => readConfig(set as EnvironmentName[], values)).not.toThrow();
  },
);

test('no variable holds the secret, only where it is', () => {
  const text = JSON.stringify(findFunction(template, 'api')[1].Properties['Environment']);
  expect(text).not.toContain('resolve:secretsmanager');
  expect(text).toContain('KEY_SECRET_NAME');
});

test('with the longest settings that are taken, every environment fits the 4 KB that Lambda allows', () => {
  const longest = synthesise({
    ...settings,
    name: 'x'.repeat(20),
    contact: 'c'.repeat(500),
    search: `https://search.example/${'s'.repeat(970)}`,
    llm: modelSettingsSchema.parse({}),
    hosts: {
      ...noHosts,
      hosts: Object.fromEntries([...Array(5_000).keys()].map((n) => [`h${n}.test`, { delay: 1 }])),
    },
  });
  for (const { name } of functionSpecs) {
    const variables = findFunction(longest, name)[1].Properties['Environment'].Variables as Record<
      string,
      unknown
    >;
    // What CloudFormation fills in: a queue's URL is the longest of it.
    const bytes = Object.entries(variables).reduce(
      (sum, [key, value]) => sum + key.length + (typeof value === 'string' ? Buffer.byteLength(value) : 120),
      0,
    );
    expect(bytes, name).toBeLessThan(4_096);
  }
});

test('stacks that are made of the same bundles keep their own settings, and write nothing into the bundles', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gleaner-shared-'));
  try {
    const assets = Object.fromEntries(
      functionNames.map((name) => {
        const asset = join(folder, 'bundles', name);
        mkdirSync(join(asset, 'node_modules/package'), { recursive: true });
        writeFileSync(join(asset, 'index.mjs'), `export const handler = () => '${name}';\n`);
        writeFileSync(join(asset, 'node_modules/package/index.js'), '');
        return [name, asset];
      }),
    ) as GleanerOptions['assets'];
    const bundled = (): unknown[] => readdirSync(join(folder, 'bundles'), { recursive: true }).toSorted();
    const before = bundled();
    for (const [name, allow] of Object.entries({ one: '127.0.0.1/32', two: '10.0.0.0/8' })) {
      const outdir = join(folder, name);
      gleanerApp({ ...settings, allow: [allow], assets, outdir });
      const told = readdirSync(outdir)
        .filter((entry) => existsSync(join(outdir, entry, settingsFile)))
        .map((entry) => ({
          code: readFileSync(join(outdir, entry, 'index.mjs'), 'utf8'),
          isWhole: existsSync(join(outdir, entry, 'node_modules/package/index.js')),
          settings: readFileSync(join(outdir, entry, settingsFile), 'utf8'),
        }));
      const fetching = told.find(({ code }) => code.includes("'fetch-pages'"));
      expect(told.every(({ isWhole }) => isWhole)).toBe(true);
      expect(fetching?.settings).toContain(allow);
    }
    expect(bundled()).toEqual(before);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('the largest job is measured in the heap that its function has', () => {
  const spec = functionSpecs.find(({ name }) => name === 'finish-job');
  if (spec === undefined) throw new Error('No function is called finish-job');
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    readonly scripts: Readonly<Record<string, string>>;
  };
  expect(scripts['bench:finish']).toContain(` ${heapOption(spec)} `);
  expect(findFunction(synthesise(), 'finish-job')[1].Properties['Environment'].Variables).toMatchObject({
    NODE_OPTIONS: expect.stringContaining(heapOption(spec)),
  });
});
