import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { openBrowser } from '../harness/open-browser.ts';
import { listScreens, startMonitoredStack } from './monitored-stack.ts';

/** Takes a picture of every screen, light and dark, wide and narrow, into `dist/monitor-shots`, for people. */
const folder = resolve(import.meta.dirname, '../../dist/monitor-shots');

await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const stack = await startMonitoredStack();
try {
  const browser = await openBrowser();
  const page = await browser.newPage();
  await page.goto(`${stack.gleaner.url}/monitor/#session=${stack.session}`);
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  for (const [name, path, heading] of listScreens(stack)) {
    for (const width of [360, 1_280]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`${stack.gleaner.url}/monitor/#${path}`);
      // What fits into a window is decided when it opens.
      await page.reload();
      await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
      const loading = page.locator('.loading');
      while ((await loading.count()) > 0) await loading.first().waitFor({ state: 'detached' });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        const file = `${name.replaceAll(/\W+/g, '-')}-${colorScheme}-${width}.png`;
        await page.screenshot({ path: join(folder, file), fullPage: true });
        process.stdout.write(`${join(folder, file)}\n`);
      }
    }
  }
  await browser.close();
} finally {
  await stack.stop();
}
