import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { makeProcessorShare } from './processor-share.ts';

test('what was wanted last is what holds, and nothing is asked twice', async () => {
  const asked: number[] = [];
  const share = makeProcessorShare(1, async (_pid, nice) => {
    await sleep(1);
    asked.push(nice);
    return true;
  });
  for (const gives of [true, true, false, false, true, false]) share.giveWay(gives);
  await expect.poll(() => asked).toEqual([8, 0, 8, 0]);
  expect(share.isLowered).toBe(false);
});

test('one that may not be raised again says so', async () => {
  const share = makeProcessorShare(1, (_pid, nice) => Promise.resolve(nice > 0));
  share.giveWay(true);
  share.giveWay(false);
  await expect.poll(() => share.isLowered).toBe(true);
});

/** Ticks of processor that a process has had so far. */
const ticks = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return Number(fields[11]) + Number(fields[12]);
};

test.skipIf(process.platform !== 'linux')(
  'on one processor, what gives way leaves most of it to what does not',
  async () => {
    const processor =
      /Cpus_allowed_list:\s*(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '0';
    const spin = () =>
      spawn('taskset', ['-c', processor, 'sh', '-c', 'while :; do :; done'], {
        detached: true,
        stdio: 'ignore',
      });
    const [hog, page] = [spin(), spin()];
    const [hogPid, pagePid] = [hog.pid ?? 0, page.pid ?? 0];
    try {
      makeProcessorShare(hogPid).giveWay(true);
      await expect.poll(() => readFileSync(`/proc/${hogPid}/stat`, 'utf8').split(' ')[18]).toBe('8');
      const began = { hog: ticks(hogPid), page: ticks(pagePid) };
      // By what both have had, however long it takes while others use the machine.
      await expect.poll(() => ticks(pagePid) - began.page).toBeGreaterThan(40);
      const had = { hog: ticks(hogPid) - began.hog, page: ticks(pagePid) - began.page };
      expect(had.hog * 3).toBeLessThan(had.page);
    } finally {
      for (const pid of [hogPid, pagePid]) process.kill(-pid, 'SIGKILL');
    }
  },
);
