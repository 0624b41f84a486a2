import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { launch } from '../../local/launch.ts';
import { monitorAddress } from '../../local/start/call-api.ts';
import { quarterOfRun } from '../slices/slices.ts';
import {
  expectNoFault,
  findScreen,
  openMonitor,
  screenNames,
  untilRead,
  untilShown,
  type OpenedMonitor,
} from './open-monitor.ts';

/** What screens show while they read, where something is refused or missing, and where nothing is there yet. */
let monitor: OpenedMonitor;
let stack: OpenedMonitor['stack'];
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  monitor = await openMonitor({ inproc: false });
  ({ stack, context, page } = monitor);
});

afterAll(async () => await monitor?.close());

/** Opens a screen as a tab that was not there before, whatever becomes of what it asks. */
const open = async (path: string): Promise<void> => {
  await page.goto('about:blank');
  await page.goto(`${stack.gleaner.url}/monitor/#${path}`);
};

test.each([
  '/hosts/%25',
  '/hosts/%',
  '/sources/%',
  '/sources/a%2/page',
  '/manifests/%zz',
  '/jobs/%C3/pages/a',
])('an address with a malformed escape is that of no screen: %s', async (path) => {
  await open(path);
  await page.getByRole('heading', { name: 'There is no such screen' }).waitFor();
  await page.getByRole('navigation', { name: 'Screens' }).waitFor();
});

const asking = quarterOfRun(screenNames.filter((name) => name !== 'no screen'));

test.each(asking)(
  'the screen of %s says that it is being read, and tells a refusal in words, with a code that leads to its meaning',
  async (name) => {
    const [path] = findScreen(stack, name);
    const held = Promise.withResolvers<void>();
    const refused = /\/v2\/|\/openapi\.json$/;
    await context.route(refused, async (route) => {
      await held.promise;
      const json = { success: false, code: 'RATE_LIMITED', error: 'The fens are flooded until noon' };
      await route.fulfill({ status: 429, json });
    });
    onTestFinished(async () => await context.unroute(refused));
    await open(path);
    await untilShown(
      page
        .getByRole('status')
        .getByText(/^Reading .+ …$/)
        .first(),
    );
    await expectNoFault(page, [[360, 'dark']]);
    held.resolve();
    const alert = page.getByRole('alert').first();
    await untilShown(alert);
    expect(await alert.innerText()).toContain('The fens are flooded until noon');
    expect(await alert.getByRole('link').getAttribute('href')).toBe('../docs#code-RATE_LIMITED');
    await untilRead(page);
    await expectNoFault(page, [[360, 'light']]);
  },
);

test.each([
  ['a page of a proxy', 502, '<html>Bad gateway</html>'],
  ['a file', 200, '<!doctype html><title>Another site</title>'],
  ['nothing', 200, ''],
  ['no object', 200, 'null'],
])(
  'an answer that is %s is told to be none of Gleaner, and asked for again by a button',
  async (_, status, body) => {
    await context.route('**/v2/jobs?*', async (route) => await route.fulfill({ status, body }));
    await open('/jobs');
    const alert = page.getByRole('alert');
    await untilShown(alert);
    expect(await alert.innerText()).toContain(`with HTTP ${status}, is not Gleaner`);
    await context.unroute('**/v2/jobs?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await untilShown(page.getByRole('link', { name: `${stack.site.origin}/`, exact: true }));
    expect(await alert.count()).toBe(0);
  },
);

test('a part of the monitor that is gone is told in words, and every other screen still opens', async () => {
  await open('/');
  await untilShown(page.getByRole('heading', { name: 'Jobs within a day' }));
  await context.route('**/part-*.js', async (route) => await route.abort());
  onTestFinished(async () => await context.unroute('**/part-*.js'));
  await page.getByRole('link', { name: 'Audit', exact: true }).click();
  await untilShown(page.getByRole('heading', { name: 'This screen cannot be shown' }));
  expect(await page.getByRole('alert').innerText()).toContain('Gleaner was updated or has stopped');
  await expectNoFault(page);
  await page.getByRole('link', { name: 'Jobs', exact: true }).click();
  await untilShown(page.getByRole('heading', { name: 'Jobs', level: 1 }));
  await page.getByRole('link', { name: 'Audit', exact: true }).click();
  await context.unroute('**/part-*.js');
  await page.getByRole('button', { name: 'Load the page again' }).click();
  await untilShown(page.getByRole('region', { name: 'Audit' }));
});

test('an answer of another shape than is described breaks its own screen alone, in words', async () => {
  await context.route('**/v2/overview', async (route) => await route.fulfill({ json: { success: true } }));
  onTestFinished(async () => await context.unroute('**/v2/overview'));
  await open('/');
  await untilShown(page.getByRole('heading', { name: 'This screen cannot be shown' }));
  expect(await page.getByRole('alert').innerText()).toContain('a mistake of the monitor');
  await page.getByRole('link', { name: 'Jobs', exact: true }).click();
  await untilShown(page.getByRole('region', { name: 'Jobs' }));
});

test('where nothing is there yet, every screen says so in words', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'gleaner-monitor-empty-'));
  const gleaner = await launch({ dataDir, port: 0, quiet: true });
  const other = await context.newPage();
  onTestFinished(async () => {
    await other.close();
    await gleaner.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
  await other.goto(await monitorAddress(gleaner));
  await untilShown(other.getByText('No job yet'));
  const empty = {
    '/': ['No source yet', 'No job yet'],
    '/sources': ['No source yet'],
    '/changes': ['No change like that'],
    '/alerts': ['No source behaves unlike itself', 'Nobody is told'],
    '/jobs': ['No job yet'],
    '/failures': ['No page ended like that'],
    '/manifests': ['None is applied yet'],
    '/run': ['No source yet'],
    '/audit': ['Nothing like that is on record'],
    '/search?q=fens': ['keeps no corpus'],
    '/costs': ['No job yet, and so no cost'],
    '/settings': ['No model has been asked yet'],
    '/newest': ['No job yet'],
  };
  for (const [path, sentences] of Object.entries(empty)) {
    await other.goto(`${gleaner.url}/monitor/#${path}`);
    await untilShown(other.getByRole('heading', { level: 1 }));
    await untilRead(other);
    for (const sentence of sentences)
      await expect.poll(async () => await other.locator('main').innerText()).toContain(sentence);
    expect(await other.getByRole('alert').count(), path).toBe(0);
    expect(await other.locator('main').innerText(), path).not.toMatch(
      /NaN|undefined|null|Invalid Date|Infinity/,
    );
    await expectNoFault(other);
  }
});
