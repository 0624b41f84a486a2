import { tmpdir } from 'node:os';
import { chromium, type Browser } from 'playwright-core';
import { unpackBrowser } from '../../lib/fetch/browser/unpack-browser.ts';

/** The project's own Chromium, for tests of pages that people see. Close it. */
export const openBrowser = async (): Promise<Browser> => {
  const { executable, environment } = await unpackBrowser(tmpdir());
  return await chromium.launch({
    executablePath: executable,
    // One process: no other may be started in a container.
    args: [
      '--no-sandbox',
      '--no-zygote',
      '--single-process',
      '--in-process-gpu',
      '--disable-gpu',
      '--disable-software-rasterizer',
    ],
    env: { ...process.env, ...environment },
    timeout: 120_000,
  });
};
