import { tmpdir } from 'node:os';
import { getCACertificates } from 'node:tls';
import { limits } from '../../limits/limits.ts';
import { guardedDial } from '../http/guarded-connect.ts';
import { judgeBrowserSelectors } from '../../request/selector/browser-selector.ts';
import { removeAbandonedHomes } from './create-profile-dir.ts';
import { renderInBrowser } from './render-in-browser.ts';
import type { MakeTier } from '../tier/tier.ts';
import { probeBrowserSandbox } from './browser-sandbox.ts';
import { unpackBrowser, type UnpackedBrowser } from './unpack-browser.ts';

/**
 * Makes the tier that fetches pages in Chromium: one browser for each page and one page at a time, because a function
 * has memory and processor for one.
 */
export const browserTier: MakeTier = ({ guard, userAgent, triesBrowserSandbox }) => {
  const temporary = tmpdir();
  let unpacking: Promise<UnpackedBrowser> | undefined;
  const unpack = async (): Promise<UnpackedBrowser> => {
    unpacking ??= removeAbandonedHomes(temporary, Date.now()).then(async () => {
      const sandbox = triesBrowserSandbox === true ? await probeBrowserSandbox() : null;
      return { ...(await unpackBrowser(temporary)), ...(sandbox === null ? {} : { sandbox }) };
    });
    try {
      return await unpacking;
    } catch (error) {
      unpacking = undefined;
      throw error;
    }
  };
  const ownAuthorities = getCACertificates('extra').length > 0;
  const dependencies = { unpack, dial: guardedDial(guard), temporary, userAgent, ownAuthorities };
  return {
    name: 'browser',
    requestMs: limits.renderMs,
    pagesAtOnce: 1,
    send: async (request, scrape, hooks) => {
      const why = judgeBrowserSelectors(scrape);
      if (why !== null) return { kind: 'failed', failure: why, url: request.url, ms: 0, redirects: [] };
      return await renderInBrowser(dependencies, request, scrape, hooks);
    },
  };
};
