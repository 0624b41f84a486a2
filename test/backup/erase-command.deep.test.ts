import { mkdtemp, rename, rm } from 'node:fs/promises';
import { existsSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCli } from '../../cli/run-cli.ts';
import { launch, type Launched } from '../../local/launch.ts';
import { callRoute, untilOver } from '../harness/call-api.ts';
import { onlyHosts } from '../harness/only-hosts.ts';
import { htmlPage, serveSite } from '../harness/serve-site.ts';

const hosts = ['jo.example', 'www.jo.example', 'notjo.example', 'other.example'];
const paths = ['/', '/people/ann', '/people-of-note'];
const urls = hosts.flatMap((host) => paths.map((path) => `http://${host}${path}`));

test('gleaner erase takes out a domain and a prefix, goes on where it was killed, and certifies it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gleaner-erase-'));
  const dataDir = join(folder, 'data');
  const site = await serveSite((path, response, request) => {
    if (path === '/robots.txt') return void response.writeHead(404).end();
    const title = `Page of ${request.headers.host}${path}`;
    response.writeHead(200, { 'content-type': 'text/html' }).end(htmlPage(title, []));
  });
  const start = async (where: string): Promise<Launched> =>
    await launch({
      dataDir: where,
      quiet: true,
      options: {
        allow: [site.allow],
        resolve: hosts.map((host) => `${host}:80=${site.host}`),
        hosts: onlyHosts(Object.fromEntries(hosts.map((host) => [host, { delay: 0 }]))),
      },
    });
  /** The first line about what was found, the last line, and the exit status, of the command without `--json`. */
  const told = async (...options: string[]) => {
    const { exitCode, stderr } = await runCli(['erase', ...options, '--data', dataDir]);
    const lines = stderr.trim().split('\n');
    const first = lines[lines.findIndex((line) => /^(?:Would delete|Deleted):/.test(line)) - 1];
    return { exitCode, first, last: lines.at(-1), stderr };
  };
  const certified = async (...options: string[]): Promise<Record<string, unknown>> => {
    const run = await runCli(['erase', ...options, '--json', '--data', dataDir]);
    expect(run).toMatchObject({ exitCode: 0 });
    return JSON.parse(run.stdout) as Record<string, unknown>;
  };
  const running: Launched[] = [];
  const shown = async (id: string): Promise<string[]> => {
    // In one process CDK writes the functions of a folder once.
    const moved = join(folder, 'moved');
    await rename(dataDir, moved);
    const gleaner = await start(moved);
    running.push(gleaner);
    const { body } = await callRoute(gleaner, 'GET', `/v2/batch/scrape/${id}`);
    await gleaner.stop();
    running.length = 0;
    const documents = body.data as { metadata: { sourceURL: string } }[];
    return documents.map(({ metadata }) => metadata.sourceURL).toSorted();
  };
  const staged = (): string[] => readdirSync(join(dataDir, 's3', 'envelopes', 'staged'));
  try {
    const first = await start(dataDir);
    running.push(first);
    const { body } = await callRoute(first, 'POST', '/v2/batch/scrape', { urls });
    expect(await untilOver(first, `/v2/batch/scrape/${body.id}`)).toMatchObject({ completed: urls.length });
    await first.stop();
    running.length = 0;

    const domain = ['--domain', 'jo.example'];
    const dry = await certified(...domain, '--dry-run');
    expect(staged()).toEqual(expect.arrayContaining(hosts));
    await runCli(['erase', ...domain, '--yes', '--data', dataDir], {
      onStderr: (soFar, kill) => {
        if (/\d+ of \d+ erased/.test(soFar)) kill('SIGKILL');
      },
    });
    const cut = await told(...domain);
    expect(cut.first).toMatch(/^An erasure of it was cut off, which began at 20/);
    expect(cut.last).toMatch(/To continue it, add --yes$/);
    const { list, deleted, rewritten, selection, endedAt } = await certified(...domain, '--yes');
    expect({ list, deleted, rewritten }).toEqual({
      list: dry['list'],
      deleted: dry['deleted'],
      rewritten: dry['rewritten'],
    });
    for (const options of [[], ['--yes'], ['--dry-run']]) {
      const again = await told(...domain, ...options);
      expect(again.exitCode).toBe(0);
      expect(again.first).toBe(
        `It was erased before, at ${String(endedAt)}, and nothing of it has come since. Its certificate:`,
      );
      const place = join(dataDir, 's3', 'sources', 'erasures', `${String(selection)}.json`);
      expect(again.last).toBe(`The certificate is in ${place}`);
      expect(existsSync(place)).toBe(true);
      expect(again.stderr).not.toContain('Would');
    }
    await certified('--prefix', 'http://other.example/people/', '--yes');
    expect(staged()).not.toEqual(expect.arrayContaining(['jo.example']));
    expect(staged()).toEqual(expect.arrayContaining(['notjo.example', 'other.example']));
    const left = urls.filter((url) => !url.includes('/jo.') && !url.includes('.jo.'));
    expect(await shown(body.id)).toEqual(
      left.filter((url) => url !== 'http://other.example/people/ann').toSorted(),
    );

    // What is crawled again is found, and goes with the next erasure.
    const moved = join(folder, 'moved');
    const later = await start(moved);
    running.push(later);
    const crawl = await callRoute(later, 'POST', '/v2/batch/scrape', { urls: ['http://jo.example/'] });
    expect(await untilOver(later, `/v2/batch/scrape/${crawl.body.id}`)).toMatchObject({ completed: 1 });
    await later.stop();
    running.length = 0;
    await rename(moved, dataDir);
    const since = await told(...domain);
    expect(since).toMatchObject({
      exitCode: 3,
      first: `It was erased before, at ${String(endedAt)}. This has come since:`,
      last: 'gleaner: What has come since was not erased yet. To erase it, add --yes',
    });
    expect(staged()).toContain('jo.example');
    expect(await certified(...domain, '--yes')).toMatchObject({ deleted: { 'envelopes/staged': 1 } });
    expect(staged()).not.toContain('jo.example');
  } finally {
    for (const one of running) await one.stop();
    await site.close();
    await rm(folder, { recursive: true, force: true });
  }
});
