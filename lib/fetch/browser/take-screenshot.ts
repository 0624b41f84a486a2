import type { Page } from 'playwright-core';
import { limits } from '../../limits/limits.ts';
import type { Screenshot } from '../../request/browser-action.ts';
import type { Picture } from '../tier/captures.ts';

/** Quality of the JPEG that replaces a PNG which is too large. */
const smallerQuality = 80;

const isTimeout = (error: unknown): boolean => error instanceof Error && error.name === 'TimeoutError';

const paint = async (
  page: Page,
  { fullPage, quality, viewport }: Screenshot,
  timeout: number,
): Promise<Picture> => {
  if (viewport !== undefined) await page.setViewportSize(viewport);
  const width = page.viewportSize()?.width ?? 1;
  const clip = { x: 0, y: 0, width, height: Math.floor(limits.screenshotPixelsMax / width) };
  const take = async (kind: { type: 'png' } | { type: 'jpeg'; quality: number }): Promise<Buffer> =>
    await page.screenshot({
      ...kind,
      ...(fullPage ? { fullPage, clip } : {}),
      animations: 'disabled',
      timeout,
    });
  if (quality === undefined) {
    const bytes = await take({ type: 'png' });
    if (bytes.length <= limits.screenshotBytesMax) return { type: 'image/png', bytes };
  }
  const bytes = await take({ type: 'jpeg', quality: quality ?? smallerQuality });
  return { type: 'image/jpeg', bytes };
};

/** How long a page may wait for its fonts and style sheets until it is painted without those that have not come. */
const paintMs = 8_000;

/** Time reserved for reading a page of which no picture can be taken. */
const readMs = 3_000;

/** Runs in the page: gives up what it still loads. Its document is parsed by now. */
const stopLoading = `stop(); for (const link of document.querySelectorAll('link[rel~="stylesheet" i]'))
  if (link.sheet === null) link.remove();`;

/**
 * Takes a picture of the visible page, or of the whole page down to `limits.screenshotPixelsMax`, so that an endless
 * page ends. A font or a style sheet that does not come is given up. Null if the page is not painted even then.
 *
 * @param left milliseconds left for the page.
 */
export const takeScreenshot = async (
  page: Page,
  screenshot: Screenshot,
  left: () => number,
): Promise<Picture | null> => {
  const share = (): number => Math.max(1, Math.min(paintMs, left() / 3));
  try {
    return await paint(page, screenshot, share());
  } catch (error) {
    if (!isTimeout(error)) throw error;
  }
  await page.evaluate(stopLoading);
  try {
    return await paint(page, screenshot, Math.max(1, left() - readMs));
  } catch (error) {
    if (!isTimeout(error)) throw error;
    return null;
  }
};
