import { isElement, isText, nextNode, type DomElement, type DomNode } from './dom.ts';

/** Zero-width and other invisible characters, soft hyphens, byte order marks and direction overrides. */
const invisible = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u206a-\u206f\ufeff\u{e0000}-\u{e007f}]/gu;
const hasInvisible = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u206a-\u206f\ufeff\u{e0000}-\u{e007f}]/u;

/** The zero-width joiner and non-joiner shape words (Persian, Hindi) and emoji: they stay between two visible characters. */
export const withoutInvisible = (text: string): string =>
  hasInvisible.test(text)
    ? text.replace(invisible, (character, at: number) => {
        const joins = character === '\u200c' || character === '\u200d';
        return joins && /[^\s\u0000-\u024f]/u.test(text[at - 1] ?? ' ') && /\S/u.test(text[at + 1] ?? ' ') ? character : '';
      })
    : text;

const lazySources = ['data-src', 'data-original', 'data-lazy-src', 'data-url'];

const sourceOf = (image: DomElement): string => {
  const source = image.getAttribute('src')?.trim() ?? '';
  if (source !== '' && !source.startsWith('data:')) return source;
  for (const name of lazySources) {
    const lazy = image.getAttribute(name)?.trim() ?? '';
    if (lazy !== '' && !lazy.startsWith('data:')) return lazy;
  }
  return image.getAttribute('srcset')?.trim().split(/[\s,]+/, 1)[0] || source;
};

const absolute = (url: string, baseUrl: string): string | null => {
  if (/^https?:\/\//i.test(url)) return url;
  return URL.parse(url, baseUrl)?.href ?? null;
};

const makeLinkAbsolute = (link: DomElement, baseUrl: string): void => {
  const href = link.getAttribute('href')?.trim();
  if (href === undefined) return;
  const url = absolute(href, baseUrl);
  if (url === null || /^(?:javascript|data|vbscript|blob):/i.test(url)) link.removeAttribute('href');
  else link.setAttribute('href', url);
};

/** Makes an image's source absolute; false where nothing is left to show. */
const makeImageAbsolute = (image: DomElement, baseUrl: string, keepBase64: boolean): boolean => {
  const source = sourceOf(image);
  if (source === '') return false;
  if (source.startsWith('data:')) return keepBase64;
  const url = absolute(source, baseUrl);
  if (url === null) return false;
  image.setAttribute('src', url);
  return true;
};

/**
 * Makes links and images of `root` absolute, takes out images without a source (and base64 ones unless wanted), comments
 * and invisible characters. Changes the tree; answers the images' URLs in page order, each once.
 */
export const cleanNode = (root: DomElement, baseUrl: string, keepBase64: boolean): string[] => {
  const images = new Set<string>();
  let node: DomNode | null = root;
  while (node !== null) {
    const at: DomNode = node;
    node = nextNode(at, root);
    if (isText(at)) {
      const text = at.textContent;
      const visible = withoutInvisible(text);
      if (visible !== text) at.textContent = visible;
    } else if (!isElement(at)) {
      at.remove();
    } else if (at.localName === 'a') {
      makeLinkAbsolute(at, baseUrl);
    } else if (at.localName === 'img') {
      if (!makeImageAbsolute(at, baseUrl, keepBase64)) at.remove();
      else if (at.getAttribute('src')?.startsWith('data:') === false) images.add(at.getAttribute('src') ?? '');
    }
  }
  return [...images];
};
