import type { Page } from 'playwright-core';

/**
 * Returns the number of characters in the document that a page shows, as HTML. Ask for it before the document itself,
 * which a script may have grown beyond the memory of this process. It is 0 while the page is loading another one. A
 * value that is no number comes from a script that tampers with the result, and counts as too large.
 */
export const measureBrowser = async (page: Page): Promise<number> => {
  const measured = Number(
    await page.evaluate('document.documentElement?.outerHTML.length ?? 0').catch(() => 0),
  );
  return Number.isNaN(measured) ? Number.POSITIVE_INFINITY : measured;
};
