import { mkdtemp, rm } from 'node:fs/promises';
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCli } from '../../cli/run-cli.ts';
import { launch, type Launched } from '../../local/launch.ts';
import { callRoute } from '../harness/call-api.ts';
import { onlyHosts } from '../harness/only-hosts.ts';
import { treeSite } from '../harness/serve-site.ts';

/** Pages of the site; the crawl is cut off after about a quarter. */
const pages = 120;

test('a crawl that is cut off, exported and imported elsewhere goes on there, and ends with every page once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gleaner-restore-'));
  const site = await treeSite(pages);
  const start = async (name: string, delay: number): Promise<Launched> =>
    await launch({
      dataDir: join(folder, name),
      quiet: true,
      options: { allow: [site.allow], hosts: onlyHosts({ [site.host]: { delay } }) },
    });
  const running: Launched[] = [];
  try {
    const first = await start('first', 0.03);
    running.push(first);
    const { body } = await callRoute(first, 'POST', '/v2/crawl', { url: `${site.origin}/`, limit: 500 });
    await expect.poll(() => site.requests.length).toBeGreaterThan(pages / 4);
    await first.kill();
    running.length = 0;
    expect(site.requests.length).toBeLessThan(pages);

    const backup = join(folder, 'backup');
    const exported = await runCli(['export', backup, '--data', join(folder, 'first')]);
    expect(exported).toMatchObject({ exitCode: 0 });
    await rm(join(folder, 'first'), { recursive: true });
    const imported = await runCli(['import', backup, '--data', join(folder, 'second')]);
    expect(imported).toMatchObject({ exitCode: 0 });

    const second = await start('second', 0);
    running.push(second);
    const path = `/v2/crawl/${String(body['id'])}`;
    const status = async (): Promise<unknown> => (await callRoute(second, 'GET', path)).body;
    await expect
      .poll(status, { timeout: 280_000 })
      .toMatchObject({ status: 'completed', completed: pages, total: pages });
    const index = join(folder, 'second', 's3', 'envelopes', 'staged', '_index');
    const lines = readdirSync(index, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.jsonl'))
      .flatMap((file) => readFileSync(join(index, file), 'utf8').trim().split('\n'))
      .map((line) => JSON.parse(line) as { url: string; key: string });
    expect(lines.length).toBe(pages);
    expect(new Set(lines.map(({ url }) => url)).size).toBe(pages);
  } finally {
    for (const one of running) await one.stop();
    await site.close();
    await rm(folder, { recursive: true, force: true });
  }
});
