import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCli, type CliRun } from '../../cli/run-cli.ts';
import { auditVisitsKey } from '../../lib/source/audit/audit-record.ts';
import { joinLines, splitLines } from '../../lib/source/audit/line-hashes.ts';
import { getObjectBytes, putObject } from '../../lib/store/objects.ts';
import { startStores, type PipelineStores } from '../harness/pipeline.ts';
import { watchSite } from '../harness/watch-site.ts';

/** The command line against real routes, stores and workers, as one story: each test goes on from the one before. */
let stores: PipelineStores;
let watched: Awaited<ReturnType<typeof watchSite>>;
let api: Awaited<ReturnType<typeof watched.serve>>;
let folder: string;
const hour = 60 * 60_000;

beforeAll(async () => {
  stores = await startStores();
  watched = await watchSite(stores, 'cli');
  api = await watched.serve();
  folder = await mkdtemp(join(tmpdir(), 'gleaner-sources-cli-'));
  const { pages } = watched;
  pages.set('/', { links: ['/a', '/b'] });
  for (const path of ['/a', '/b']) pages.set(path, { text: 'first edition' });
});
afterAll(async () => {
  await api.close();
  await watched.site.close();
  await stores.stop();
  await rm(folder, { recursive: true, force: true });
});

const gleaner = async (...argv: string[]): Promise<CliRun> =>
  await runCli([...argv, '--url', api.url], { environment: { GLEANER_KEY: 'key' }, directory: folder });

const write = async (name: string, version: string, more: Record<string, unknown> = {}): Promise<void> => {
  const { sources, ...rest } = watched.manifest(version, more);
  const spare = { id: 'spare', url: `${watched.site.origin}/a`, frequency: 'monthly', group: 'few' };
  const manifest = { ...rest, groups: { few: {} }, sources: [...sources, spare] };
  await writeFile(join(folder, name), JSON.stringify(manifest, null, 2));
};

/** Runs a source by the command line, with the workers at work beside it. */
const runAndWait = async (): Promise<CliRun> => {
  const started = await gleaner('sources', 'run', 'guide');
  const job = /guide {2}([0-9a-f-]{36})/.exec(started.stdout)?.[1];
  if (job === undefined) throw new Error(`expected a job, found ${JSON.stringify(started)}`);
  await watched.pipeline.run(job);
  return started;
};

test('plan says what a manifest would do and changes nothing; its exit status says whether it would', async () => {
  await write('a.sources.json', '1.0.0', { metadata: { agency: 'Harbour' } });
  const plan = await gleaner('sources', 'plan', 'a.sources.json', '--out', 'reviewed.plan', '--exit-code');
  expect(plan.exitCode).toBe(8);
  expect((await watched.ok('GET', '/v2/sources'))['sources']).toEqual([]);
  // It may hold secrets, such as headers.
  expect((await stat(join(folder, 'reviewed.plan'))).mode & 0o777).toBe(0o600);
  expect(plan.stdout).toContain('+ guide\n');
  expect(plan.stdout).toContain('tides 1.0.0: 2 to create, 0 to change, 0 to remove, 0 unchanged');
});

test('a plan in a file is applied as it was looked at; one that is stale is refused and changes nothing', async () => {
  const applied = await gleaner('sources', 'apply', 'reviewed.plan');
  expect(applied).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('Applied tides 1.0.0.') });
  await write('b.sources.json', '1.1.0', { priority: 'high' });
  await gleaner('sources', 'plan', 'b.sources.json', '--out', 'stale.json');
  await write('c.sources.json', '1.2.0', { priority: 'low' });
  expect(await gleaner('sources', 'apply', 'c.sources.json')).toMatchObject({ exitCode: 0 });
  const stale = await gleaner('sources', 'apply', 'stale.json');
  expect(stale).toMatchObject({ exitCode: 3, stderr: expect.stringContaining('PLAN_STALE') });
  expect((await watched.ok('GET', '/v2/sources/guide'))['source']).toMatchObject({ priority: 'low' });
});

test('what speaks against a manifest is told with file, line and column of the source', async () => {
  const lone = { version: '1.0.0', name: 'other', sources: [{ id: 'guide', url: watched.site.origin }] };
  await writeFile(join(folder, 'taken.sources.json'), JSON.stringify(lone, null, 2));
  const refused = await gleaner('sources', 'apply', 'taken.sources.json');
  expect(refused.exitCode).toBe(3);
  expect(refused.stderr).toMatch(
    /taken\.sources\.json:6:13: error: guide: Is a source of the manifest tides/,
  );
});

