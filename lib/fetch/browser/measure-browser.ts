import type { Page } from 'playwright-core';

/**
 * Characters of the document that a page shows, as HTML: asked for before the document itself, which a script may
 * have let grow beyond what this process can hold. 0 while the page is on its way to another one; what is no number
 * comes from a script that meddles, and is too large for anybody. /
 */
export const measureBrowser = async (page: Page): Promise<number> => {
  const measured = Number(
    await page.evaluate('document.documentElement?.outerHTML.length ?? 0').catch(() => 0),
  );
  return Number.isNaN(measured) ? Number.POSITIVE_INFINITY : measured;
};
