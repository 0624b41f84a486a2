import type { Page } from 'playwright-core';
import { setTimeout as sleep } from 'node:timers/promises';
import { Script } from 'node:vm';
import { failure, type FailureCode } from '../../failure.ts';
import { limits } from '../../limits/limits.ts';
import type { Action } from '../../request/browser-action.ts';
import type { ActionCaptures, Picture } from '../tier/captures.ts';
import { readKey } from './browser-key.ts';
import { documentHtml } from './document-html.ts';
import { failureError } from '../http/network-failure.ts';
import { takeScreenshot } from './take-screenshot.ts';
import type { PageTime } from './wait-until-stable.ts';

type Handle = NonNullable<Awaited<ReturnType<Page['$']>>>;

/** The properties of an element that scripts inside the page use. */
interface PageElement {
  readonly clientHeight: number;
  click?(): void;
  addEventListener(type: 'click', listener: () => void, options: { capture: true; once: true }): void;
  scrollBy(x: number, y: number): void;
}

/** What the actions have produced so far. */
interface Taken {
  readonly screenshots: Picture[];
  readonly scrapes: { url: string; html: string }[];
  readonly javascriptReturns: { type: string; value: unknown }[];
  readonly pdfs: Uint8Array[];
}

interface Acting {
  readonly page: Page;
  readonly taken: Taken;
  readonly time: PageTime;
  /** Makes the error with which the current action ends the page. */
  readonly fail: (code: FailureCode, why: string) => Error;
}

/** How long a page to which an action leads may take to load; after that the next action uses it as it is. */
const loadMs = 5_000;
/**
 * Runs in the page: what the next click follows opens in the page itself, because there is only one tab. Named frames
 * stay what they are.
 */
const openHere = `addEventListener('click', (event) => {
  const base = document.querySelector('base[target]')?.getAttribute('target');
  for (const node of event.composedPath()) {
    if (!(node instanceof Element)) continue;
    const link = node.matches('a[href], area[href]') ? node : node.matches('button, input') ? node.form : null;
    const target = link?.getAttribute('target') ?? base;
    if (link && /^_blank$/i.test(target ?? '')) link.setAttribute('target', '_self');
  }
}, { capture: true, once: true })`;

/** Elements that scroll into view start loading within this time, or never. */
const scrollMs = 150;
/** After this time an element that is covered, or moves, is clicked by script. */
const clickMs = 1_500;

const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n', 1)[0]?.slice(0, 300) ?? '';

const elementOf = async (
  { page, time, fail }: Acting,
  selector: string,
  ms = Number.POSITIVE_INFINITY,
): Promise<Handle> => {
  const timeout = Math.min(ms, time.element());
  const found = await page
    .waitForSelector(selector, { state: 'attached', timeout })
    .catch((error: unknown) => {
      if (error instanceof Error && error.name === 'TimeoutError') return null;
      throw fail('ACTION_FAILED', firstLine(error));
    });
  if (found !== null) return found;
  throw fail('SELECTOR_NOT_FOUND', `no element matches ${JSON.stringify(selector.slice(0, 100))}`);
};

const loaded = async ({ page, time: { left } }: Acting): Promise<void> => {
  const timeout = Math.max(1, Math.min(loadMs, left()));
  await page.waitForLoadState('domcontentloaded', { timeout }).catch(() => undefined);
};

/** Runs in the page: notes whether an element is clicked. */
const watchClick = (node: PageElement): { isClicked: boolean } => {
  const seen = { isClicked: false };
  node.addEventListener('click', () => (seen.isClicked = true), { capture: true, once: true });
  return seen;
};

const click = async (
  acting: Acting,
  { selector, all }: Extract<Action, { type: 'click' }>,
): Promise<void> => {
  const first = await elementOf(acting, selector, limits.actionElementMs);
  if (!all) await acting.page.evaluate(openHere);
  const elements = all ? (await acting.page.$$(selector)).slice(0, limits.clicksMax) : [first];
  for (const element of elements) {
    const seen = await element
      .evaluateHandle(watchClick as (node: unknown) => { isClicked: boolean })
      .catch(() => null);
    await element.click({ timeout: clickMs }).catch(async () => {
      // A page may be busy with the click, or have left for another one: it is not clicked twice.
      const isClicked = await seen?.evaluate(({ isClicked }) => isClicked).catch(() => true);
      if (isClicked === true) return;
      await element.evaluate((node) => (node as unknown as PageElement).click?.()).catch(() => undefined);
    });
  }
  await loaded(acting);
};

