import { readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCli } from '../run-cli.ts';
import { serveFakeApi, type FakeResponse, type ReceivedRequest } from '../api/serve-fake-api.ts';

let folder: string;
let path: string;
const url = (id: string): string => `https://example.com/${id}`;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gleaner-sources-'));
  path = join(folder, 'tides.sources.json');
  const sources = [
    { id: 'ebb', url: url('ebb'), priority: 'low' },
    { id: 'flood', url: url('flood'), method: 'crawl', priority: 'high', group: 'guides' },
    { id: 'stuck', url: url('stuck') },
    { id: 'draft', url: url('draft'), status: 'proposed' },
    { id: 'old', url: url('old'), status: 'retired' },
  ];
  await writeFile(path, JSON.stringify({ version: '2.0.1', name: 'tides', groups: { guides: {} }, sources }));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

const nameOf = ({ body }: ReceivedRequest): string => (body as { source: { id: string } }).source.id;
const answer = (request: ReceivedRequest): FakeResponse =>
  nameOf(request) === 'stuck'
    ? { status: 409, body: { success: false, error: 'its last 5 runs failed', code: 'SOURCE_PAUSED' } }
    : { body: { success: true, id: `job-${nameOf(request)}` } };

test('sources run starts what is active, the most urgent first; one that is refused keeps no other from it', async () => {
  await using api = await serveFakeApi(answer);
  const run = await runCli(['sources', 'run', path, '--url', api.url]);
  expect(run.stdout).toBe('flood  job-flood\nebb  job-ebb\n');
  expect(run.exitCode).toBe(3);
  expect(run.stderr).toContain('Started 2 of 3 sources');
  expect(run.stderr).toContain('stuck: The API refused the request (409 SOURCE_PAUSED)');
  expect(api.requests.map((request) => [request.path, nameOf(request)])).toEqual([
    ['/v2/crawl', 'flood'],
    ['/v2/batch/scrape', 'stuck'],
    ['/v2/batch/scrape', 'ebb'],
  ]);
  expect(api.requests[0]?.body).toMatchObject({ url: url('flood'), source: { manifestVersion: '2.0.1' } });
});

test(
  'a source that is named runs though it is only proposed; one that is retired or unknown is refused before ' +
    'anything runs',
  async () => {
    await using api = await serveFakeApi(answer);
    const run = await runCli(['sources', 'run', path, 'draft', '--json', '--url', api.url]);
    expect([run.exitCode, JSON.parse(run.stdout)]).toEqual([
      0,
      { source: 'draft', kind: 'batch', job: 'job-draft' },
    ]);
    const retired = await runCli(['sources', 'run', path, 'ebb', 'old', '--url', api.url]);
    expect(retired).toMatchObject({
      exitCode: 2,
      stdout: '',
      stderr: expect.stringContaining('old is retired'),
    });
    const unknown = await runCli(['sources', 'run', path, 'flod', '--url', api.url]);
    expect(unknown).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('did you mean flood?') });
    expect(api.requests).toHaveLength(1);
  },
);

test.each([
  [['--priority', 'high'], ['flood']],
  [['--priority', 'low', '--manifest', 'tides'], ['ebb']],
  [['--group', 'guides'], ['flood']],
  [['ebb', 'draft', '--priority', 'medium'], ['draft']],
])('sources run FILE %j starts only what all of its options let in', async (argv, wanted) => {
  await using api = await serveFakeApi(answer);
  const run = await runCli(['sources', 'run', path, ...argv, '--url', api.url]);
  expect([run.exitCode, api.requests.map(nameOf)]).toEqual([0, wanted]);
});

test.each([
  [['--manifest', 'tide'], '--manifest: the manifest of this file is tides, found "tide"'],
  [['--group', 'guide'], '--group: this manifest has no group "guide"; did you mean guides?'],
  [
    ['--group', 'guides', '--priority', 'low'],
    'No source of this manifest that could run is of this --group',
  ],
])('sources run FILE %j is refused before anything runs', async (argv, words) => {
  await using api = await serveFakeApi(answer);
  const run = await runCli(['sources', 'run', path, ...argv, '--url', api.url]);
  expect(run).toMatchObject({ exitCode: 2, stdout: '', stderr: expect.stringContaining(words) });
  expect(api.requests).toEqual([]);
});

/** A run in the log of a source. */
const logged = { endedAt: '2026-02-13T14:30:00.000Z', code: null, trigger: 'api', isComplete: true };
const found = { ...logged, visited: 3, held: 0, changes: { modified: 1 }, pages: { present: 3 } };

