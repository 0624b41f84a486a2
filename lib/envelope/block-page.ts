import type { PageContent } from '../content/page-content.ts';
import { failure, type Failure, type FailureCode } from '../failure.ts';
import { detectExcuse, type Excuse } from './missing-page.ts';

/** A page that was fetched with success, and the facts that may show that it is a block page. */
export interface Suspect {
  /** The requested URL, and the URL at which the page was found. */
  readonly url: string;
  readonly finalUrl: string;
  readonly html: string;
  readonly content: Pick<PageContent, 'title' | 'markdown'>;
}

/** A page that only explains its absence is short; a long one that mentions errors or logins is an article. */
const excuseCharactersMax = 2_000;

/** Splits a title into its parts: sites put their name beside it. */
const partsOf = (title: string): string[] =>
  title
    .split(/[|–—·»«•:]|\s-\s/)
    .map((part) =>
      part
        .replace(/[\s.!¡?…]+/g, ' ')
        .trim()
        .toLowerCase(),
    )
    .filter((part) => part !== '');

const titledOf = ({ content }: Suspect): string[] => {
  const heading = /^#{1,2} (.+)$/m.exec(content.markdown)?.[1] ?? '';
  return [...partsOf(content.title ?? ''), ...partsOf(heading)];
};

const saysSo = (suspect: Suspect, pattern: RegExp): boolean =>
  titledOf(suspect).some((part) => pattern.test(part));

const excuses: Readonly<Record<Excuse, readonly [code: FailureCode, says: string]>> = {
  missing: ['SOFT_NOT_FOUND', 'says that it is not there'],
  parked: ['SOFT_NOT_FOUND', 'says that its domain is parked or for sale'],
  maintenance: ['HTTP_UNAVAILABLE', 'says that the site is under maintenance'],
};

const loginTitle =
  /^(?:(?:please )?(?:log|sign) ?-?in(?: required| to continue| to your account)?|login|authentication required|anmelden|anmeldung|einloggen|connexion|se connecter|iniciar sesión|accedi|inloggen|войти|вход|ログイン|登录|로그인)$/;
/** Names of login pages at the end of a path. A path below `/auth/` is often about logins and is none. */
const loginPage =
  /\/(?:login|log-in|log_in|logon|signin|sign-in|sign_in|sso|auth|authenticate|wp-login|sessions?\/new|saml2?)(?:\.\w{2,5})?\/?$/i;
const passwordField = /<input\b[^>]{0,1000}\btype\s*=\s*["']?password\b/i;
/** Parameters in which a login gets the address to return to. */
const returnName =
  /^(?:next|return(?:_?to|_?url|_?path)?|redirect(?:_?to|_?uri|_?url)?|continue|back|dest(?:ination)?|from|goto|service|target|url|ref|r)$/i;

const isLoginUrl = (url: string): boolean => loginPage.test(new URL(url).pathname);

/** Says whether a redirect led to a page that means to lead back to its origin. */
const leadsBack = (url: string, finalUrl: string): boolean => {
  const { pathname } = new URL(url);
  return [...new URL(finalUrl).searchParams].some(
    ([name, value]) => returnName.test(name) && pathname.length > 1 && value.includes(pathname),
  );
};

/**
 * Says whether a page is a login although another page was requested: by its form, and by its title or the way that led
 * there.
 */
const isLogin = (suspect: Suspect, moved: boolean): boolean => {
  const { url, finalUrl, html } = suspect;
  if (!passwordField.test(html)) return false;
  if (moved && (isLoginUrl(finalUrl) || leadsBack(url, finalUrl))) return !isLoginUrl(url);
  return saysSo(suspect, loginTitle) && !isLoginUrl(url);
};

const consentTitle =
  /^(?:before you continue(?: to .{1,40})?|bevor (?:sie|du) (?:zu .{1,40} )?(?:fortfahren|fortfährst|weitergehst)|(?:we|your) (?:value|care about|respect) your privacy|your (?:privacy|cookie) (?:choices|settings|matters)|cookie (?:consent|wall|settings)|consent required|zustimmung erforderlich|ihre datenschutz-?einstellungen)$/;
const consentPlace =
  /^https?:\/\/(?:[^/]*\.)?consent\.|\/(?:collect-?consent|consent-?(?:wall|form|page|gate)|cookie-?(?:wall|consent|gate))(?:[/.?]|$)|\/consent\/?(?:\?|$)/i;

const placeOf = (url: string): string => {
  const { host, pathname, search } = new URL(url);
  return `${host}${pathname}${search}`;
};

/** Other addresses of a site's start page, to which it may redirect: `/index.html`, `/en`, `/home`. */
const homeAddress =
  /^\/(?:(?:index|default|home|start|main|welcome)(?:\.\w{2,5})?|[a-z]{2}(?:[-_][a-z]{2})?)?\/?$/i;
const siteOf = (url: URL): string => url.hostname.replace(/^www\./, '');

/**
 * Says whether a redirect led from a page to the start page of its site, as sites answer for pages that they do not
 * have.
 */
export const isSentHome = (url: string, finalUrl: string): boolean => {
  const [asked, found] = [new URL(url), new URL(finalUrl)];
  return (
    found.pathname === '/' &&
    found.search === '' &&
    siteOf(asked) === siteOf(found) &&
    !homeAddress.test(asked.pathname)
  );
};

/**
 * Detects a block page, although the host answered with success: a page that says it does not exist, or that the site
 * is closed, a login, or a question about cookies. Returns null for any other page, also in doubt. A login that was
 * itself requested is no block page.
 */
export const detectBlockPage = (suspect: Suspect): Failure | null => {
  const { url, finalUrl, html, content } = suspect;
  if (content.markdown.length > excuseCharactersMax) return null;
  const moved = placeOf(url) !== placeOf(finalUrl);
  const excuse = detectExcuse(titledOf(suspect), content.markdown);
  if (excuse !== null) {
    const [code, says] = excuses[excuse];
    return failure(code, `Not kept: ${finalUrl} was answered with success, and ${says}`);
  }
  if (isLogin(suspect, moved)) {
    const message = `Cannot fetch ${url}: found a login${moved ? ` at ${finalUrl}` : ''}, wanted the page`;
    return failure('LOGIN_REQUIRED', message);
  }
  const sentToConsent = moved && consentPlace.test(finalUrl) && !consentPlace.test(url);
  if (sentToConsent || (saysSo(suspect, consentTitle) && /<(?:form|button)\b/i.test(html))) {
    return failure(
      'CONSENT_REQUIRED',
      `Cannot fetch ${url}: found a question about cookies${moved ? ` at ${finalUrl}` : ''}, wanted the page`,
    );
  }
  return null;
};
