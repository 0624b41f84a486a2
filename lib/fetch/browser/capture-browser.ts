import type { Page } from 'playwright-core';
import type { ScrapeOptions } from '../../request/job-spec.ts';
import { actInBrowser } from './act-in-browser.ts';
import type { Captures } from '../tier/captures.ts';
import { takeScreenshot } from './take-screenshot.ts';

/** Says whether a picture is taken of the page, so that its images and fonts matter. */
export const takesPictures = ({ screenshot, actions = [] }: ScrapeOptions): boolean =>
  screenshot !== undefined || actions.some(({ type }) => type === 'screenshot' || type === 'pdf');

/** How long a page may keep moving after actions; then it is captured as it is. */
const quietMs = 3_000;

/**
 * Performs the request's actions on a page, then takes its picture. Returns undefined if the request wants neither.
 *
 * @param left milliseconds left for the page.
 */
export const captureBrowser = async (
  page: Page,
  { screenshot, actions }: ScrapeOptions,
  left: () => number,
): Promise<Captures | undefined> => {
  if (screenshot === undefined && actions === undefined) return undefined;
  const done = actions === undefined ? undefined : await actInBrowser(page, actions, left);
  if (done !== undefined) {
    const timeout = Math.max(1, Math.min(quietMs, left()));
    await page.waitForLoadState('networkidle', { timeout }).catch(() => undefined);
  }
  const shot = screenshot === undefined ? undefined : await takeScreenshot(page, screenshot, left);
  return {
    ...(shot === undefined ? {} : { screenshot: shot }),
    ...(done === undefined ? {} : { actions: done }),
  };
};
