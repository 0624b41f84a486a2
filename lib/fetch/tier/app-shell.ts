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

/** The start tag of an element that a framework fills, by its well-known name. */
const rootTag =
  /<(div|main|section|app-root|[a-z]+-app)\b[^>]{0,300}?\bid\s*=\s*["']?(?:root|app|application|__next|__nuxt|___gatsby|svelte|react-root|main-app|app-root|mount|ember-app|q-app)(?=["'\s>])[^>]{0,300}>?|<(app-root)\b[^>]{0,300}>/gi;
const rootsMax = 4;

/** The first words of a notice that stands where the content will be. */
const waiting =
  /^(?:(?:now |still )?loading|(?:[\p{L}]+ ){1,3}(?:is|are) (?:being loaded|loading)|please (?:wait|stand by|be patient)|(?:just )?(?:a|one) moment|initiali[sz]ing|lädt|wird geladen|bitte warten|(?:einen )?moment bitte|chargement|veuillez patienter|cargando|espere|por favor espere|caricamento|attendere|carregando|aguarde|ładowanie|načítání|yükleniyor|загрузка|загружается|подождите|пожалуйста, подождите)(?!\p{L})|^(?:正在)?(?:加载|載入|读取)|^読み込み中|^ロード中|^로딩|^불러오는/iu;
const waitingCharacters = 120;

/** Returns what stands in the element with this name whose start tag ends at `from`. */
const innerHtml = (html: string, name: string, from: number): string => {
  const tags = new RegExp(`<(/?)${name}(?![a-z0-9-])`, 'gi');
  tags.lastIndex = from;
  let depth = 1;
  for (let tag = tags.exec(html); tag !== null; tag = tags.exec(html)) {
    depth += tag[1] === '/' ? -1 : 1;
    if (depth === 0) return html.slice(from, tag.index);
  }
  return html.slice(from);
};

/** Whether an element that a framework fills only asks to wait. */
const hasWaitingRoot = (html: string): boolean =>
  [...html.matchAll(rootTag)].slice(0, rootsMax).some((tag) => {
    const inner = innerHtml(html, tag[1] ?? tag[2] ?? '', tag.index + tag[0].length);
    const { text } = visibleText(inner, waitingCharacters);
    return text.length < waitingCharacters && waiting.test(text);
  });

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
  if (emptyRoot.test(html)) return { reason: 'script-shell', detail: `${found}, an empty root element` };
  return hasWaitingRoot(html)
    ? { reason: 'script-shell', detail: `${found}, a root element that asks to wait` }
    : null;
};
