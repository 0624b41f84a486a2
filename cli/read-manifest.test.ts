import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { firstVersion } from '../lib/source/manifest.fixture.ts';
import { readManifest, readManifestText } from './read-manifest.ts';
import { runCli } from './run-cli.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gleaner-manifest-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

const head = 'version: 1.0.0\nname: tides\n';
const source = (more = '') => `sources:\n  - id: ebb\n    url: https://example.com/\n${more}`;

/** Nine lists, each of ten times the list before it. */
const aliases = Array.from({ length: 9 }, (_, at) => {
  const [name, before] = [98 + at, 97 + at].map((code) => String.fromCodePoint(code));
  return `  - &${name} [${`*${before},`.repeat(10)}]`;
});

const wrong: readonly (readonly [what: string, text: string, line: RegExp])[] = [
  [
    'a key that is misspelled',
    `${head}${source('    frequencey: daily\n')}`,
    /^m:6:5: sources\.0\.frequencey: unknown key; did you mean "frequency"\?$/,
  ],
  [
    'a key that nothing is like',
    `${head}${source('    colour: red\n')}`,
    /^m:6:5: sources\.0\.colour: unknown key; expected one of id, name,/,
  ],
  [
    'a key of the whole manifest',
    `${head}sauces: []\nsources: []\n`,
    /^m:3:1: sauces: unknown key; did you mean "sources"\?$/,
  ],
  [
    'a key of scrape options',
    `${head}${source('    scrape:\n      onlyMainContnt: true\n')}`,
    /^m:7:7: sources\.0\.scrape\.onlyMainContnt: unknown key; did you mean "onlyMainContent"\?$/,
  ],
  [
    'an id that stands twice',
    `${head}${source('  - id: ebb\n    url: https://example.com/b\n')}`,
    /^m:6:9: sources\.1\.id: expected an id of its own: sources\.0 has it as well$/,
  ],
  [
    'an id with capitals',
    `${head}sources:\n  - id: Ebb\n    url: https://example.com/\n`,
    /^m:4:9: sources\.0\.id: expected lower-case words joined by dashes/,
  ],
  [
    'a frequency that is none',
    `${head}${source('    frequency: fortnightly\n')}`,
    /^m:6:16: sources\.0\.frequency: expected one of "hourly", "daily", .*, found "fortnightly"$/,
  ],
  [
    'a group that is not there',
    `${head}${source('    group: hud\n')}`,
    /^m:6:12: sources\.0\.group: expected no group: this manifest has none under groups, found "hud"$/,
  ],
  [
    'a URL that is none',
    `${head}sources:\n  - id: ebb\n    url: ftp://example.com/\n`,
    /^m:5:10: sources\.0\.url: expected /,
  ],
  [
    'no URL',
    `${head}sources:\n  - id: ebb\n`,
    /^m:4:5: sources\.0: expected url, which the method scrape begins with$/,
  ],
  [
    'a batch without URLs',
    `${head}${source('    method: batch\n')}`,
    /^m:4:5: sources\.0: expected urls, which the method batch fetches$/,
  ],
  ['no version', 'name: tides\nsources: []\n', /^m:1:1: version: expected a string, found nothing$/],
  [
    'a version that is none',
    'version: next\nname: tides\nsources: []\n',
    /^m:1:10: version: expected a version such as 1\.4\.0, found "next"$/,
  ],
  ['no owner', 'version: 1.0.0\nsources: []\n', /^m:1:1: the manifest: expected name/],
  [
    'a login',
    `${head}${source('    auth_config: { user: a }\n')}`,
    /^m:6:18: sources\.0\.auth_config: expected null: sources behind a login are not offered yet$/,
  ],
  [
    'a key that stands twice',
    `${head}name: tides\nsources: []\n`,
    /^m:3:1: expected each key once, found name again$/,
  ],
  [
    'a key of JSON that stands twice',
    '{"version": "1.0.0", "na me": 1, "na me": 2}',
    /^m:1:34: expected each key once, found "na me" again$/,
  ],
  [
    'too many hours',
    `${head}${source('    every: 25h\n')}`,
    /: expected 1h to 23h or 1d to 365d, found "25h"$/,
  ],
  [
    'no time to be believed gone',
    `${head}${source('    deletion: { after: 0h }\n')}`,
    /: expected 1h to 999h or 1d to 999d, found "0h"$/,
  ],
  [
    'a retention that is not offered',
    `${head}${source('    retention: 2y\n')}`,
    /: expected one of "90d", "1y", "7y", "ever", found "2y"$/,
  ],
  ['YAML that breaks off', `${head}sources: [\n`, /^m:\d+:\d+: /],
  ['JSON that breaks off', '{"version": "1.0.0", "sources": [', /^m:1:\d+: /],
  [
    'a version that YAML takes for a number',
    'version: 1.0\nname: tides\nsources: []\n',
    /^m:1:10: version: expected a string, found 1, which needs quotes$/,
  ],
  [
    'a fact that is a list',
    `${head}${source('    metadata: { tags: [a] }\n')}`,
    /: sources\.0\.metadata\.tags: expected a string, or a number, or true or false, or null, found an array$/,
  ],
  [
    'a misspelled group',
    `${head}groups: { guides: {}, notes: {} }\n${source('    group: guide\n')}`,
    /: sources\.0\.group: expected one of the groups of this manifest \(did you mean guides\?\), found "guide"$/,
  ],
  [
    'a merged map of YAML',
    `${head}defaults: &d { frequency: daily }\n${source('    <<: *d\n')}`,
    /: sources\.0\.<<: expected no merged maps: a source inherits from defaults and from its group$/,
  ],
  ['nothing', '', /^m:1:1: the manifest: expected an object, found null$/],
  [
    'too many sources',
    JSON.stringify({
      version: '1.0.0',
      name: 'a',
      sources: Array.from({ length: 5_001 }, (_, at) => ({ id: `s-${at}`, url: 'https://example.com/' })),
    }),
    /^m:1:\d+: sources: expected at most 5000 entries$/,
  ],
  [
    'too many bytes',
    `${head}sources: []\n#${'x'.repeat(2_097_152)}`,
    /^m: expected at most 2097152 bytes, found \d+$/,
  ],
  [
    'a bomb of aliases',
    `${head}sources:\n  - &a [${'x,'.repeat(10)}]\n${aliases.join('\n')}\n`,
    /^m:8:\d+: expected aliases of at most 100000 values, found more$/,
  ],
  [
    'an alias of what it stands in',
    `${head}${source('    scrape: { formats: [{ type: json, schema: &s { properties: { a: *s } } }] }\n')}`,
    /^m:6:69: expected no alias of what it stands in, found \*s$/,
  ],
  [
    'very many levels',
    `${head}sources: ${'['.repeat(5_000)}`,
    /^m:3:\d+: expected at most 100 levels, found more$/,
  ],
  [
    'many levels that all end',
    `${head}sources: ${'['.repeat(150)}${']'.repeat(150)}\n`,
    /^m:3:110: expected at most 100 levels, found more$/,
  ],
  [
    'groups that inherit from one another in a circle',
    `${head}groups:\n  a: { group: b }\n  b: { group: a }\nsources: []\n`,
    /^m:5:8: groups\.b\.group: unknown key; expected one of method, frequency/,
  ],
  [
    'a minute that no hour has',
    `${head}${source('    cron: "61 * * * *"\n')}`,
    /^m:6:11: sources\.0\.cron: expected five fields, such as 0 9 \* \* MON-FRI: invalid value for minute: 61, found "61 \* \* \* \*"$/,
  ],
  [
    'a day that no year has',
    `${head}${source('    cron: "0 0 31 2 *"\n')}`,
    /^m:6:11: sources\.0\.cron: expected an expression that some moment fulfils, found "0 0 31 2 \*"$/,
  ],
  [
    'an auto cadence that ends before it begins',
    `${head}${source('    auto: { min: 7d, max: 1d }\n')}`,
    /^m:6:11: sources\.0\.auto: expected min no longer than max$/,
  ],
  [
    'two cadences',
    `${head}${source('    frequency: daily\n    auto: { min: 1d, max: 7d }\n')}`,
    /^m:7:11: sources\.0\.auto: expected one cadence: frequency stands beside it$/,
  ],
  [
    'a month for nothing',
    `${head}${source('    limits: { dollars_per_month: 0 }\n')}`,
    /^m:6:34: sources\.0\.limits\.dollars_per_month: expected more than 0, found 0$/,
  ],
  [
    'a zone that no map has',
    `${head}${source('    timezone: Europe/Atlantis\n')}`,
    /^m:6:15: sources\.0\.timezone: expected a time zone such as Europe\/Berlin, found "Europe\/Atlantis"$/,
  ],
  [
    'two cadences',
    `${head}${source('    frequency: daily\n    every: 6h\n')}`,
    /^m:7:12: sources\.0\.every: expected one cadence: frequency stands beside it$/,
  ],
  [
    'a window beside cron',
    `${head}${source('    cron: 0 9 * * *\n    window: { from: "01:00", to: "05:00" }\n')}`,
    /^m:7:13: sources\.0\.window: expected no window: cron stands beside it, and says the time itself$/,
  ],
  [
    'a window beside the cron of the defaults',
    `${head}defaults:\n  cron: 0 9 * * *\n  window: { from: "01:00", to: "05:00" }\nsources: []\n`,
    /^m:5:11: defaults\.window: expected no window: cron stands beside it, and says the time itself$/,
  ],
  [
    'a window of a source whose cron is inherited',
    `${head}defaults: { cron: 0 9 * * * }\n${source('    window: { from: "01:00", to: "05:00" }\n')}`,
    /^m:7:13: sources\.0\.window: expected no window: the cron of defaults holds for it, and says the time itself$/,
  ],
  [
    'a window of a group whose source inherits the cron of the defaults',
    `${head}defaults: { cron: 0 9 * * * }\ngroups: { hud: { window: { from: "01:00", to: "05:00" } } }\n` +
      source('    group: hud\n'),
    /^m:4:26: groups\.hud\.window: expected no window: the cron of defaults holds for it, and says the time itself$/,
  ],
  [
    'URLs for a scrape',
    `${head}${source('    urls: [https://example.com/b]\n')}`,
    /^m:6:11: sources\.0\.urls: expected no urls: only the method batch fetches them, not scrape$/,
  ],
  [
    'URLs for a crawl that inherits its method',
    `${head}defaults: { method: crawl }\n${source('    urls: [https://example.com/b]\n')}`,
    /^m:7:11: sources\.0\.urls: expected no urls: only the method batch fetches them, not crawl$/,
  ],
  [
    'a URL beside the URLs of a batch',
    `${head}${source('    method: batch\n    urls: [https://example.com/b]\n')}`,
    /^m:5:10: sources\.0\.url: expected no url: the method batch fetches urls and nothing else$/,
  ],
  [
    'two documents',
    `${head}sources: []\n---\nversion: 1.0.0\n`,
    /^m:4:1: expected one document, found another after ---$/,
  ],
];

