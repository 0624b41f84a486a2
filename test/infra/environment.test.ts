import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { jobQueues } from '../../functions/edge/runtime.ts';
import { functionSpecs } from '../../infra/functions.ts';
import type { Settings } from '../../infra/options.ts';
import { readConfig, type EnvironmentName } from '../../lib/config.ts';
import { modelSettingsSchema } from '../../lib/extract/llm/model-settings.ts';
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
  corpus: 'main,s3-vectors',
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
  const source = own.includes('fetchFunction(') ? read('edge/fetch-function.ts') : own;
  const list = /createRuntime\(\s*\[([^\]]*)\]/.exec(source)?.[1] ?? '';
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
  expect(text).toContain('KEY_SECRET_ARN');
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
