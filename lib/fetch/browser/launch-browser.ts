import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium, type Browser } from 'playwright-core';
import { limits } from '../../limits/limits.ts';
import { makeBrowserHome } from './create-profile-dir.ts';
import type { UnpackedBrowser } from './unpack-browser.ts';

/** A Chromium of its own: no process of it outlives it. */
export interface LaunchedBrowser {
  readonly browser: Browser;
  readonly pid: number | undefined;
  /** Says whether it is gone, or will be within `ms`. */
  isGoneWithin(ms: number): Promise<boolean>;
  /** Kills the whole process group at once, busy or not, and removes all files that it wrote. */
  end(): Promise<void>;
}

/** In Lambda no process may drop privileges, so Chromium has to be one process there. */
const withoutSandbox = ['--single-process', '--no-zygote'];

/**
 * Flags besides Playwright's own. Chromium must reach names and connections only through the proxy: no QUIC, no WebRTC
 * past it. The package's own list would switch off the same-origin policy.
 */
const flags = [
  '--in-process-gpu',
  '--disable-gpu',
  '--disable-software-rasterizer',
  '--disable-quic',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-domain-reliability',
  '--no-pings',
  // Binds a caller's cookie for one origin to its port and scheme.
  '--enable-features=EnablePortBoundCookies,EnableSchemeBoundCookies',
  '--disk-cache-size=33554432',
  '--font-render-hinting=none',
];

/** Says whether a process of the group runs. A dead process that was not yet waited for does not count. */
const isRunning = async (group: number): Promise<boolean> => {
  try {
    process.kill(-group, 0);
  } catch {
    return false;
  }
  const numbers = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  // If the system shows no processes, the signal's result decides.
  if (numbers.length === 0) return true;
  for (const number of numbers) {
    const text = await readFile(`/proc/${number}/stat`, 'utf8').catch(() => '');
    // The name, which may hold any character, stands in parentheses; then come state, parent and group (proc(5)).
    const [state, , member] = text.slice(text.lastIndexOf(')') + 2).split(' ');
    if (member === String(group) && state !== 'Z') return true;
  }
  return false;
};

/** How long the kernel may take to end a killed process group; some milliseconds, even on a busy machine. */
const endingMs = 3_000;

/** Waits until no process of the group is left that could still write a file. */
const groupEnded = async (group: number | undefined): Promise<void> => {
  if (group === undefined) return;
  for (const end = performance.now() + endingMs; performance.now() < end && (await isRunning(group));)
    await sleep(5);
};

/** Returns the folder of the profile, which Playwright creates itself. */
const profileOf = (commandLine: readonly string[]): string | undefined =>
  commandLine.find((each) => each.startsWith('--user-data-dir='))?.slice('--user-data-dir='.length);

const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;

/**
 * Returns the program for Playwright to start: Chromium, or a script of ours that starts it through another command.
 */
const startedBy = async ({ executable, sandbox }: UnpackedBrowser, folder: string): Promise<string> => {
  if (sandbox === undefined || sandbox.through.length === 0) return executable;
  const script = join(folder, 'start');
  const command = [...sandbox.through, executable].map(quoted).join(' ');
  await writeFile(script, `#!/bin/sh\nexec ${command} "$@"\n`, { mode: 0o700 });
  return script;
};

/**
 * Starts Chromium with all its traffic through the proxy, even to loopback. Its files are in a folder of its own within
 * `temporary`, its profile where Playwright creates it; both are removed with it.
 *
 * @param trustedKey Hash of the key that is accepted for any host.
 * @throws {Error} when it does not start in time, or ends at once.
 */
export const launchBrowser = async (
  unpacked: UnpackedBrowser,
  proxy: string,
  temporary: string,
  trustedKey?: string,
): Promise<LaunchedBrowser> => {
  const home = await makeBrowserHome(temporary);
  let end = home.remove;
  try {
    const server = await chromium.launchServer({
      executablePath: await startedBy(unpacked, home.folder),
      args: [
        ...(unpacked.sandbox === undefined ? withoutSandbox : []),
        ...flags,
        ...(trustedKey === undefined ? [] : [`--ignore-certificate-errors-spki-list=${trustedKey}`]),
      ],
      env: { ...unpacked.environment, HOME: home.folder, TMPDIR: home.folder, TZ: 'UTC' },
      artifactsDir: home.folder,
      headless: true,
      chromiumSandbox: unpacked.sandbox !== undefined,
      proxy: { server: proxy, bypass: '<-loopback>' },
      host: '127.0.0.1',
      timeout: limits.browserStartMs,
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    });
    const chrome = server.process();
    end = async () => {
      await server.kill();
      await groupEnded(chrome.pid);
      await home.remove();
    };
    const profile = profileOf(chrome.spawnargs);
    if (profile !== undefined) await home.note(profile);
    const browser = await chromium.connect(server.wsEndpoint(), { timeout: limits.browserStartMs });
    const gone = new Promise<true>((resolve) => void chrome.once('exit', () => resolve(true)));
    const isGoneWithin = async (ms: number): Promise<boolean> =>
      await Promise.race([gone, sleep(ms, false, { ref: false })]);
    return { browser, pid: chrome.pid, isGoneWithin, end };
  } catch (error) {
    await end();
    throw error;
  }
};
