import type { Page, Request, Response } from 'playwright-core';
import { setTimeout as sleep } from 'node:timers/promises';
import { isBodiless } from '../http/http-status.ts';
import { withoutHash } from './page-trail.ts';

/** A host's answer to a request of the page's own frame. */
export type PageAnswer = Response;

/** The answers of the documents that a page shows. */
export interface PageAnswers {
  /** The answer of the document that is shown; null while none is. */
  readonly shown: () => PageAnswer | null;
  /** Why the last navigation of the page's own frame failed, in Chromium's words; null if none did. */
  readonly failed: () => string | null;
}

/**
 * Watches which answer the document has that a page shows. An answer for the page's own frame need not become its
 * document: a download and an answer without a body leave the page as it is.
 */
export const watchAnswers = (page: Page): PageAnswers => {
  let received: PageAnswer | null = null;
  let shown: PageAnswer | null = null;
  let failed: string | null = null;
  const own = page.mainFrame();
  const isOwn = (request: Request): boolean => request.isNavigationRequest() && request.frame() === own;
  page.on('response', (response) => {
    if (isOwn(response.request()) && !isBodiless(response.status())) received = response;
  });
  page.on('requestfailed', (request) => {
    if (isOwn(request)) failed = request.failure()?.errorText ?? null;
  });
  page.on('download', () => (received = null));
  // Also within a document, where a script writes another address: then no answer has come for that.
  page.on('framenavigated', (frame) => {
    if (frame !== own || received === null) return;
    if (withoutHash(received.url()) !== withoutHash(frame.url())) return;
    shown = received;
    received = null;
  });
  return { shown: () => shown, failed: () => failed };
};

const againMs = 50;

/** Runs in the page: comes back once its document is parsed. */
const parsed = `new Promise((resolve) => {
  if (document.readyState !== 'loading') resolve(true);
  else document.addEventListener('DOMContentLoaded', () => resolve(true), { once: true });
})`;

/**
 * Waits until the document that a page shows is parsed, or the next one if it leads on meanwhile. Returns false if it
 * is not after `ms` milliseconds: a script or style sheet for which it waits does not come, or a script never ends.
 *
 * @throws {Error} if the page is closed.
 */
export const waitUntilParsed = async (page: Page, ms: number): Promise<boolean> => {
  const over = new AbortController();
  const late = sleep(Math.max(1, ms), false, { signal: over.signal });
  late.catch(() => undefined);
  try {
    return await Promise.race([untilParsed(page), late]);
  } finally {
    over.abort();
  }
};

const untilParsed = async (page: Page): Promise<boolean> => {
  for (;;) {
    try {
      await page.evaluate(parsed);
      return true;
    } catch (error) {
      // The page has moved on to another document, or its browser has ended.
      if (page.isClosed() || page.context().browser()?.isConnected() !== true) throw error;
      await sleep(againMs);
    }
  }
};
