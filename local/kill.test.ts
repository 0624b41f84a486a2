import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test, vi } from 'vitest';
import type { LocalCredentials } from './door/local-credentials.ts';
import { awsClient } from './runtime/aws-request.ts';

interface Running {
  readonly child: ChildProcess;
  readonly url: string;
  readonly dynamodb: string;
  readonly credentials: LocalCredentials;
}

const start = async (folder: string): Promise<Running> => {
  const program = join(import.meta.dirname, 'run-test-stack.ts');
  const child = spawn(process.execPath, [program, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return { child, ...(JSON.parse(line) as Omit<Running, 'child'>) };
};

const seen = async ({ dynamodb, credentials }: Running, id: string): Promise<number> => {
  const client = awsClient(dynamodb, credentials);
  const { Item: item } = await client.call('DynamoDB_20120810.GetItem', {
    TableName: 'counts',
    Key: { PK: { S: id } },
  });
  client.close();
  return Number((item as { seen?: { N: string } } | undefined)?.seen?.N ?? 0);
};

const processes = (folder: string): string[] =>
  execFileSync('ps', ['-eo', 'pid,stat,args'], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(folder) && !/^\s*\d+\s+Z/.test(line));

test('after kill -9 nothing is left running, and the next start delivers what was in flight', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gleaner-kill-'));
  try {
    const first = await start(folder);
    await fetch(first.url, { method: 'POST', body: JSON.stringify({ id: 'done' }) });
    await vi.waitFor(async () => expect(await seen(first, 'done')).toBe(1), { timeout: 240_000 });
    await fetch(first.url, { method: 'POST', body: JSON.stringify({ id: 'in flight', do: 'loop' }) });
    await vi.waitFor(async () => expect(await seen(first, 'in flight')).toBe(1), {
      timeout: 240_000,
    });
    first.child.kill('SIGKILL');
    await vi.waitFor(() => expect(processes(folder)).toEqual([]), { timeout: 240_000 });

    const second = await start(folder);
    try {
      expect(await seen(second, 'done')).toBe(1);
      await vi.waitFor(async () => expect(await seen(second, 'in flight')).toBeGreaterThan(1), {
        timeout: 240_000,
      });
    } finally {
      second.child.kill('SIGKILL');
      await vi.waitFor(() => expect(processes(folder)).toEqual([]), { timeout: 240_000 });
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
