import { visibleText } from './visible-text.ts';

/**
 * A page with scripts and fewer characters than the first number shows nothing; with fewer than the second, its other
 * signs are checked.
 */
const nothingCharacters = 40;
const littleCharacters = 250;

/** The page says so itself, in a dozen languages: the word beside "JavaScript" is mostly "enable". */
const asksForScripts =
  /javascript|enable (?:js|scripts)|browser (?:is )?(?:not supported|unsupported)|активируйте|включите/i;

/** An empty element that a framework fills. */
const emptyRoot =
  /<(?:div|main|section|app-root|[a-z]+-app)\b[^>]{0,300}\b(?:id|data-reactroot|ng-version|class)\s*=\s*["']?(?:root|app|application|__next|__nuxt|___gatsby|svelte|react-root|main-app|app-root|mount|ember-app|q-app)\b[^>]{0,300}>\s*(?:<!--[^>]{0,200}-->\s*)?<\/|<app-root\b[^>]{0,300}>\s*<\/|<[a-z]+ [^>]{0,200}ng-app\b/i;

/** A page of frames shows other pages, which are its links. */
const frames = /<frame\b[^>]{0,1000}\bsrc\s*=/i;

/** Why the HTML is not the real page. */
export interface AppShell {
  readonly reason: 'script-shell' | 'empty';
  readonly detail: string;
}

/**
 * Judges HTML as it came over HTTP: a shell that scripts have to fill, or nothing at all. In doubt it counts as a page,
 * because a browser costs fifty times as much.
 */
export const detectAppShell = (html: string): AppShell | null => {
  const { text, scripts, noscript } = visibleText(html, littleCharacters);
  if (text === '' && frames.test(html)) return null;
  if (text === '' && scripts === 0) return { reason: 'empty', detail: 'no text and no script' };
  if (scripts === 0 || text.length >= littleCharacters) return null;
  const found = `${text.length} characters of text, ${scripts} scripts`;
  if (text.length < nothingCharacters) return { reason: 'script-shell', detail: found };
  if (asksForScripts.test(noscript) || asksForScripts.test(text)) {
    return { reason: 'script-shell', detail: `${found}, asks for JavaScript` };
  }
  return emptyRoot.test(html) ? { reason: 'script-shell', detail: `${found}, an empty root element` } : null;
};
