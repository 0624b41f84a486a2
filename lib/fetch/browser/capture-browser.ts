import type { Page } from 'playwright-core';
import type { ScrapeOptions } from '../../request/job-spec.ts';
import { actInBrowser } from './act-in-browser.ts';
import type { Captures } from '../tier/captures.ts';
import { shootBrowser } from './take-screenshot.ts';

/** True where somebody will look at the page, so that its images and fonts matter. */
export const takesPictures = ({ screenshot, actions = [] }: ScrapeOptions): boolean =>
  screenshot !== undefined || actions.some(({ type }) => type === 'screenshot' || type === 'pdf');

/** A page that actions left moving has this long to come to rest; what never does is taken as it stands. */
const restMs = 3_000;

/**
 * Acts on a page as the request wants, then takes its picture. Undefined where it wants neither.
 *
 * @param left milliseconds that are left for the page.
 */
export const captureBrowser = async (
  page: Page,
  { screenshot, actions }: ScrapeOptions,
  left: () => number,
): Promise<Captures | undefined> => {
  if (screenshot === undefined && actions === undefined) return undefined;
  const done = actions === undefined ? undefined : await actInBrowser(page, actions, left);
  if (done !== undefined) {
    const timeout = Math.max(1, Math.min(restMs, left()));
    await page.waitForLoadState('networkidle', { timeout }).catch(() => undefined);
  }
  const shot = screenshot === undefined ? undefined : await shootBrowser(page, screenshot, left);
  return {
    ...(shot === undefined ? {} : { screenshot: shot }),
    ...(done === undefined ? {} : { actions: done }),
  };
};
