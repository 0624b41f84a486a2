import { withoutElements } from '../charset/hidden-text.ts';

/** A page that replaces itself within this many seconds is a redirect; after that, it is meant to be read. */
const delaySecondsMax = 5;

/** How far into a page the element is looked for: it belongs in the head. */
const scannedCharacters = 32 * 1_024;

const attributeOf = (tag: string, name: string): string | undefined => {
  const match = new RegExp(`\\b${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(tag);
  return match?.[1] ?? match?.[2] ?? match?.[3];
};

const unescaped = (text: string): string =>
  text
    .replace(/&(?:amp|#38|#x26);/gi, '&')
    .replace(/&(?:quot|#34);/gi, '"')
    .replace(/&(?:#39|apos);/gi, "'");

/**
 * Returns the target in the value of a refresh (WHATWG HTML, "shared declarative refresh steps"): `0; url=/there`, with
 * or without quotes. Null if it waits so long that readers see the page first, or if it only reloads.
 */
export const refreshTarget = (content: string): string | null => {
  const match =
    /^\s*(\d+(?:\.\d*)?|\.\d+)\s*(?:[;,]\s*|\s+)(?:url\s*=\s*)?(?:"([^"]*)"?|'([^']*)'?|(.+))$/is.exec(
      content,
    );
  if (match === null || Number(match[1]) > delaySecondsMax) return null;
  const target = (match[2] ?? match[3] ?? match[4] ?? '').trim();
  return target === '' ? null : target;
};

/** Elements that a browser with scripts does not show. */
const unseen = ['noscript', 'script', 'style', 'template', 'textarea', 'title'];

/** Returns the target of a page's `<meta http-equiv="refresh">`, or null. */
export const metaRefresh = (html: string): string | null => {
  const head = html.slice(0, scannedCharacters);
  if (!/http-equiv\s*=\s*["']?\s*refresh/i.test(head)) return null;
  for (const [tag] of withoutElements(head, unseen).matchAll(/<meta\b[^>]{0,2000}>/gi)) {
    if (attributeOf(tag, 'http-equiv')?.trim().toLowerCase() !== 'refresh') continue;
    return refreshTarget(unescaped(attributeOf(tag, 'content') ?? ''));
  }
  return null;
};
