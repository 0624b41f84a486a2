import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openBrowser } from '../harness/open-browser.ts';
import { listScreens, startMonitoredStack, type MonitoredStack } from './monitored-stack.ts';

/** The monitor by the keyboard alone, and lists that are long. */
let stack: MonitoredStack;
let browser: Browser;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  stack = await startMonitoredStack();
  browser = await openBrowser();
  context = await browser.newContext({ viewport: { width: 1_280, height: 900 } });
  context.setDefaultTimeout(40_000);
  page = await context.newPage();
  await page.goto(`${stack.gleaner.url}/monitor/#session=${stack.session}`);
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
});

afterAll(async () => {
  await browser?.close();
  await stack?.stop();
});

const show = async (path: string): Promise<void> => {
  await page.goto(`${stack.gleaner.url}/monitor/#${path}`);
  await page.reload();
};

const names = listScreens({
  crawl: '',
  extraction: '',
  pageOf: { crawl: '', extraction: '' },
  site: { origin: '', host: '' },
}).map(([name]) => name);

/** Notes what is focused, and whether that shows; and knows what can be focused, in its order. */
const noteFocus = `
  window.walked = [];
  window.unseen = [];
  addEventListener('focusin', ({ target }) => {
    walked.push(target);
    const { outlineStyle, outlineWidth } = getComputedStyle(target);
    if (target.id !== 'main' && (outlineStyle === 'none' || outlineWidth === '0px'))
      unseen.push(target.outerHTML.slice(0, 120));
  });
  window.focusable = () =>
    [...document.querySelectorAll('a[href], button, input, select, textarea, summary, iframe, [tabindex="0"]')].filter(
      (element) =>
        element.tabIndex >= 0 && !element.disabled && element.checkVisibility() &&
        !(element.type === 'radio' && !element.checked),
    );`;

test.each(names)(
  'on the screen of %s the keyboard reaches every control in its order, and shows where it is',
  async (name) => {
    const [, path, heading] = listScreens(stack).find(([each]) => each === name) ?? ['', '', ''];
    await show(path);
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
    await expect.poll(async () => await page.locator('.loading').count()).toBe(0);
    await page.evaluate(noteFocus);
    const count = (await page.evaluate('focusable().length')) as number;
    // A date is one control with some stops in it.
    const isAtEnd = 'walked.includes(focusable().at(-1))';
    for (let step = 0; step < count; step += 1) await page.keyboard.press('Tab');
    for (let more = 0; more < 20 && !(await page.evaluate(isAtEnd)); more += 1)
      await page.keyboard.press('Tab');
    const told = (await page.evaluate(`({
    missed: focusable().filter((element) => !walked.includes(element)).map((each) => each.outerHTML.slice(0, 120)),
    turned: walked.filter((each, at) =>
      at > 0 && !(walked[at - 1].compareDocumentPosition(each) & Node.DOCUMENT_POSITION_FOLLOWING)).length,
    unseen,
  })`)) as { missed: string[]; turned: number; unseen: string[] };
    expect(told).toEqual({ missed: [], turned: 0, unseen: [] });
  },
);

/** Presses Tab until what is focused says so. */
const tabTo = async (text: string): Promise<void> => {
  for (let step = 0; step < 200; step += 1) {
    await page.keyboard.press('Tab');
    if ((await page.evaluate('document.activeElement?.textContent')) === text) return;
  }
  throw new Error(`The keyboard does not reach ${text}`);
};

test('from the first screen to why a page has no content it is a few keys', async () => {
  await show('/');
  await page.getByRole('heading', { name: 'Jobs within a day' }).waitFor();
  await tabTo('To the content');
  await page.keyboard.press('Enter');
  expect(await page.evaluate('document.activeElement?.id')).toBe('main');
  await tabTo(`${stack.site.origin}/`);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: /^crawl of/ }).waitFor();
  await page.getByText('HTTP_NOT_FOUND').first().waitFor();
  await tabTo('pages');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Pages' }).waitFor();
  const link = page.locator('td.url a').first();
  await link.waitFor();
  const url = (await link.textContent()) ?? '';
  await tabTo(url);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: url, exact: true }).waitFor();
  await page.getByText('In words').waitFor();
});

test('fifty thousand pages are scrolled through with the work of those in view', async () => {
  const [parts, perPart] = [10, 5_000];
  await context.route('**/v2/jobs/*/pages?*', async (route) => {
    const part = Number(new URL(route.request().url()).searchParams.get('cursor') ?? '0');
    const pages = Array.from({ length: perPart }, (_, index) => ({
      id: `p${part * perPart + index}`,
      url: `${stack.site.origin}/row/${part * perPart + index}`,
      title: 'A page of many',
      state: 'done',
      status: 200,
      tier: 'http',
      ms: 3,
    }));
    await route.fulfill({
      json: { success: true, pages, cursor: part + 1 < parts ? String(part + 1) : null },
    });
  });
  onTestFinished(async () => await context.unroute('**/v2/jobs/*/pages?*'));
  await show(`/jobs/${stack.crawl}/pages`);
  const list = page.getByRole('region', { name: 'Pages' });
  await list.getByText('/row/0', { exact: false }).first().waitFor();
  await expect
    .poll(async () => {
      await page.evaluate("document.querySelector('.scroll.long').scrollTop = 1e9");
      return await list.getByRole('table').getAttribute('aria-rowcount');
    })
    .toBe(String(parts * perPart + 1));
  const cdp = await context.newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  const cpuSeconds = async (): Promise<number> => {
    const { metrics } = await cdp.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'ThreadTime')?.value ?? Number.NaN;
  };
  const frames = 300;
  await page.evaluate("document.querySelector('.scroll.long').scrollTop = 100000");
  const before = await cpuSeconds();
  const drawn = (await page.evaluate(`(async () => {
    const box = document.querySelector('.scroll.long');
    let added = 0;
    const watch = new MutationObserver((changes) => {
      for (const { addedNodes } of changes) added += [...addedNodes].filter(({ tagName }) => tagName === 'TR').length;
    });
    watch.observe(box, { childList: true, subtree: true });
    for (let frame = 0; frame < ${frames}; frame += 1) {
      box.scrollTop += 120;
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    watch.disconnect();
    return { added, inDocument: box.querySelectorAll('tr').length };
  })()`)) as { added: number; inDocument: number };
  const perFrame = ((await cpuSeconds()) - before) / frames;
  expect(drawn.inDocument).toBeLessThan(120);
  // Each row that comes into view is drawn once, some of them before the screen reaches them.
  expect(drawn.added).toBeLessThan(((frames * 120) / 33) * 1.3);
  // Fifty frames a second leave twenty milliseconds for each.
  expect(perFrame).toBeLessThan(0.02);
});
