import type { Page } from 'playwright-core';
import { limits } from '../../limits/limits.ts';
import type { Screenshot } from '../../request/browser-action.ts';
import type { Picture } from '../tier/captures.ts';

/** Quality of the JPEG that replaces a PNG which is too large. */
const smallerQuality = 80;

/**
 * Takes a picture of the visible page, or of the whole page down to `limits.screenshotPixelsMax`, so that an endless
 * page ends.
 *
 * @param left milliseconds left for the page.
 */
export const takeScreenshot = async (
  page: Page,
  { fullPage, quality, viewport }: Screenshot,
  left: () => number,
): Promise<Picture> => {
  if (viewport !== undefined) await page.setViewportSize(viewport);
  const width = page.viewportSize()?.width ?? 1;
  const clip = { x: 0, y: 0, width, height: Math.floor(limits.screenshotPixelsMax / width) };
  const take = async (kind: { type: 'png' } | { type: 'jpeg'; quality: number }): Promise<Buffer> =>
    await page.screenshot({
      ...kind,
      ...(fullPage ? { fullPage, clip } : {}),
      animations: 'disabled',
      timeout: Math.max(1, left()),
    });
  if (quality === undefined) {
    const bytes = await take({ type: 'png' });
    if (bytes.length <= limits.screenshotBytesMax) return { type: 'image/png', bytes };
  }
  const bytes = await take({ type: 'jpeg', quality: quality ?? smallerQuality });
  return { type: 'image/jpeg', bytes };
};