test('a run, a change, and a second run: changes, log, diff and history tell of it', async () => {
  await runAndWait();
  watched.pages.set('/b', { text: 'second edition' });
  watched.pages.set('/', { links: ['/a', '/b', '/c'] });
  watched.pages.set('/c', { text: 'new here' });
  watched.pipeline.skip(25 * hour);
  await runAndWait();
  const all = await gleaner('changes');
  expect(all).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('changes --since 3.0') });
  const beyond = await gleaner('changes', '--since', '90.0');
  expect([beyond.exitCode, beyond.stdout]).toEqual([3, '']);
  expect(beyond.stderr).toContain('Cannot read changes since 90.0: the feed of your team ends at 3.0');
  const told = all.stdout
    .trimEnd()
    .split('\n')
    .map((line) => line.replace(/^.{16} {2}/, ''));
  const at = (path: string): string => `guide  ${watched.site.origin}${path}`;
  expect(told).toEqual([
    `added     ${at('/')}`,
    `added     ${at('/a')}`,
    `added     ${at('/b')}`,
    `modified  ${at('/')}`,
    `modified  ${at('/b')}`,
    `added     ${at('/c')}`,
  ]);

  expect((await gleaner('sources', 'log', 'guide')).stdout).toMatch(
    /^\S+ \S+ +completed +manual +4 +1 added, 2 modified/m,
  );
  const diff = await gleaner('sources', 'diff', 'guide');
  expect(diff.stdout).toContain(`added     ${watched.site.origin}/c\n`);
  const page = `${watched.site.origin}/b`;
  const text = await gleaner('diff', page);
  expect(text.stdout).toMatch(/^-.*first edition/m);
  expect(text.stdout).toMatch(/^\+.*second edition/m);
  const history = await gleaner('history', page, '--source', 'guide', '--json');
  const versions = history.stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { kind: string; at: string });
  expect(versions.map(({ kind }) => kind)).toEqual(['modified', 'added']);
  const then = await gleaner('history', page, '--source', 'guide', '--at', versions[1]?.at ?? '');
  expect(then.stdout).toContain('first edition');
});

test('changes --follow goes on as changes come, and ends with 130', async () => {
  const { pages, pipeline, run } = watched;
  pages.set('/a', { text: 'second edition' });
  pipeline.skip(25 * hour);
  let ran: Promise<unknown> | undefined;
  let end = (_signal: NodeJS.Signals): void => {};
  const followed = await runCli(['changes', '--follow', '--kind', 'modified', '--url', api.url], {
    environment: { GLEANER_KEY: 'key' },
    directory: folder,
    onSpawn: (kill) => (end = kill),
    onStdout: (soFar) => {
      // It has told what there was: now something changes.
      if (soFar.includes('/b\n')) ran ??= run();
      if (soFar.includes('/a\n')) end('SIGINT');
    },
  });
  await ran;
  expect(followed.exitCode).toBe(130);
  expect(followed.stdout.match(/\n/g)).toHaveLength(3);
});

test('pause keeps a source from running, with the reason; resume lets it run; bulk acts on a group', async () => {
  expect(await gleaner('sources', 'pause', 'guide', '--why', 'rebuilt')).toMatchObject({
    exitCode: 0,
    stdout: 'guide  paused\n',
  });
  expect((await gleaner('sources', 'show', 'guide')).stdout).toMatch(
    /condition {3}paused since .*: key-cli paused it: rebuilt/,
  );
  expect(await gleaner('sources', 'resume', 'guide')).toMatchObject({ exitCode: 0 });
  expect((await gleaner('sources', 'list')).stdout).toMatch(/^guide +active/m);
  expect(await gleaner('sources', 'pause', '--group', 'few')).toMatchObject({
    exitCode: 0,
    stdout: 'spare  paused\n',
  });
});

test.each([
  [['pause', '--manifest', 'tide'], 2, '--manifest: no manifest "tide" is applied; did you mean tides?'],
  [['run', '--manifest', 'nosuch'], 2, '--manifest: no manifest "nosuch" is applied\n'],
  [
    ['resume', '--group', 'fews'],
    2,
    '--group: no manifest that is applied has a group "fews"; did you mean few?',
  ],
  [['pause', '--group', 'x', '--manifest', 'tides'], 2, '--group: the manifest tides has no group "x"\n'],
  [['run', '--group', 'few', '--priority', 'high'], 0, 'No active source matches.'],
])(
  'sources %j matches no source, and tells a name that does not exist from one that has no active source',
  async (argv, exitCode, words) => {
    const run = await gleaner('sources', ...argv);
    expect(run).toMatchObject({ exitCode, stdout: '', stderr: expect.stringContaining(words) as string });
  },
);

test('what is exported is what was applied; rollback applies an earlier version, and the log has it', async () => {
  const exported = await gleaner('sources', 'export');
  await writeFile(join(folder, 'exported.sources.json'), exported.stdout);
  const plan = await gleaner('sources', 'plan', 'exported.sources.json', '--exit-code');
  expect(plan.exitCode).toBe(0);
  const back = await gleaner('sources', 'rollback', 'tides', '1.0.0');
  expect(back).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('Applied tides 1.0.0.') });
  expect((await gleaner('sources', 'versions', 'tides')).stdout).toMatch(/#3 +1\.0\.0 \(rolled back to\)/);
  const { source } = await watched.ok('GET', '/v2/sources/guide');
  expect(source).toMatchObject({ config: { metadata: { agency: 'Harbour' } } });
});