const scroll = async (
  acting: Acting,
  { direction, selector }: Extract<Action, { type: 'scroll' }>,
): Promise<void> => {
  const sign = direction === 'up' ? -1 : 1;
  if (selector === undefined) await acting.page.evaluate(`scrollBy(0, ${sign} * innerHeight)`);
  else {
    const element = await elementOf(acting, selector, limits.actionElementMs);
    await element.evaluate((node, by) => {
      const it = node as unknown as PageElement;
      it.scrollBy(0, by * it.clientHeight);
    }, sign);
  }
  await sleep(scrollMs);
};

const compiles = (source: string): boolean => {
  try {
    return new Script(source) instanceof Script;
  } catch {
    return false;
  }
};

/**
 * Makes what is run for a caller's script: itself if it is a program, otherwise the body of an asynchronous function,
 * so that it may `await` and `return`. It is only compiled here; one that is in vain is refused by the browser.
 */
const programOf = (script: string): string =>
  [script, `(async () => (${script}\n))()`, `(async () => {${script}\n})()`].find(compiles) ?? script;

/**
 * Runs a script of the caller: an expression, or statements with a `return`, both with `await`. Its value is reduced to
 * JSON.
 */
const runScript = async (acting: Acting, script: string): Promise<void> => {
  const { page, taken, fail } = acting;
  const value = await page.evaluate<unknown>(programOf(script)).catch((error: unknown) => {
    throw fail('ACTION_FAILED', firstLine(error));
  });
  const json = JSON.stringify(value) ?? 'null';
  if (json.length > limits.scriptReturnCharactersMax) {
    throw fail(
      'RESPONSE_TOO_LARGE',
      `its script returned ${json.length} characters, at most ${limits.scriptReturnCharactersMax} are kept`,
    );
  }
  taken.javascriptReturns.push({ type: typeof value, value: JSON.parse(json) as unknown });
};

const pictureOf = async (
  { page, time, fail }: Acting,
  action: Extract<Action, { type: 'screenshot' }>,
): Promise<Picture> => {
  const picture = await takeScreenshot(page, action, time.left);
  if (picture === null) throw fail('ACTION_FAILED', 'the page was not painted in time');
  return picture;
};

const act = async (acting: Acting, action: Action): Promise<void> => {
  const { page, taken } = acting;
  const { left } = acting.time;
  switch (action.type) {
    case 'wait':
      if (action.selector !== undefined) return void (await elementOf(acting, action.selector));
      await sleep(Math.min(action.milliseconds ?? 0, Math.max(0, left())));
      return;
    case 'click':
      return await click(acting, action);
    case 'write':
      return await page.keyboard.type(action.text);
    case 'press':
      await page.keyboard.press(readKey(action.key) ?? action.key);
      return await loaded(acting);
    case 'scroll':
      return await scroll(acting, action);
    case 'screenshot':
      return void taken.screenshots.push(await pictureOf(acting, action));
    case 'scrape': {
      const html = await documentHtml(page, limits.pageBytesMax);
      if (html === null)
        throw acting.fail('RESPONSE_TOO_LARGE', `its document has over ${limits.pageBytesMax} characters`);
      return void taken.scrapes.push({ url: page.url(), html });
    }
    case 'executeJavascript':
      return await runScript(acting, action.script);
    case 'pdf': {
      const { format, landscape, scale } = action;
      return void taken.pdfs.push(await page.pdf({ format, landscape, scale, printBackground: true }));
    }
  }
};

const bytesOf = ({ screenshots, scrapes, pdfs }: Taken): number =>
  screenshots.reduce((sum, { bytes }) => sum + bytes.length, 0) +
  scrapes.reduce((sum, { html }) => sum + html.length, 0) +
  pdfs.reduce((sum, pdf) => sum + pdf.length, 0);

/**
 * Performs the request's actions on a page in their order. Throws a failure that names the action by its place in the
 * list: `SELECTOR_NOT_FOUND` if its element does not appear, `ACTION_FAILED` if it cannot be performed.
 */
export const actInBrowser = async (
  page: Page,
  actions: readonly Action[],
  time: PageTime,
): Promise<ActionCaptures> => {
  const taken: Taken = { screenshots: [], scrapes: [], javascriptReturns: [], pdfs: [] };
  for (const [index, action] of actions.entries()) {
    const place = `actions.${index} (${action.type})`;
    const fail = (code: FailureCode, why: string): Error =>
      failureError(failure(code, `Cannot render ${page.url()}: ${place}: ${why}`));
    await act({ page, taken, time, fail }, action).catch((error: unknown) => {
      // An error that ends the browser or the page's time is reported by the caller.
      if (page.isClosed() || (error instanceof Error && 'failure' in error)) throw error;
      throw fail('ACTION_FAILED', firstLine(error));
    });
    const bytes = bytesOf(taken);
    if (bytes > limits.capturesBytesMax)
      throw fail(
        'RESPONSE_TOO_LARGE',
        `the actions have taken ${bytes} bytes, at most ${limits.capturesBytesMax} are kept`,
      );
  }
  return taken;
};
