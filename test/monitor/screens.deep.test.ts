import type { BrowserContext, Page, Response } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { untilOver } from '../harness/call-api.ts';
import { quarterOfRun } from '../slices/slices.ts';
import { productSchema, type MonitoredStack } from './monitored-stack.ts';
import { noteConsole } from './note-console.ts';
import { findUntold } from './numbers-shown.ts';
import {
  everyLook,
  expectNoFault,
  fillField,
  findScreen,
  inPlay,
  openMonitor,
  readCodes,
  screenNames,
  untilRead,
  untilShown,
  type OpenedMonitor,
} from './open-monitor.ts';

/** The monitor by the keyboard alone, lists that are long, and flows that take their time. */
let monitor: OpenedMonitor;
let stack: MonitoredStack;
let gleaner: MonitoredStack['gleaner'];
let site: MonitoredStack['site'];
let crawl: string;
let ask: MonitoredStack['ask'];
let context: BrowserContext;
let page: Page;
let show: OpenedMonitor['show'];
/** What scripts of pages told the top, which none may. */
const heard = async (): Promise<unknown> => await page.evaluate('window.heard');

beforeAll(async () => {
  monitor = await openMonitor({ inproc: false });
  ({ stack, context, page, show } = monitor);
  ({ gleaner, site, crawl, ask } = stack);
});

afterAll(async () => await monitor?.close());

/** What the page's console says from now on, until the test is over. */
const notedHere = (): readonly string[] => {
  const { said, stop } = noteConsole(page);
  onTestFinished(stop);
  return said;
};

/** What the page is answered from now on, until the test is over. */
const noteAnswered = (): unknown[] => {
  const answered: unknown[] = [];
  const note = (response: Response): void => {
    const { pathname } = new URL(response.url());
    if (pathname.startsWith('/v2/') || pathname === '/openapi.json')
      void response.json().then(
        (answer: unknown) => answered.push(answer),
        () => null,
      );
  };
  page.on('response', note);
  onTestFinished(() => void page.off('response', note));
  return answered;
};

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

/** What costs the monitor's tests most is these two looks at each of its screens: a run takes a quarter of them. */
const lookedAt = quarterOfRun(screenNames);

test.each(lookedAt)(
  'the screen of %s has no fault that axe finds, however it is looked at, and no number that no answer tells',
  async (name) => {
    const [path, heading] = findScreen(stack, name);
    const said = notedHere();
    const answered = noteAnswered();
    await show(path);
    await untilShown(page.getByRole('heading', { name: heading, level: 1 }));
    expect(said).toEqual([]);
    await expectNoFault(page, everyLook);
    // A plot has its numbers in the table behind it, which is held against the API elsewhere.
    await page.evaluate(
      "for (const each of document.querySelectorAll('figure, main summary')) each.remove()",
    );
    expect(findUntold(await page.locator('main').innerText(), answered)).toEqual([]);
  },
);

