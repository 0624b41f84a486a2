import { setTimeout as sleep } from 'node:timers/promises';
import { chromium, type Browser } from 'playwright-core';
import { limits } from '../../limits/limits.ts';
import { makeBrowserHome } from './create-profile-dir.ts';
import type { UnpackedBrowser } from './unpack-browser.ts';

/** A Chromium of its own: nothing in it outlives it, and it outlives nothing. */
export interface LaunchedBrowser {
  readonly browser: Browser;
  readonly pid: number | undefined;
  /** True if it is gone, or goes within `ms`. */
  isGoneWithin(ms: number): Promise<boolean>;
  /** Ends the whole process group at once, busy or not, and removes all that it wrote. */
  end(): Promise<void>;
}

/**
 * Flags beside Playwright's own. In Lambda no process may give up privileges, so Chromium has to be one process.
 * Neither names nor connections are its own business: no QUIC, no WebRTC past the proxy. The package's own list
 * would switch off the same-origin policy. /
 */
const flags = [
  '--single-process',
  '--no-zygote',
  '--in-process-gpu',
  '--disable-gpu',
  '--disable-software-rasterizer',
  '--disable-quic',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-domain-reliability',
  '--no-pings',
  // A cookie that a caller gave for one origin is not one for other ports of its host, nor for its other scheme.
  '--enable-features=EnablePortBoundCookies,EnableSchemeBoundCookies',
  '--disk-cache-size=33554432',
  '--font-render-hinting=none',
];

const isRunning = (group: number): boolean => {
  try {
    process.kill(-group, 0);
    return true;
  } catch {
    return false;
  }
};

/** How long the kernel may take to end a process group that was killed; on a busy machine it is some milliseconds. */
const endingMs = 3_000;

/** Waits until no process of the group is left that could still write a file. */
const groupEnded = async (group: number | undefined): Promise<void> => {
  if (group === undefined) return;
  for (const end = performance.now() + endingMs; isRunning(group) && performance.now() < end;) await sleep(5);
};

/** The folder of the profile, which Playwright makes itself. */
const profileOf = (commandLine: readonly string[]): string | undefined =>
  commandLine.find((each) => each.startsWith('--user-data-dir='))?.slice('--user-data-dir='.length);

/**
 * Starts Chromium with everything behind the proxy, loopback too. All that it writes lies in a folder of its own within
 * `temporary`, and its profile where Playwright makes it; both go with it.
 *
 * @param trustedKey Hash of the key that is taken for that of any host.
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
      executablePath: unpacked.executable,
      args:
        trustedKey === undefined ? flags : [...flags, `--ignore-certificate-errors-spki-list=${trustedKey}`],
      env: { ...unpacked.environment, HOME: home.folder, TMPDIR: home.folder, TZ: 'UTC' },
      artifactsDir: home.folder,
      headless: true,
      chromiumSandbox: false,
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
