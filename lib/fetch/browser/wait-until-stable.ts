import type { Page, Response } from 'playwright-core';
import { setTimeout as sleep } from 'node:timers/promises';
import { failureError } from '../http/network-failure.ts';
import { failure } from '../../failure.ts';
import { limits } from '../../limits/limits.ts';
import { detectChallenge } from '../tier/challenge.ts';
import { statusFailure } from '../http/http-status.ts';
import { documentHtml } from './document-html.ts';
import { judgedBytesMax } from '../tier/next-tier.ts';
import { detectAppShell } from '../tier/app-shell.ts';

/** A page in a browser, and the last answer for its own frame. */
export interface OpenPage {
  readonly page: Page;
  readonly answer: () => Response | null;
}

/** Milliseconds that a page has. */
export interface PageTime {
  /** Left for everything. */
  readonly left: () => number;
  /** For which an element is waited for that the caller names. */
  readonly element: () => number;
}

/**
 * Makes the time of a page from the milliseconds that are left for it. An element is waited for part of them only, so
 * that whoever waits for the page (`isAwaited`) reads that the element did not come, and not that time ran out.
 */
export const pageTime = (left: () => number, isAwaited: boolean): PageTime => {
  const elementMs = isAwaited ? limits.awaitedElementMs : limits.waitForMsMax;
  return { left, element: () => Math.max(1, Math.min(elementMs, left() * (3 / 4))) };
};

const pollMs = 250;
/** Time reserved for reading the page, so that the result says what it is and not only that time ran out. */
const readMs = 1_000;
/** How long a page with paused requests that shows nothing yet may take to show something. */
const emptyMs = 3_000;

/**
 * Returns the page as HTML, '' while it is loading another one; null if it is too large to be an app shell or a
 * challenge.
 */
const htmlOf = async (page: Page): Promise<string | null> =>
  await documentHtml(page, judgedBytesMax).catch(() => '');

/** Checks the page until it is ready; false if the time runs out first. */
const until = async (page: Page, ms: number, isReady: (html: string | null) => boolean): Promise<boolean> => {
  for (const end = performance.now() + ms; performance.now() < end; await sleep(pollMs)) {
    if (isReady(await htmlOf(page))) return true;
  }
  return false;
};

/** Says whether the browser shows a challenge, which a script may solve. */
const showsChallenge = (
  { answer }: OpenPage,
  headers: Readonly<Record<string, string>>,
  html: string | null,
): boolean =>
  html === '' || detectChallenge({ status: answer()?.status() ?? 0, headers, html: html ?? '' }) !== null;

/** Waits until a challenge that a script solves gives way to the page; false if it stays. */
const passChallenge = async (open: OpenPage, left: () => number): Promise<boolean> => {
  const first = open.answer();
  const headers = (await first?.allHeaders().catch(() => ({}))) ?? {};
  if (!showsChallenge(open, headers, await htmlOf(open.page))) return true;
  return await until(open.page, Math.min(limits.challengeMs, left() - readMs), (html) => {
    // Another answer has other headers, which are not known in time, so only its page is judged.
    return !showsChallenge(open, open.answer() === first ? headers : {}, html);
  });
};

/**
 * Waits until a page is complete: its own requests have paused for half a second, or never do; it shows something; and
 * the element for which the caller waits is there. Throws a `SELECTOR_NOT_FOUND` if that element does not appear.
 * Returns false if this is not the wanted page: an error of the host, or a challenge that stays; then the page is
 * taken as it is.
 */
export const waitUntilStable = async (
  open: OpenPage,
  waitFor: number | string | undefined,
  { left, element }: PageTime,
): Promise<boolean> => {
  const { page } = open;
  const idle = async (): Promise<void> => {
    const timeout = Math.max(1, Math.min(limits.renderIdleMs, left() / 2));
    // A page whose requests never pause is taken as it is.
    await page.waitForLoadState('networkidle', { timeout }).catch(() => undefined);
  };
  await idle();
  const passed = await passChallenge(open, left);
  const status = open.answer()?.status() ?? 0;
  if (!passed || statusFailure(status) !== null) return false;
  await until(
    page,
    Math.min(emptyMs, left()),
    (html) => html === null || (html !== '' && detectAppShell(html) === null),
  );
  if (typeof waitFor === 'number') await sleep(Math.min(waitFor, Math.max(0, left())));
  if (typeof waitFor !== 'string') return true;
  const found = await page.waitForSelector(waitFor, { state: 'attached', timeout: element() }).then(
    () => true,
    () => false,
  );
  if (found) return true;
  throw failureError(
    failure(
      'SELECTOR_NOT_FOUND',
      `Cannot render ${page.url()}: no element matches ${JSON.stringify(waitFor.slice(0, 100))}`,
    ),
  );
};
