import type { Browser, Page } from 'playwright-core';
import type { ScrapeOptions } from '../../request/job-spec.ts';
import { acceptedLanguages } from './accepted-languages.ts';
import { requestHeaders } from '../http/http-headers.ts';
import type { TierRequest } from '../tier/tier.ts';

/** A cookie in the form of the DevTools protocol (Network.CookieParam). */
interface CookieParameter {
  readonly name: string;
  readonly value: string;
  readonly url: string;
  readonly sourceScheme: 'Secure' | 'NonSecure';
  readonly sourcePort: number;
}

const desktop = { viewport: { width: 1_280, height: 1_024 } };
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

/** Returns the window size: the screenshot's own goes first, because the page is laid out once. */
const windowOf = ({ mobile, viewport, screenshot }: ScrapeOptions): typeof desktop => {
  const wanted = screenshot?.viewport ?? viewport;
  return { ...(mobile === true ? phone : desktop), ...(wanted === undefined ? {} : { viewport: wanted }) };
};

/** Returns Chromium's own `User-Agent` without the word that says it has no window, and with our name. */
const agentOf = (version: string, userAgent: string, mobile: boolean): string => {
  const system = mobile ? 'Linux; Android 15; Mobile' : 'X11; Linux x86_64';
  const chrome = `Chrome/${version.split('.', 1)[0] ?? ''}.0.0.0${mobile ? ' Mobile' : ''} Safari/537.36`;
  return `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) ${chrome} ${userAgent}`;
};

/** Headers that Chromium sends better itself; cookies go through its own store. */
const itsOwn = new Set(['accept', 'accept-encoding', 'cookie']);

/** Returns the caller's headers that a browser may send. */
export const callerHeaders = (request: TierRequest): Record<string, string> => {
  const given = new Set(Object.keys(request.headers ?? {}).map((name) => name.toLowerCase()));
  const wanted = requestHeaders({ userAgent: '', headers: request.headers }, true);
  return Object.fromEntries(Object.entries(wanted).filter(([name]) => given.has(name) && !itsOwn.has(name)));
};

/** Returns the origins to which the caller's headers and cookies are sent. */
export const boundTo = (request: TierRequest): readonly string[] =>
  request.headersFor ?? [new URL(request.url).origin];

const headerNamed = (request: TierRequest, name: string): string | undefined =>
  Object.entries(request.headers ?? {}).find(([given]) => given.toLowerCase() === name)?.[1];

/**
 * Returns the caller's cookies, each for the origins to which it is bound. Request interception may not set the header;
 * the cookie store does, and keeps to the scheme and port that it is given.
 */
const cookiesFor = (request: TierRequest): CookieParameter[] =>
  (headerNamed(request, 'cookie') ?? '').split(';').flatMap((pair) => {
    const [name = '', ...value] = pair.trim().split('=');
    if (name === '' || value.length === 0) return [];
    return boundTo(request).map((origin) => {
      const { protocol, port } = new URL(origin);
      const isSecure = protocol === 'https:';
      return {
        name,
        value: value.join('='),
        // The origin, not the page's URL: that would bind the cookie to the page's folder.
        url: `${origin}/`,
        sourceScheme: isSecure ? ('Secure' as const) : ('NonSecure' as const),
        sourcePort: Number(port || (isSecure ? 443 : 80)),
      };
    });
  });

/**
 * Returns the languages of whoever asks for the page as Playwright's locale, so that scripts see those that the site is
 * asked for: that of a context may be a list, which `navigator.languages` then has whole, also in frames and workers.
 * Formats of `Intl` follow a single language. Of a list they follow the first one without its region, and are those of
 * `en` if it has none: Chromium takes what is before the first dash.
 */
const localeOf = (request: TierRequest): string => {
  const isBound = boundTo(request).includes(new URL(request.url).origin);
  const asked = isBound ? acceptedLanguages(headerNamed(request, 'accept-language') ?? '') : [];
  return asked.length === 0 ? 'en' : asked.join(',');
};

/** Opens the one page of a browser, laid out as `scrape` wants. Dismisses its dialogs, and closes any other page. */
export const openBrowserPage = async (
  browser: Browser,
  {
    request,
    scrape,
    userAgent,
  }: { readonly request: TierRequest; readonly scrape: ScrapeOptions; readonly userAgent: string },
): Promise<Page> => {
  const context = await browser.newContext({
    ...windowOf(scrape),
    userAgent: agentOf(browser.version(), userAgent, scrape.mobile === true),
    locale: localeOf(request),
    acceptDownloads: false,
    serviceWorkers: 'block',
    ignoreHTTPSErrors: request.skipTlsVerification ?? false,
  });
  await context.addInitScript({ content: 'globalThis.open = () => null;' });
  const page = await context.newPage();
  const cookies = cookiesFor(request);
  if (cookies.length > 0) {
    const session = await context.newCDPSession(page);
    await session.send('Network.setCookies', { cookies });
    await session.detach();
  }
  // Every wait sets its own limit.
  page.setDefaultTimeout(0);
  page.on('dialog', (dialog) => void dialog.dismiss().catch(() => undefined));
  context.on('page', (other) => {
    if (other !== page) void other.close().catch(() => undefined);
  });
  return page;
};
