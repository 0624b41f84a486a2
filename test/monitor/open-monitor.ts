import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { openBrowser } from '../harness/open-browser.ts';
import { listen } from './hostile-pages.ts';
import { listScreens, startMonitoredStack, type MonitoredStack } from './monitored-stack.ts';

/** The monitor as people have it, in a browser: a tab that is open on the first screen. */
export interface OpenedMonitor {
  readonly stack: MonitoredStack;
  readonly context: BrowserContext;
  readonly page: Page;
  /** Opens a screen by its address, as a tab that was not there before, and waits until nothing of it is being read. */
  readonly show: (path: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Starts a stack and a browser; about eight seconds. Close it. */
export const openMonitor = async (how: { readonly inproc: boolean }): Promise<OpenedMonitor> => {
  const [stack, browser]: [MonitoredStack, Browser] = await Promise.all([
    startMonitoredStack(how),
    openBrowser(),
  ]);
  const context = await browser.newContext({ viewport: { width: 1_280, height: 900 } });
  // It only ends what hangs, on a machine that others keep busy as well.
  context.setDefaultTimeout(240_000);
  const page = await context.newPage();
  await page.addInitScript(listen);
  await page.goto(`${stack.gleaner.url}/monitor/#session=${stack.session}`);
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  let loads = 0;
  return {
    stack,
    context,
    page,
    show: async (path) => {
      loads += 1;
      // An address that differs in front of the `#` is loaded anew.
      await page.goto(`${stack.gleaner.url}/monitor/?${loads}#${path}`);
      await untilShown(page.getByRole('heading', { level: 1 }));
      await untilRead(page);
    },
    close: async () => {
      await browser.close();
      await stack.stop();
    },
  };
};

const looksOften = 60;
const betweenLooksMs = 20;

const lookOften = async (isSo: () => Promise<boolean>): Promise<void> => {
  for (let look = 0; look < looksOften && !(await isSo()); look += 1)
    await new Promise((resolve) => setTimeout(resolve, betweenLooksMs));
};

/** Waits until something is shown. Playwright alone looks ever less often, and sees it up to half a second late. */
export const untilShown = async (what: Locator): Promise<void> => {
  await lookOften(async () => await what.isVisible());
  await what.waitFor();
};

/** Waits until nothing on a screen is being read any more. */
export const untilRead = async (page: Page): Promise<void> => {
  const loading = page.locator('.loading');
  await lookOften(async () => (await loading.count()) === 0);
  while ((await loading.count()) > 0) await loading.first().waitFor({ state: 'detached' });
};

/** Names of the screens, for titles; their places are known once the stack is up. */
export const screenNames = listScreens({
  crawl: '',
  extraction: '',
  pageOf: { crawl: '', extraction: '' },
  site: { origin: '', host: '' },
}).map(([name]) => name);

/** Where a screen lies behind the `#`, and its heading. */
export const findScreen = (
  stack: MonitoredStack,
  name: string,
): readonly [path: string, heading: string | RegExp] => {
  const [, path, heading] = listScreens(stack).find(([each]) => each === name) ?? ['', '', ''];
  return [path, heading];
};

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Widths of a window in which screens are looked at, in pixels. */
const widths = [360, 1_280] as const;
const schemes = ['dark', 'light'] as const;
type Look = readonly [width: (typeof widths)[number], scheme: (typeof schemes)[number]];

/** Every width in every colour scheme. */
export const everyLook: readonly Look[] = widths.flatMap((width) =>
  schemes.map((scheme): Look => [width, scheme]),
);
/** Both widths and both colour schemes, each once. */
export const eachOnce: readonly Look[] = [
  [360, 'dark'],
  [1_280, 'light'],
];

/** Whether every rule is asked: beyond both widths and both schemes once, only the contrast may still differ. */
const asksAll = ([width, scheme]: Look): boolean =>
  eachOnce.some((look) => look[0] === width && look[1] === scheme);

/** Holds what is shown to be without a fault that axe finds, and no wider than the window. */
export const expectNoFault = async (shown: Page, looks: readonly Look[] = eachOnce): Promise<void> => {
  if ((await shown.evaluate('typeof axe')) !== 'object') await shown.evaluate(axe);
  for (const look of looks) {
    const [width, colorScheme] = look;
    await shown.setViewportSize({ width, height: 900 });
    await shown.emulateMedia({ colorScheme });
    const rules = looks.length === 1 || asksAll(look) ? '' : ", runOnly: ['color-contrast']";
    const found = (await shown.evaluate(
      `axe.run({ resultTypes: ['violations'], preload: false${rules} }).then(({ violations }) =>
        violations.map((each) => each.id + ': ' + each.nodes.map((node) => node.html).join(' ')))`,
    )) as string[];
    expect(found, `${colorScheme} ${width}`).toEqual([]);
    // Nothing but a table may be wider than the window.
    const tooWide = 'document.documentElement.scrollWidth - innerWidth';
    expect(await shown.evaluate(tooWide), `${colorScheme} ${width}`).toBeLessThanOrEqual(0);
  }
};

/**
 * Where in the reference the codes on a screen lead to, by its anchors.
 *
 * @throws {Error} for a code that leads nowhere.
 */
export const readCodes = async (page: Page): Promise<readonly string[]> => {
  // A word that looks like a code and leads nowhere; not where a choice, a field or a text of Gleaner's quotes it.
  const bare = (await page.evaluate(`(() => {
    const walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
    const bare = [];
    while (walker.nextNode()) {
      const { textContent, parentElement } = walker.currentNode;
      if (/\\b[A-Z]{2,}(?:_[A-Z]+)+\\b/.test(textContent) &&
          parentElement.closest('.code, .passage, button, select, textarea, pre, code, [role="tabpanel"]') === null)
        bare.push(textContent);
    }
    return bare;
  })()`)) as string[];
  if (bare.length > 0) throw new Error(`Codes lead nowhere: ${bare.join('; ')}`);
  const codes = (await page.evaluate(
    `[...document.querySelectorAll('main .code')].map(({ textContent, href }) => [textContent, href ?? ''])`,
  )) as [text: string, href: string][];
  return (
    codes
      // A status has no sentence of its own, and a place in a diff is no word.
      .filter(([text]) => !/^HTTP \d+$|^@@ /.test(text))
      .map(([text, href]) => {
        const [path, anchor] = href.split('#');
        if (path?.endsWith('/docs') !== true || anchor === undefined)
          throw new Error(`The code ${text} leads to ${href === '' ? 'nothing' : href}`);
        return decodeURIComponent(anchor);
      })
  );
};

/** The address of a request in the playground. */
export const inPlay = (name: string, body: object): string =>
  `/play/${name}?body=${encodeURIComponent(JSON.stringify(body))}`;

/** Replaces what a field of the playground's form holds. */
export const fillField = async (page: Page, field: string, text: string): Promise<void> =>
  await page.locator(`#field-${field}`).fill(text);