test.each(wrong)('%s is refused, with its place and what was wanted there', (_what, text, line) => {
  const read = readManifestText(text, 'm');
  expect(read.ok ? [] : read.lines).toEqual(expect.arrayContaining([expect.stringMatching(line)]));
});

test('a map of a hundred thousand keys is read key by key, and tells the one that stands twice', () => {
  const keys = Array.from({ length: 100_000 }, (_, at) => `k${at}: 1`);
  const read = readManifestText(`{${keys.join(',\n')},\nk7: 2}`, 'm');
  expect(read).toEqual({ ok: false, lines: ['m:100001:1: expected each key once, found k7 again'] });
});

test('an alias that is used for each of many sources is no bomb', () => {
  const lines = Array.from(
    { length: 500 },
    (_, at) =>
      `  - { id: s-${at}, url: "https://example.com/", metadata: ${at === 0 ? '&m { a: b }' : '*m'} }`,
  );
  expect(readManifestText(`${head}sources:\n${lines.join('\n')}\n`, 'm')).toMatchObject({ ok: true });
});

test('the same manifest is read from JSON, from YAML and from TypeScript', async () => {
  const json = JSON.stringify(firstVersion, null, 2);
  const files: Record<string, string> = {
    'a.sources.json': json,
    // JSON is YAML; so is this.
    'a.sources.yaml': `# our sources\n${json}`,
    'a.sources.ts': `interface Any { version: string }\nexport default ${json} satisfies Any;\n`,
  };
  const read = await Promise.all(
    Object.entries(files).map(async ([name, text]) => {
      await writeFile(join(folder, name), text);
      return await readManifest(join(folder, name));
    }),
  );
  for (const one of read) expect(one).toMatchObject({ ok: true, manifest: firstVersion });
  const none = join(folder, 'none.ts');
  await writeFile(none, 'export const manifest = {};\n');
  expect(await readManifest(none)).toEqual({
    ok: false,
    lines: [`${none}: expected the manifest as the default export`],
  });
  expect(await readManifest(folder)).toEqual({ ok: false, lines: [`Cannot read ${folder}: it is a folder`] });
  expect(await readManifest(join(folder, 'no-such.json'))).toMatchObject({
    ok: false,
    lines: [expect.stringMatching(/^Cannot read .*no-such\.json: there is no such file$/)],
  });
});

