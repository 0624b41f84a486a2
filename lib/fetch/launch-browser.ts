import { setTimeout as sleep } from 'node:timers/promises';
import { chromium, type Browser } from 'playwright-core';
import { limits } from '../limits.ts';
import type { UnpackedBrowser } from './unpack-browser.ts';

/** A Chromium of its own: nothing in it outlives it, and it outlives nothing. */
export interface LaunchedBrowser {
  readonly browser: Browser;
  /** True if it is gone, or goes within `ms`. */
  isGoneWithin(ms: number): Promise<boolean>;
  /** Ends the whole process group at once, busy or not, and removes its profile. */
  end(): Promise<void>;
}

/**
 * Flags beside Playwright's own. In Lambda no process may give up privileges, so Chromium has to be one process. Neither
 * names nor connections are its own business: no QUIC, no WebRTC past the proxy. The package's own list would switch off
 * the same-origin policy.
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
  '--disk-cache-size=33554432',
  '--font-render-hinting=none',
];

/**
 * Starts Chromium with everything behind the proxy, loopback too.
 *
 * @throws {Error} when it does not start in time, or ends at once.
 */
export const launchBrowser = async (
  unpacked: UnpackedBrowser,
  proxy: string,
  temporary: string,
): Promise<LaunchedBrowser> => {
  const server = await chromium.launchServer({
    executablePath: unpacked.executable,
    args: flags,
    env: { ...unpacked.environment, HOME: temporary, TMPDIR: temporary, TZ: 'UTC' },
    headless: true,
    chromiumSandbox: false,
    proxy: { server: proxy, bypass: '<-loopback>' },
    host: '127.0.0.1',
    timeout: limits.browserStartMs,
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  const end = async (): Promise<void> => await server.kill();
  try {
    const browser = await chromium.connect(server.wsEndpoint(), { timeout: limits.browserStartMs });
    const gone = new Promise<true>((resolve) => void server.process().once('exit', () => resolve(true)));
    const isGoneWithin = async (ms: number): Promise<boolean> =>
      await Promise.race([gone, sleep(ms, false, { ref: false })]);
    return { browser, isGoneWithin, end };
  } catch (error) {
    await end();
    throw error;
  }
};
