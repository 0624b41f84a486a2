import type { DomElement } from './dom.ts';

const lazySources = ['data-src', 'data-lazy-src', 'data-original', 'data-url'];
const followable = /^(?:https?|mailto|tel|ftp):/i;

/** Returns the first URL of a `srcset` (HTML standard, section 4.8.4.2.1). */
const firstOfSet = (set: string | null): string | null =>
  set === null ? null : (/^[\s,]*([^\s,]\S*?),*(?:\s|$)/.exec(set)?.[1] ?? null);

const isData = (url: string): boolean => /^data:/i.test(url);

/** What a script fills in once it knows the screen: `{width}`, `{{ image.url }}`, `%7Bwidth%7D`. */
const placeholder = /\{\{?\s*[a-z_][\w.]*\s*\}|%7B[a-z_]\w*%7D/i;

/** Says whether a text in the place of an address is one: not empty, no inline picture, and nothing left to fill in. */
const isAddress = (text: string): boolean => text !== '' && !isData(text) && !placeholder.test(text);

/** Resolves the references of a page. */
export interface Urls {
  /** Returns the absolute URL of a link; null for a link that leads nowhere (`javascript:`). */
  link(reference: string): string | null;
  /**
   * Returns the absolute URL of an image, also of one that a script loads; null where there is none, or where the image
   * is inline and not kept.
   */
  image(element: DomElement): string | null;
}

/**
 * Pages that load images by script keep the address in another attribute, and leave `src` empty or with an empty
 * drawing.
 */
const sourceOf = (image: DomElement): string | null => {
  const source = image.getAttribute('src')?.trim() ?? '';
  if (isAddress(source)) return source;
  for (const name of lazySources) {
    const lazy = image.getAttribute(name)?.trim() ?? '';
    if (isAddress(lazy)) return lazy;
  }
  for (const name of ['srcset', 'data-srcset']) {
    const fromSet = firstOfSet(image.getAttribute(name)) ?? '';
    if (isAddress(fromSet)) return fromSet;
  }
  return isData(source) ? source : null;
};

/** An absolute address that parsing would leave unchanged: a host of names, a path and a query of plain characters. */
const plainAddress = new RegExp(
  [
    /^https?:\/\/(?!xn--|[^/]*\.xn--)(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}(?=\/)/,
    /(?:\/(?!\.)[A-Za-z0-9_~.-]+)*\/?(?:\?[A-Za-z0-9_~.%=&+,:;@/-]*)?$/,
  ]
    .map(({ source }) => source)
    .join(''),
);
const plainCharactersMax = 500;
const isPlainAddress = (reference: string): boolean =>
  reference.length <= plainCharactersMax && plainAddress.test(reference);

export const urlsFrom = (baseUrl: string, removeBase64Images: boolean): Urls => {
  const known = new Map<string, string | null>();
  const absolute = (reference: string): string | null => {
    const before = known.get(reference);
    if (before !== undefined) return before;
    const url = isPlainAddress(reference) ? reference : (URL.parse(reference, baseUrl)?.href ?? null);
    known.set(reference, url);
    return url;
  };
  return {
    link: (reference) => {
      const url = absolute(reference.trim());
      return url !== null && followable.test(url) ? url : null;
    },
    image: (element) => {
      const source = sourceOf(element);
      if (source === null) return null;
      if (isData(source)) return removeBase64Images ? null : source;
      return absolute(source);
    },
  };
};

/** Returns the absolute http(s) URLs of images, each once, in page order. */
export const findImages = (root: DomElement, urls: Urls): string[] => {
  const sources = root.getElementsByTagName('img').map((image) => urls.image(image) ?? '');
  return [...new Set(sources.filter((source) => /^https?:/i.test(source)))];
};
