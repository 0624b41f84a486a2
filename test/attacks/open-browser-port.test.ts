import { mkdtempSync, readFileSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { launchBrowser } from '../../lib/fetch/browser/launch-browser.ts';
import { unpackBrowser } from '../../lib/fetch/browser/unpack-browser.ts';

const temporary = mkdtempSync(join(tmpdir(), 'gleaner-port-'));
afterAll(() => {
  rmSync(temporary, { recursive: true, force: true });
});

/** Lines of the sockets that listen for TCP: local address, state `0A`, number of the socket (proc(5)). */
const listening = (): Map<string, string> =>
  new Map(
    ['tcp', 'tcp6']
      .flatMap((table) => readFileSync(`/proc/net/${table}`, 'utf8').split('\n').slice(1))
      .map((line) => line.trim().split(/\s+/))
      .filter(([, , , state]) => state === '0A')
      .map(([, address = '', , , , , , , , inode = '']) => [`socket:[${inode}]`, address]),
  );

/** Addresses at which processes of this group, or this process, listen. */
const portsOf = (group: number): string[] => {
  const sockets = listening();
  const members = readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    if (Number(name) === process.pid) return true;
    try {
      const text = readFileSync(`/proc/${name}/stat`, 'utf8');
      return text.slice(text.lastIndexOf(')') + 2).split(' ')[2] === String(group);
    } catch {
      return false;
    }
  });
  return members.flatMap((pid) => {
    try {
      return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
        try {
          return sockets.get(readlinkSync(`/proc/${pid}/fd/${fd}`)) ?? [];
        } catch {
          return [];
        }
      });
    } catch {
      return [];
    }
  });
};

test.skipIf(process.platform !== 'linux')(
  'a browser that runs opens no port at which a stranger on this machine could take it over',
  async () => {
    const before = portsOf(process.pid);
    const launched = await launchBrowser(await unpackBrowser(tmpdir()), 'http://127.0.0.1:9', temporary);
    try {
      expect(launched.pid).toBeGreaterThan(1);
      expect(portsOf(launched.pid ?? 0).filter((address) => !before.includes(address))).toEqual([]);
    } finally {
      await launched.end();
    }
    expect(readdirSync('/proc')).not.toContain(String(launched.pid));
  },
);