test('sources run FILE --wait waits for the end of each run, and tells what it changed and whether one failed', async () => {
  const over = { status: 'completed', counts: { admitted: 3, done: 2, failed: 1, blocked: 0, skipped: 0 } };
  await using api = await serveFakeApi((request, earlier) => {
    if (request.method === 'POST') return answer(request);
    const [place = ''] = request.path.split('?');
    if (place === '/v2/sources/flood/runs') {
      const run = { ...found, job: 'job-flood', outcome: 'failed' };
      return { body: { runs: earlier === 0 ? [] : [run], cursor: null } };
    }
    // No manifest that is applied lists it.
    if (place === '/v2/sources/ebb/runs')
      return { status: 404, body: { success: false, error: 'is not listed', code: 'SOURCE_NOT_FOUND' } };
    if (place === '/v2/changes') {
      const runs = ['job-ebb', 'job-ebb', 'job-before'];
      return { body: { changes: runs.map((run) => ({ kind: 'added', run })), cursor: null } };
    }
    return { body: { success: true, data: [], ...(earlier === 0 ? { status: 'scraping' } : over) } };
  });
  const run = async (...argv: string[]) => await runCli(['sources', 'run', path, ...argv, '--url', api.url]);
  const ran = await run('flood', 'ebb', '--wait');
  expect(ran.stdout).toBe(
    'flood  failed: 1 modified; pages: 3 present\nebb  completed: 2 added; 1 not read; pages: 2 read\n',
  );
  expect([ran.exitCode, ran.stderr]).toEqual([5, expect.stringContaining('npx gleaner errors job-ebb')]);
  expect((await run('flood', 'ebb', 'stuck', '--wait')).exitCode).toBe(3);
});

test('sources run FILE --wait --timeout ends with 6, and says that the run continues', async () => {
  await using api = await serveFakeApi((request) =>
    request.method === 'POST' ? answer(request) : { body: { runs: [], cursor: null } },
  );
  const argv = ['sources', 'run', path, 'flood', '--wait', '--timeout', '0'];
  const run = await runCli([...argv, '--url', api.url]);
  expect(run).toMatchObject({ exitCode: 6, stdout: '' });
  expect(run.stderr).toContain('The run job-flood of flood continues');
});

test('when the time is over, runs that ended are printed still, and each that continues is named', async () => {
  const run = async (outcome: string) => {
    await using api = await serveFakeApi((request) => {
      if (request.method === 'POST') return answer(request);
      const ended = { ...found, job: 'job-ebb', outcome };
      return { body: { runs: request.path.startsWith('/v2/sources/ebb/') ? [ended] : [], cursor: null } };
    });
    const argv = ['sources', 'run', path, 'flood', 'ebb', '--wait', '--timeout', '0'];
    return await runCli([...argv, '--url', api.url]);
  };
  const slow = await run('completed');
  expect(slow).toMatchObject({ exitCode: 6, stdout: 'ebb  completed: 1 modified; pages: 3 present\n' });
  expect(slow.stderr).toContain('The run job-flood of flood continues');
  // What failed is known, whatever becomes of the other.
  const failed = await run('failed');
  expect(failed).toMatchObject({ exitCode: 5, stdout: 'ebb  failed: 1 modified; pages: 3 present\n' });
  expect(failed.stderr).toContain('The run job-flood of flood continues');
});

test('sources list shows what sources inherit, and of a group only its own', async () => {
  const run = await runCli(['sources', 'list', path, '--group', 'guides', '--json']);
  expect(JSON.parse(run.stdout)).toMatchObject({ id: 'flood', method: 'crawl', status: 'active' });
});

test.each([
  [['--manifest', 'tide'], '--manifest: the manifest of this file is tides, found "tide"'],
  [['--group', 'guide'], '--group: this manifest has no group "guide"; did you mean guides?'],
  [['--condition', 'paused'], '--condition is for sources list without a file'],
])('sources list FILE %j is refused, and is no empty list', async (argv, words) => {
  const run = await runCli(['sources', 'list', path, ...argv]);
  expect(run).toMatchObject({ exitCode: 2, stdout: '', stderr: expect.stringContaining(words) });
});

const applied = ({ path: asked }: ReceivedRequest): FakeResponse => {
  if (asked.startsWith('/v2/sources')) return { body: { success: true, sources: [] } };
  return asked === '/v2/manifests'
    ? { body: { success: true, manifests: [{ name: 'tides' }] } }
    : { body: { success: true, manifest: { groups: { guides: {} } } } };
};

test.each([
  [['--manifest', 'tide'], '--manifest: no manifest "tide" is applied; did you mean tides?'],
  [['--group', 'guide'], '--group: no manifest that is applied has a group "guide"; did you mean guides?'],
])('sources list %j, of which there is none, is refused', async (argv, words) => {
  await using api = await serveFakeApi(applied);
  const run = await runCli(['sources', 'list', ...argv, '--url', api.url]);
  expect(run).toMatchObject({ exitCode: 2, stdout: '', stderr: expect.stringContaining(words) });
});

