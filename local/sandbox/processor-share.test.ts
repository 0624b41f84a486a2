import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { makeProcessorShare } from './processor-share.ts';

/** A share that notes what it asks for, and is allowed what `may` says. */
const noting = (may: (nice: number) => boolean = () => true) => {
  const asked: number[] = [];
  const weigh = async (_pid: number, nice: number): Promise<boolean> => {
    await sleep(1);
    asked.push(nice);
    return may(nice);
  };
  return { asked, share: makeProcessorShare(1, { weigh, afterMs: 0 }) };
};

test('a run that ends at once is not weighed, and one that lasts is weighed once, and once at its end', async () => {
  const { asked, share } = noting();
  for (const gives of [true, true, false, false, true, false, true]) share.giveWay(gives);
  await expect.poll(() => asked).toEqual([8]);
  share.giveWay(true);
  for (const gives of [false, false, true, false]) share.giveWay(gives);
  await expect.poll(() => asked).toEqual([8, 0]);
  await sleep(5);
  expect(asked).toEqual([8, 0]);
  expect(share.isLowered).toBe(false);
});

test('one that may not be raised again says so', async () => {
  const { asked, share } = noting((nice) => nice > 0);
  share.giveWay(true);
  await expect.poll(() => asked).toEqual([8]);
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

/** What the kernel has for each thread of a process (`nice`). */
const weights = (pid: number): readonly string[] =>
  readdirSync(`/proc/${pid}/task`).map(
    (thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[16] ?? '',
  );

test.skipIf(process.platform !== 'linux')(
  'every thread of a sandbox gives way, and every thread of what it started',
  async () => {
    const program = `const { spawn } = require('node:child_process');
      const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000); console.log("up")']);
      child.stdout.once('data', () => console.log(child.pid));`;
    const sandbox = spawn(process.execPath, ['-e', program], {
      detached: true,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const pid = sandbox.pid ?? 0;
    try {
      const [told] = (await once(sandbox.stdout, 'data')) as [Buffer];
      const child = Number(told.toString());
      expect(weights(pid).length).toBeGreaterThan(1);
      makeProcessorShare(pid, { afterMs: 0 }).giveWay(true);
      for (const each of [pid, child])
        await expect.poll(() => new Set(weights(each))).toEqual(new Set(['8']));
    } finally {
      process.kill(-pid, 'SIGKILL');
    }
  },
);