test('draft --prompt prints a prompt with the notes and the schema in it, and asks nobody', async () => {
  await writeFile(join(folder, 'notes.md'), 'Tide tables of the harbour: https://example.com/tides');
  const draft = await gleaner('sources', 'draft', 'notes.md', '--prompt');
  expect(draft).toMatchObject({ exitCode: 0 });
  expect(draft.stdout).toContain('Tide tables of the harbour');
  expect(draft.stdout).not.toContain('<your notes>');
  const schema = await readFile(new URL('../../docs/schemas/sources-v1.json', import.meta.url), 'utf8');
  expect(draft.stdout).toContain(JSON.stringify(JSON.parse(schema)));
});

test('pages that are held are deleted once they are accepted; alerts tell of it, and are seen to one by one', async () => {
  const { pages, pipeline } = watched;
  const later = async (): Promise<void> => {
    pipeline.skip(25 * hour);
    await runAndWait();
  };
  const cursor = /--since (\S+)/.exec((await gleaner('changes')).stderr)?.[1] ?? '';
  const deleted = async (): Promise<string> =>
    (await gleaner('changes', '--since', cursor, '--kind', 'deleted')).stdout;
  expect(await gleaner('sources', 'accept', 'guide')).toMatchObject({
    exitCode: 3,
    stdout: '',
    stderr: expect.stringContaining('its last run held no pages back') as string,
  });
  pages.clear();
  await later();
  await later();
  expect(await deleted()).toBe('');
  const alerts = (await gleaner('alerts')).stdout;
  for (const rule of ['mass-deletion', 'source-moved'])
    expect(alerts).toMatch(new RegExp(`^high +open .* guide\\.${rule} `, 'm'));

  const held = 'guide.mass-deletion';
  expect(await gleaner('alerts', 'ack', 'guide.source-moved')).toMatchObject({ exitCode: 0 });
  expect(await gleaner('alerts', 'snooze', held, '--for', '3d')).toMatchObject({
    exitCode: 0,
    stderr: expect.stringContaining('put off for 3d') as string,
  });
  const listed = (await gleaner('alerts', '--json', '--source', 'guide')).stdout.trimEnd().split('\n');
  const seen = listed.flatMap((line) => {
    const { id, state, snoozedUntil } = JSON.parse(line) as Record<string, string | null>;
    return state === 'acknowledged' ? [`${id} ${snoozedUntil === null ? 'seen' : 'put off'}`] : [];
  });
  expect(seen.toSorted()).toEqual([`${held} put off`, 'guide.source-moved seen']);

  expect(await gleaner('sources', 'accept', 'guide')).toMatchObject({
    exitCode: 0,
    stdout: 'guide  accepted\n',
  });
  await later();
  expect((await deleted()).trimEnd().split('\n')).toHaveLength(4);
  expect((await gleaner('alerts')).stdout).not.toContain(held);
});

test('audit lists and exports who did what; verify exits with 1 and names the object that was tampered with', async () => {
  const paused = await gleaner('audit', 'list', '--action', 'source.paused');
  expect(paused).toMatchObject({ exitCode: 0 });
  expect(paused.stdout).toMatch(/ guide +key-cli +source\.paused/);
  expect(paused.stdout).not.toContain('page.visited');

  const rows = (await gleaner('audit', 'export', '--source', 'guide', '--format', 'jsonl')).stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { action: string; chain: string; run_id: string });
  expect(new Set(rows.map(({ chain }) => chain))).toEqual(new Set(['guide']));
  expect(rows.map(({ action }) => action)).toContain('deletions.accepted');
  const csv = (await gleaner('audit', 'export', '--source', 'guide')).stdout.trimEnd().split('\n');
  expect(csv).toHaveLength(rows.length + 1);
  expect(csv[0]).toMatch(/^seq,chain,/);

  expect(await gleaner('audit', 'verify')).toMatchObject({
    exitCode: 0,
    stdout: '',
    stderr: expect.stringContaining('Nothing was removed, changed or added.') as string,
  });
  const run = rows.find(({ action }) => action === 'page.visited')?.run_id ?? '';
  const key = auditVisitsKey({ team: 'cli', chain: 'guide' }, run);
  const bytes = (await getObjectBytes(stores.sources, key)) ?? new Uint8Array();
  const forged = splitLines(bytes).map((line) => line.replace('"http_status":200', '"http_status":404'));
  await putObject(stores.sources, key, joinLines(forged), 'application/gzip');
  const found = await gleaner('audit', 'verify');
  expect(found).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('The audit was tampered with: 1 finding') as string,
  });
  expect(found.stdout).toContain(key);
  await putObject(stores.sources, key, bytes, 'application/gzip');
  expect((await gleaner('audit', 'verify')).exitCode).toBe(0);
});
