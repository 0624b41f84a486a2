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

const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;

/** Files of the start script: the number of Chromium's process, which leads its group, and its arguments. */
const [pidFile, argumentsFile] = ['pid', 'arguments'];

/**
 * Writes the program for Playwright to start: a script that notes its process and arguments, and becomes Chromium,
 * through another command if its sandbox asks for one. Playwright shows a process only of a server that it opens, and
 * that server hands the browser to whoever asks its port on this machine.
 */
const writeStart = async ({ executable, sandbox }: UnpackedBrowser, folder: string): Promise<string> => {
  const script = join(folder, 'start');
  const command = [...(sandbox?.through ?? []), executable].map(quoted).join(' ');
  const [pid, words] = [pidFile, argumentsFile].map((name) => quoted(join(folder, name)));
  const lines = ['#!/bin/sh', `echo "$$" > ${pid}`, `printf '%s\\n' "$@" > ${words}`, `exec ${command} "$@"`];
  await writeFile(script, `${lines.join('\n')}\n`, { mode: 0o700 });
  return script;
};

interface StartedProcess {
  readonly pid: number | undefined;
  /** The folder of the profile, which Playwright creates itself. */
  readonly profile: string | undefined;
}

const readStarted = async (folder: string): Promise<StartedProcess> => {
  const [pid, words] = await Promise.all(
    [pidFile, argumentsFile].map(async (name) => await readFile(join(folder, name), 'utf8').catch(() => '')),
  );
  const profile = words?.split('\n').find((each) => each.startsWith('--user-data-dir='));
  return {
    pid: Number(pid) > 1 ? Number(pid) : undefined,
    profile: profile?.slice('--user-data-dir='.length),
  };
};

const killGroup = (group: number | undefined): void => {
  if (group === undefined) return;
  try {
    process.kill(-group, 'SIGKILL');
  } catch {
    // It is gone.
  }
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
  let started: StartedProcess | undefined;
  const end = async (): Promise<void> => {
    // What Chromium may have written there since it started is not believed.
    const { pid, profile } = started ?? (await readStarted(home.folder));
    killGroup(pid);
    await groupEnded(pid);
    if (profile !== undefined) await home.note(profile);
    await home.remove();
  };
  try {
    const browser = await chromium.launch({
      executablePath: await writeStart(unpacked, home.folder),
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
      timeout: limits.browserStartMs,
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    });
    const gone = new Promise<true>((resolve) => void browser.once('disconnected', () => resolve(true)));
    started = await readStarted(home.folder);
    if (started.profile !== undefined) await home.note(started.profile);
    const isGoneWithin = async (ms: number): Promise<boolean> =>
      await Promise.race([gone, sleep(ms, false, { ref: false })]);
    return { browser, pid: started.pid, isGoneWithin, end };
  } catch (error) {
    await end();
    throw error;
  }
};
