import { isElement, nextNode, type DomElement, type DomNode } from './dom.ts';

const lazySources = ['data-src', 'data-lazy-src', 'data-original', 'data-url'];
const followable = /^(?:https?|mailto|tel|ftp):/i;

/** First URL of a `srcset` (HTML standard, section 4.8.4.2.1). */
const firstOfSet = (set: string | null): string | null =>
  /^\s*,*\s*(\S+?),*(?:\s|$)/.exec(set ?? '')?.[1] ?? null;

/** Pages that load images by script keep the address elsewhere, and an empty drawing or nothing in `src`. */
const sourceOf = (image: DomElement): string | null => {
  const source = image.getAttribute('src')?.trim() ?? '';
  if (source !== '' && !source.startsWith('data:')) return source;
  for (const name of lazySources) {
    const lazy = image.getAttribute(name)?.trim();
    if (lazy !== undefined && lazy !== '' && !lazy.startsWith('data:')) return lazy;
  }
  const fromSet = firstOfSet(image.getAttribute('srcset')) ?? firstOfSet(image.getAttribute('data-srcset'));
  if (fromSet !== null && !fromSet.startsWith('data:')) return fromSet;
  return source === '' ? null : source;
};

const setOrRemove = (element: DomElement, name: string, value: string | null): void => {
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
};

/**
 * Makes every link and image in `root` absolute, and takes the target from links that lead nowhere (`javascript:`), whose
 * text stays. Images written into the page as `data:` are removed where `removeBase64Images`.
 */
export const makeUrlsAbsolute = (root: DomElement, baseUrl: string, removeBase64Images: boolean): void => {
  const known = new Map<string, string | null>();
  const absolute = (reference: string): string | null => {
    const before = known.get(reference);
    if (before !== undefined) return before;
    const url = URL.parse(reference, baseUrl)?.href ?? null;
    known.set(reference, url);
    return url;
  };
  let node: DomNode | null = root;
  while (node !== null) {
    const at: DomNode = node;
    node = nextNode(at, root);
    if (!isElement(at)) continue;
    if (at.localName === 'a') {
      const href = at.getAttribute('href')?.trim();
      if (href === undefined) continue;
      const url = absolute(href);
      setOrRemove(at, 'href', url !== null && followable.test(url) ? url : null);
    } else if (at.localName === 'img') {
      const source = sourceOf(at);
      const isData = source?.startsWith('data:') === true;
      setOrRemove(
        at,
        'src',
        source === null || (isData && removeBase64Images) ? null : isData ? source : absolute(source),
      );
    }
  }
};

/** Absolute http(s) URLs of the images in `root`, each once, in page order. */
export const imagesOf = (root: DomElement): string[] => {
  const sources = root.getElementsByTagName('img').map((image) => image.getAttribute('src') ?? '');
  return [...new Set(sources.filter((source) => /^https?:/i.test(source)))];
};