test.each([
  ['list', ['--manifest', 'tide'], '--manifest: no manifest "tide" is applied; did you mean tides?'],
  [
    'run',
    ['--group', 'guide'],
    '--group: no manifest that is applied has a group "guide"; did you mean guides?',
  ],
])(
  'sources %s %j, which the API refuses, is refused in the words of the command',
  async (verb, argv, words) => {
    await using api = await serveFakeApi((request) =>
      request.path.startsWith('/v2/sources?') || request.path === '/v2/sources/bulk'
        ? { status: 404, body: { success: false, error: 'there is none', code: 'MANIFEST_NOT_FOUND' } }
        : applied(request),
    );
    const run = await runCli(['sources', verb, ...argv, '--url', api.url]);
    expect(run).toMatchObject({ exitCode: 2, stdout: '', stderr: expect.stringContaining(words) });
  },
);

test.each([[['--group', 'guides']], [['--manifest', 'tides']], [['--condition', 'paused']]])(
  'sources list %j, in which no source is, is empty',
  async (argv) => {
    await using api = await serveFakeApi(applied);
    const run = await runCli(['sources', 'list', ...argv, '--url', api.url]);
    expect(run).toMatchObject({ exitCode: 0, stdout: '' });
    expect(run.stderr).toContain('No source matches.');
  },
);

test.each([['--from'], ['--to']])('sources diff of two files with %s is refused', async (option) => {
  const run = await runCli(['sources', 'diff', path, path, option, '2026-01-01']);
  expect(run).toMatchObject({ exitCode: 2, stdout: '' });
  expect(run.stderr).toContain(`${option} is for sources diff <id>: two files are compared as they are`);
});

test.each([
  [['sources', 'aply', 'x.json'], 'did you mean apply?'],
  [['sources', 'plan'], 'expected sources plan <file>, found nothing'],
  [['sources', 'pause'], 'expected ids of sources, or --group, --manifest or --priority'],
])('%j is refused before anything is asked, and says what was wanted', async (argv, wanted) => {
  expect(await runCli(argv)).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(wanted) });
});

test('run --wait tells what the run changed; one source that is refused keeps no other from it', async () => {
  const run = { job: 'job-1', endedAt: '2026-02-13T14:30:00.000Z', outcome: 'completed', code: null };
  const told = { trigger: 'manual', isComplete: true, visited: 3, held: 0 };
  const counts = { changes: { modified: 1 }, pages: { present: 3, deleted: 0 } };
  await using api = await serveFakeApi(({ method, path: asked }, earlier) => {
    if (method === 'POST' && asked.startsWith('/v2/sources/ebb/')) return { body: { id: 'job-1' } };
    if (method === 'POST')
      return { status: 409, body: { success: false, error: 'is open', code: 'RUN_OPEN' } };
    return { body: { runs: earlier === 0 ? [] : [{ ...run, ...told, ...counts }], cursor: null } };
  });
  const ran = await runCli(['sources', 'run', 'ebb', 'flood', '--wait', '--url', api.url]);
  expect(ran.stdout).toBe('ebb  completed: 1 modified; pages: 3 present\n');
  expect(ran).toMatchObject({ exitCode: 3, stderr: expect.stringContaining('flood: ') });
});

test('confirm sends keys of arguments, files and stdin, each once and as many as a call takes', async () => {
  const keys = Array.from({ length: 120 }, (_, index) => `kept/7y/example.com/${index}.json`);
  const list = join(folder, 'taken.txt');
  await writeFile(list, `# taken today\n${keys.join('\n')}\n`);
  await using api = await serveFakeApi(({ body }) => {
    const { envelopes } = body as { envelopes: string[] };
    const unknown = envelopes.filter((key) => key.endsWith('/7.json'));
    return { body: { success: true, confirmed: envelopes.filter((key) => !unknown.includes(key)), unknown } };
  });
  const argv = [
    'sources',
    'confirm',
    'ebb',
    keys[0] ?? '',
    'kept/7y/b.json',
    '--file',
    list,
    '--url',
    api.url,
  ];
  const run = await runCli(argv);
  expect(api.requests.map(({ path: asked }) => asked)).toEqual(Array(2).fill('/v2/sources/ebb/confirm'));
  const sent = api.requests.map(({ body }) => (body as { envelopes: string[] }).envelopes);
  expect(sent.map(({ length }) => length)).toEqual([100, 21]);
  expect(sent.flat()).toEqual([keys[0], 'kept/7y/b.json', ...keys.slice(1)]);
  expect(run.stdout.trimEnd().split('\n')).toEqual(sent.flat().filter((key) => key !== keys[7]));
  expect(run).toMatchObject({ exitCode: 3, stderr: expect.stringContaining(`unknown: ${keys[7]}`) });
  expect(run.stderr).toContain('Confirmed 120 of 121 envelopes of ebb.');
});

