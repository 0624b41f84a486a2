import { visibleText } from './visible-text.ts';

/** Characters below which a page with scripts shows nothing, and below which its other signs are asked. */
const nothingCharacters = 40;
const littleCharacters = 250;

/** A page says so itself, in a dozen languages: what stands beside "JavaScript" is mostly "enable". */
const asksForScripts =
  /javascript|enable (?:js|scripts)|browser (?:is )?(?:not supported|unsupported)|активируйте|включите/i;

/** An element that a framework fills in, empty. */
const emptyRoot =
  /<(?:div|main|section|app-root|[a-z]+-app)\b[^>]{0,300}\b(?:id|data-reactroot|ng-version|class)\s*=\s*["']?(?:root|app|application|__next|__nuxt|___gatsby|svelte|react-root|main-app|app-root|mount|ember-app|q-app)\b[^>]{0,300}>\s*(?:<!--[^>]{0,200}-->\s*)?<\/|<app-root\b[^>]{0,300}>\s*<\/|<[a-z]+ [^>]{0,200}ng-app\b/i;

/** A page of frames shows other pages, which are its links. */
const frames = /<frame\b[^>]{0,1000}\bsrc\s*=/i;

/** Why the HTML of a page is not the page, or null. */
export interface AppShell {
  readonly reason: 'script-shell' | 'empty';
  readonly detail: string;
}

/**
 * Judges HTML as it came over HTTP: a shell that scripts are to fill, or nothing at all. Where in doubt it is a page; a
 * browser costs fifty times as much.
 */
export const detectAppShell = (html: string): AppShell | null => {
  const { text, scripts, noscript } = visibleText(html);
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