test.each(lookedAt)(
  'on the screen of %s the keyboard reaches every control in its order, and shows where it is',
  async (name) => {
    const [path, heading] = findScreen(stack, name);
    await show(path);
    await untilShown(page.getByRole('heading', { name: heading, level: 1 }));
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
  await untilShown(page.getByRole('heading', { name: 'Jobs within a day' }));
  await tabTo('To the content');
  await page.keyboard.press('Enter');
  expect(await page.evaluate('document.activeElement?.id')).toBe('main');
  await tabTo(`${stack.site.origin}/`);
  await page.keyboard.press('Enter');
  await untilShown(page.getByRole('heading', { name: /^crawl of/ }));
  await untilShown(page.getByText('HTTP_NOT_FOUND').first());
  await tabTo('pages');
  await page.keyboard.press('Enter');
  await untilShown(page.getByRole('heading', { name: 'Pages' }));
  const link = page.locator('td.url a').first();
  await untilShown(link);
  const url = (await link.textContent()) ?? '';
  await tabTo(url);
  await page.keyboard.press('Enter');
  await untilShown(page.getByRole('heading', { name: url, exact: true }));
  await untilShown(page.getByText('In words'));
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
  await untilShown(list.getByText('/row/0', { exact: false }).first());
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

test('a moment is shown in the time of its reader, and in universal time beside or on hover', async () => {
  const zone = 'Asia/Kolkata';
  const other = await context.newPage();
  const cdp = await context.newCDPSession(other);
  await cdp.send('Emulation.setTimezoneOverride', { timezoneId: zone });
  onTestFinished(async () => {
    await cdp.send('Emulation.setTimezoneOverride', { timezoneId: '' });
    await other.close();
  });
  await other.goto(`${gleaner.url}/monitor/#session=${stack.session}`);
  await untilShown(other.getByRole('heading', { level: 1 }));
  let shown = 0;
  for (const name of screenNames) {
    const [path, heading] = findScreen(stack, name);
    await other.goto(`${gleaner.url}/monitor/#${path}`);
    await untilShown(other.getByRole('heading', { name: heading, level: 1 }));
    await untilRead(other);
    if (name === 'changes') await other.getByRole('button', { name: 'Mark all as read' }).click();
    for (const fold of await other.getByText('Its numbers').all()) await fold.click();
    const moments = (await other.evaluate(`[...document.querySelectorAll('main time')].map(
      ({ dateTime, textContent, title }) => {
        const there = new Date(dateTime).toLocaleTimeString([], { timeStyle: 'medium', timeZone: '${zone}' });
        return [dateTime, textContent, there, title];
      })`)) as [at: string, local: string, there: string, hover: string][];
    shown += moments.length;
    for (const [at, local, there, hover] of moments) {
      expect(local, name).toContain(there);
      expect(hover, name).toBe(`${at.slice(0, 10)} ${at.slice(11, 19)} UTC`);
    }
    // Every other time of day is a moment like that, or says by itself what it is in universal time.
    const alone = await other.evaluate(`(() => {
      const walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
      const alone = [];
      while (walker.nextNode()) {
        const { textContent, parentElement } = walker.currentNode;
        if (/\\d{1,2}:\\d{2}:\\d{2}/.test(textContent) && !/UTC/.test(textContent) &&
            !/UTC$/.test(parentElement.closest('time')?.title ?? '') && parentElement.closest('pre') === null)
          alone.push(textContent);
      }
      return alone;
    })()`);
    expect(alone, name).toEqual([]);
  }
  expect(shown).toBeGreaterThan(60);
});

test('a crawl that is sent leads to its screen, and runs there to its end', async () => {
  await show(inPlay('crawl', { url: `${site.origin}/docs/a`, limit: 3 }));
  await page.getByRole('button', { name: 'Send the crawl' }).click();
  await page.getByRole('link', { name: 'watch it' }).click();
  await untilShown(page.getByRole('heading', { name: `crawl of ${site.origin}/docs/a` }));
  await untilShown(page.locator('.state-completed').first());
});

test('a map lists what it found, and a search of what was crawled its results', async () => {
  await show(inPlay('map', { url: `${site.origin}/`, sitemap: 'skip' }));
  await page.getByRole('button', { name: 'Send the map' }).click();
  await untilShown(page.locator('.results').getByText(`${site.origin}/docs/a`));
  await show(inPlay('search', { query: 'up to no good', sources: ['corpus:main'] }));
  await expect
    .poll(async () => {
      await page.getByRole('button', { name: 'Send the search' }).click();
      await untilShown(page.getByRole('heading', { name: 'Answer' }));
      return await page.getByText(`${site.origin}/hostile`).count();
    })
    .toBeGreaterThan(0);
});

test('of ten thousand pages few are in the document; the list tells how many, and asks for more at its end', async () => {
  const line = (index: number): object => ({
    id: `p${index}`,
    url: `${site.origin}/row/${index}`,
    state: 'done',
    status: 200,
    tier: 'http',
    ms: 3,
  });
  const parts = ['', 'second'];
  await context.route('**/v2/jobs/*/pages?*', async (route) => {
    const cursor = new URL(route.request().url()).searchParams.get('cursor') ?? '';
    const from = parts.indexOf(cursor) * 5_000;
    await route.fulfill({
      json: {
        success: true,
        pages: Array.from({ length: 5_000 }, (_, index) => line(from + index)),
        cursor: parts[parts.indexOf(cursor) + 1] ?? null,
      },
    });
  });
  await show(`/jobs/${crawl}/pages`);
  const list = page.getByRole('region', { name: 'Pages' });
  await untilShown(list.getByText('/row/0', { exact: false }).first());
  expect(await list.getByRole('table').getAttribute('aria-rowcount')).toBe('5001');
  expect(await list.getByRole('row').count()).toBeLessThan(120);
  // However fast it is scrolled, it stays where it was scrolled to.
  const reached = await page.evaluate(`(async () => {
    const box = document.querySelector('.scroll.long');
    for (let step = 0; step < 60; step += 1) {
      box.scrollTop += 120;
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    return box.scrollTop;
  })()`);
  expect(reached).toBe(7_200);
  const toEnd = async (): Promise<string | null> => {
    await list.hover();
    await page.mouse.wheel(0, 1_000_000);
    return await list.getByRole('table').getAttribute('aria-rowcount');
  };
  await expect.poll(toEnd).toBe('10001');
  await expect
    .poll(async () => {
      await toEnd();
      return await list.getByText('/row/9999').count();
    })
    .toBe(1);
  expect(await list.getByRole('row').count()).toBeLessThan(120);
  await context.unroute('**/v2/jobs/*/pages?*');
});

test('a stack that is away is told in a sentence, and the screen goes on when it is back', async () => {
  await show(`/jobs/${crawl}/pages`);
  await context.setOffline(true);
  onTestFinished(async () => await context.setOffline(false));
  await page.getByLabel('State').selectOption('failed');
  await untilShown(page.getByRole('alert').getByText('Nothing answers at'));
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Try again' }).click();
  await untilShown(page.getByRole('link', { name: `${site.origin}/gone` }));
  expect(await page.getByRole('alert').count()).toBe(0);
});

test('a screenshot is shown, from the bucket that it lies in and no other host', async () => {
  const said = notedHere();
  const body = { urls: [`${site.origin}/docs/a`], formats: ['markdown', 'screenshot'] };
  const { id } = await ask('POST', '/v2/batch/scrape', body);
  await untilOver(gleaner, `/v2/batch/scrape/${id}`);
  const { pages } = await ask('GET', `/v2/jobs/${id}/pages`);
  await show(`/jobs/${id}/pages/${pages[0].id}`);
  await page.getByRole('tab', { name: 'Screenshot' }).click();
  const picture = page.getByRole('img', { name: 'The page as a browser showed it' });
  await untilShown(picture);
  const width = "document.querySelector('img.screenshot').naturalWidth";
  await expect.poll(async () => await page.evaluate(width)).toBeGreaterThan(0);
  expect(said).toEqual([]);
  const tiers = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Tiers before its own' }) });
  await untilShown(tiers.getByRole('link', { name: 'requested' }));
  expect(await readCodes(page)).toContain('FallThroughReason-requested');
  await show(`/jobs/${id}`);
  const left = page.getByRole('table', { name: 'Why a tier was left' }).getByRole('row');
  await untilShown(left.getByText('HTTP was not tried'));
});

test('an extraction that is sent is answered, and its answers are a grid', async () => {
  const body = { urls: [`${site.origin}/chair`], schema: productSchema };
  await show(inPlay('extract', body));
  await page.getByRole('button', { name: 'What would it take?' }).click();
  await untilShown(page.locator('.facts').getByText('Cost', { exact: true }));
  const [sent] = await Promise.all([
    page.waitForRequest('**/v2/extract'),
    page.getByRole('button', { name: 'Send the extract' }).click(),
  ]);
  expect(sent.postDataJSON()).toEqual(body);
  await page.getByRole('link', { name: 'watch it' }).click();
  await untilShown(page.locator('.state-completed').first());
  await page.getByRole('link', { name: 'Its answers' }).click();
  await untilShown(page.getByRole('region', { name: 'Answers' }).getByText('120.5', { exact: true }));
});

test('a hostile page runs nothing and asks nobody, whatever shows it', async () => {
  const before = site.requests.length;
  await show('/play');
  await fillField(page, 'url', `${site.origin}/hostile`);
  await page.getByLabel('html', { exact: true }).check();
  await page.getByRole('button', { name: 'Send the scrape' }).click();
  for (const view of ['Rendered', 'HTML']) {
    await page.getByRole('tab', { name: view, exact: true }).click();
    await untilShown(page.frameLocator('iframe').getByText('up to no good').first());
    expect(await page.locator('iframe').getAttribute('sandbox')).toBe('');
  }
  await show(`/jobs/${crawl}/pages?prefix=${encodeURIComponent(`${site.origin}/hostile`)}`);
  await untilShown(page.getByRole('link', { name: `${site.origin}/hostile` }));
  expect(await heard()).toEqual([]);
  await page.getByRole('link', { name: `${site.origin}/hostile` }).click();
  for (const view of ['Rendered', 'HTML']) {
    await page.getByRole('tab', { name: view, exact: true }).click();
    await untilShown(page.frameLocator('iframe').getByText('up to no good').first());
    expect(await page.locator('iframe').getAttribute('sandbox')).toBe('');
  }
  expect(await heard()).toEqual([]);
  // The page itself was fetched, by Gleaner; what is in it was asked for by nobody.
  expect(site.requests.slice(before).map(({ path }) => path)).toEqual(['/hostile']);
});
