import { expect, test } from 'vitest';
import { runCli } from '../run-cli.ts';
import { serveFakeApi } from '../api/serve-fake-api.ts';

test('a page that a batch names twice, or in two spellings, is told as one', async () => {
  await using api = await serveFakeApi(({ method, path }) => {
    if (method === 'POST') return { body: { success: true, id: 'job-1', url: 'https://api.test/job-1' } };
    if (path.includes('/errors')) return { body: { errors: [], robotsBlocked: [] } };
    return { body: { success: true, status: 'completed', completed: 2, total: 2, data: [] } };
  });
  const urls = ['a.example', 'https://A.example/', 'https://a.example:443/#top', 'https://a.example/b'];
  const run = await runCli(['batch', ...urls, '--url', api.url]);
  expect(run.stderr).toContain('Batch job-1 of 2 pages');
});
