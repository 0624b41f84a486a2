import type { Page } from 'playwright-core';
import type { ScrapeOptions } from '../../request/job-spec.ts';
import { actInBrowser } from './act-in-browser.ts';
import type { Captures } from '../tier/captures.ts';
import { takeScreenshot } from './take-screenshot.ts';
import type { PageTime } from './wait-until-stable.ts';
import { watchRequests } from './watch-requests.ts';

/** Says whether a picture is taken of the page, so that its images and fonts matter. */
export const takesPictures = ({ screenshot, actions = [] }: ScrapeOptions): boolean =>
  screenshot !== undefined || actions.some(({ type }) => type === 'screenshot' || type === 'pdf');

/** How long a page may keep asking after the last action; then it is taken as it is. */
const quietMs = 3_000;

/**
 * Performs the request's actions on a page, waits until the requests that they led to have paused, then takes its
 * picture. Returns undefined if the request wants neither.
 */
export const captureBrowser = async (
  page: Page,
  { screenshot, actions }: ScrapeOptions,
  time: PageTime,
): Promise<Captures | undefined> => {
  if (screenshot === undefined && actions === undefined) return undefined;
  const { left } = time;
  const requests = watchRequests(page);
  const done = actions === undefined ? undefined : await actInBrowser(page, actions, time);
  if (done !== undefined) {
    await requests.quiet(Math.min(quietMs, left()));
  }
  const shot = screenshot === undefined ? undefined : await takeScreenshot(page, screenshot, left);
  return {
    ...(shot === undefined || shot === null ? {} : { screenshot: shot }),
    ...(done === undefined ? {} : { actions: done }),
  };
};
