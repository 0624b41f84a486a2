import type { PageContent } from '../content/page-content.ts';
import { failure, type Failure } from '../failure.ts';

/** A page that was fetched with success, and what may give it away. */
export interface Suspect {
  /** The page that was asked for, and where it was found. */
  readonly url: string;
  readonly finalUrl: string;
  readonly html: string;
  readonly content: Pick<PageContent, 'title' | 'markdown'>;
}

/** Pages that only say what they are not are short; a long one that speaks of errors or logins is an article. */
const excuseCharactersMax = 2_000;

/** The parts of a title: sites put their name beside it. */
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

const saysSo = ({ content }: Suspect, pattern: RegExp): boolean => {
  const heading = /^#{1,2} (.+)$/m.exec(content.markdown)?.[1] ?? '';
  return [...partsOf(content.title ?? ''), ...partsOf(heading)].some((part) => pattern.test(part));
};

/** The ways in which sites say that a page is not there, as all of a title or heading. */
const missing = new RegExp(
  `^(?:${[
    '(?:http )?(?:error )?404(?: error)?(?: \\(?(?:page )?not found\\)?)?(?: error)?(?: 1)?',
    "(?:(?:oops|sorry|whoops),? )?(?:the |this |that )?(?:requested )?(?:page|file|url|resource|content)(?: you requested)?(?: (?:was|is|could|can))?(?: ?not|n't|not)(?: be)? found",
    '(?:error )?(?:page )?not found',
    "(?:this |the )?page (?:does not|doesn't|doesn’t) exist",
    'seite (?:wurde )?nicht gefunden|(?:diese |die )?seite existiert nicht',
    'page (?:non trouvée|introuvable)|pagina (?:non trovata|niet gevonden)|página no encontrada|página não encontrada',
    'sidan hittades inte|siden (?:blev|ble) ikke fundet|strony nie znaleziono|страница не найдена',
    'ページが見つかりません(?:でした)?|页面不存在|找不到页面|找不到網頁|페이지를 찾을 수 없습니다',
  ].join('|')})$`,
);

const loginTitle =
  /^(?:(?:please )?(?:log|sign) ?-?in(?: required| to continue| to your account)?|login|authentication required|anmelden|anmeldung|einloggen|connexion|se connecter|iniciar sesión|accedi|inloggen|войти|вход|ログイン|登录|로그인)$/;
const loginPath =
  /\/(?:login|log-in|log_in|signin|sign-in|sign_in|sso|auth|authenticate|wp-login\.php|session\/new|accounts?\/login)(?:[/.?]|$)/i;
const passwordField = /<input\b[^>]{0,1000}\btype\s*=\s*["']?password\b/i;

const consentTitle =
  /^(?:before you continue(?: to .{1,40})?|bevor (?:sie|du) (?:zu .{1,40} )?(?:fortfahren|fortfährst|weitergehst)|(?:we|your) (?:value|care about|respect) your privacy|your (?:privacy|cookie) (?:choices|settings|matters)|cookie (?:consent|wall|settings)|consent required|zustimmung erforderlich|ihre datenschutz-?einstellungen)$/;
const consentPlace =
  /^https?:\/\/(?:[^/]*\.)?consent\.|\/(?:collect-?consent|consent-?(?:wall|form|page|gate)|cookie-?(?:wall|consent|gate))(?:[/.?]|$)|\/consent\/?(?:\?|$)/i;

const placeOf = (url: string): string => {
  const { host, pathname, search } = new URL(url);
  return `${host}${pathname}${search}`;
};

/**
 * What stands where a page was expected, though the host answered with success: a page that says it is not there, a login,
 * or a question about cookies. Null for anything else; where in doubt, a page is a page. One that was asked for as a login
 * is what it says it is.
 */
export const wallOf = (suspect: Suspect): Failure | null => {
  const { url, finalUrl, html, content } = suspect;
  if (content.markdown.length > excuseCharactersMax) return null;
  const moved = placeOf(url) !== placeOf(finalUrl);
  if (saysSo(suspect, missing)) {
    return failure(
      'SOFT_NOT_FOUND',
      `Not kept: ${finalUrl} was answered with success, and says that it is not there`,
    );
  }
  if (!loginPath.test(url)) {
    const sentToLogin = moved && loginPath.test(finalUrl);
    if (passwordField.test(html) && (sentToLogin || saysSo(suspect, loginTitle))) {
      return failure(
        'LOGIN_REQUIRED',
        `Cannot fetch ${url}: found a login${moved ? ` at ${finalUrl}` : ''}, wanted the page`,
      );
    }
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