test('confirm without a key is refused before anything is asked', async () => {
  await using api = await serveFakeApi(() => ({ body: {} }));
  const run = await runCli(['sources', 'confirm', 'ebb', '--url', api.url]);
  expect(run).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('expected keys of envelopes') });
  expect(api.requests).toEqual([]);
});

test.each([
  [
    ['validate', 'a.yaml', '--format', 'json'],
    '--format is for sources plan, apply, rollback, not for validate',
  ],
  [
    ['apply', 'a.yaml', '--group', 'guides'],
    '--group is for sources list, run, pause, resume, not for apply',
  ],
  [['show', 'ebb', '--limit', '3'], '--limit is for sources log, not for show'],
  [['run', 'ebb', '--timeout', '1'], '--timeout is for sources run with --wait, not for run without it'],
  [
    ['plan', 'a.yaml', '--json', '--format', 'markdown'],
    '--json and --format markdown exclude each other: --json is --format json',
  ],
  [['plan', 'a.yaml', '--json', '--format', 'text'], '--json and --format text exclude each other'],
])('sources %j is refused, because the action would pass the option over', async (argv, words) => {
  await using api = await serveFakeApi(answer);
  const run = await runCli(['sources', ...argv, '--url', api.url]);
  expect(run).toMatchObject({ exitCode: 2, stdout: '' });
  expect(run.stderr).toContain(words);
  expect(api.requests).toEqual([]);
});

const plan = {
  success: true,
  name: 'tides',
  version: '2.0.1',
  base: 'b',
  counts: {},
  entries: [],
  findings: [],
  applied: null,
};

test('a plan is written with the folder for it; where it cannot be written, a sentence says why', async () => {
  await using api = await serveFakeApi(() => ({ body: plan }));
  const run = async (out: string): Promise<Awaited<ReturnType<typeof runCli>>> =>
    await runCli(['sources', 'plan', path, '--out', out, '--url', api.url]);
  const deep = join(folder, 'of', 'plans', 'plan.json');
  expect(await run(deep)).toMatchObject({ exitCode: 0 });
  expect(JSON.parse(readFileSync(deep, 'utf8'))).toMatchObject({ plan: 1, base: 'b' });
  expect(statSync(deep).mode & 0o777).toBe(0o600);
  const within = await run(join(deep, 'plan.json'));
  expect(within.exitCode).toBe(7);
  expect(within.stderr).toContain(`gleaner: Cannot write to ${deep}: a file with that name exists\n`);
  const onFolder = await run(folder);
  expect(onFolder.exitCode).toBe(7);
  expect(onFolder.stderr).toContain(`gleaner: Cannot write ${folder}: a folder with that name exists\n`);
});

test('the command that a plan suggests is one that can be pasted, whatever its file is called', async () => {
  await using api = await serveFakeApi(() => ({ body: plan }));
  const run = async (out: string): Promise<string> =>
    (await runCli(['sources', 'plan', path, '--out', out, '--url', api.url])).stderr;
  const plain = join(folder, 'plan.json');
  expect(await run(plain)).toContain(`sources apply ${plain}\n`);
  const odd = join(folder, "plan of jo's.json");
  expect(await run(odd)).toContain(`sources apply '${odd.replace("'", `'\\''`)}'\n`);
});

test('a saved plan is applied as it was made: --prune beside one that was made without it is refused', async () => {
  await using api = await serveFakeApi(() => ({ body: plan }));
  const [kept, pruned] = [join(folder, 'kept.json'), join(folder, 'pruned.json')];
  await runCli(['sources', 'plan', path, '--out', kept, '--url', api.url]);
  await runCli(['sources', 'plan', path, '--prune', '--out', pruned, '--url', api.url]);
  for (const action of ['plan', 'apply']) {
    const run = await runCli(['sources', action, kept, '--prune', '--url', api.url]);
    expect(run).toMatchObject({ exitCode: 2, stdout: '' });
    expect(run.stderr).toContain(`${kept} is a plan that was made without --prune`);
    expect(run.stderr).toContain(`plan ${path} again with --prune, or leave --prune out`);
  }
  expect(api.requests).toHaveLength(2);
  expect(await runCli(['sources', 'apply', pruned, '--prune', '--json', '--url', api.url])).toMatchObject({
    exitCode: 0,
  });
  expect(api.requests.at(-1)?.body).toMatchObject({ prune: true, base: 'b' });
});