test('the command line tells every mistake of a manifest at once, and ends with 2', async () => {
  const path = join(folder, 'wrong.yaml');
  await writeFile(path, `${head}${source('    frequencey: daily\n    group: hud\n')}`);
  const { exitCode, stderr } = await runCli(['sources', 'validate', path]);
  expect(exitCode).toBe(2);
  expect(stderr).toContain('wrong.yaml:6:5: sources.0.frequencey: unknown key');
  const right = join(folder, 'right.yaml');
  await writeFile(right, `${head}${source()}`);
  expect(await runCli(['sources', 'validate', right])).toMatchObject({ exitCode: 0 });
  const idle = join(folder, 'idle.yaml');
  await writeFile(idle, `${head}${source('    crawl: { limit: 3 }\n')}`);
  const words = 'warning: ebb: crawl.limit has no effect on its runs: it only works with method: crawl';
  const remarked = await runCli(['sources', 'validate', idle]);
  expect(remarked).toMatchObject({ exitCode: 0, stderr: expect.stringContaining(words) });
  expect(remarked.stderr).toMatch(/idle\.yaml:\d+:\d+: warning/);
  expect(JSON.parse((await runCli(['sources', 'validate', idle, '--json'])).stdout)).toMatchObject({
    valid: true,
    findings: [{ level: 'warning', source: 'ebb', code: 'OPTION_UNUSED' }],
  });
  const told = await runCli(['sources', 'validate', path, '-', '--json'], { stdin: `${head}${source()}` });
  expect(told.exitCode).toBe(2);
  const [first, second] = told.stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
  expect(first).toMatchObject({
    file: path,
    valid: false,
    problems: [expect.stringContaining(':6:5:'), expect.any(String)],
  });
  expect(second).toMatchObject({ file: '-', valid: true, sources: 1 });
  const stdin = `${head}${source('    frequencey: daily\n')}`;
  const piped = await runCli(['sources', 'validate', '-'], { stdin });
  expect(piped).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('stdin:6:5:') });
  const diff = await runCli(['sources', 'diff', right, join(folder, 'a.sources.json')]);
  expect(diff).toMatchObject({ exitCode: 0, stdout: '+ cfpb-reg-x\n- ebb\n' });
});
