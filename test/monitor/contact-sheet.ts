import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { openBrowser } from '../harness/open-browser.ts';
import { listScreens, startMonitoredStack } from './monitored-stack.ts';

/**
 * Takes a picture of every screen, light and dark, wide and narrow, into `dist/monitor-shots`, for people; and writes a
 * page that shows them all.
 */
const folder = resolve(import.meta.dirname, '../../dist/monitor-shots');

const widths = [360, 1_280] as const;
const files: string[] = [];

await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const stack = await startMonitoredStack({ inproc: false });
try {
  const browser = await openBrowser();
  const page = await browser.newPage();
  const take = async (name: string, width: number): Promise<void> => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const file = `${name.replaceAll(/\W+/g, '-')}-${colorScheme}-${width}.png`;
      await page.screenshot({ path: join(folder, file), fullPage: true });
      files.push(file);
      process.stdout.write(`${join(folder, file)}\n`);
    }
  };
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${stack.gleaner.url}/monitor/`);
    await page.getByLabel('API key').waitFor();
    await take('the prompt for a key', width);
  }
  await page.goto(`${stack.gleaner.url}/monitor/#session=${stack.session}`);
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  for (const [name, path, heading] of listScreens(stack)) {
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`${stack.gleaner.url}/monitor/#${path}`);
      // What fits into a window is decided when it opens.
      await page.reload();
      await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
      const loading = page.locator('.loading');
      while ((await loading.count()) > 0) await loading.first().waitFor({ state: 'detached' });
      await take(name, width);
    }
  }
  const pictures = files.map(
    (file) => `<figure><img src="${file}"><figcaption>${file}</figcaption></figure>`,
  );
  const style =
    'body{columns:4 20rem;background:#888}img{width:100%}figure{margin:0 0 1rem;break-inside:avoid}';
  await writeFile(
    join(folder, 'index.html'),
    `<!doctype html><meta charset="utf-8"><title>Screens</title><style>${style}</style>${pictures.join('')}`,
  );
  process.stdout.write(`${join(folder, 'index.html')}\n`);
  await browser.close();
} finally {
  await stack.stop();
}
