import { linkTarget } from './escape.ts';
import type { LinkStyle } from '../../request/link-style.ts';

/**
 * Writes the targets of links: behind a link's text, or as definitions at the end if links are written by reference.
 */
export class LinkEnds {
  readonly #numbers: Map<string, number> | null;

  constructor(style: LinkStyle) {
    this.#numbers = style === 'reference' ? new Map() : null;
  }

  get areReferences(): boolean {
    return this.#numbers !== null;
  }

  /** Returns `(address)` or `[number]`. */
  of(url: string): string {
    if (this.#numbers === null) return `(${linkTarget(url)})`;
    const number = this.#numbers.get(url) ?? this.#numbers.size + 1;
    this.#numbers.set(url, number);
    return `[${number}]`;
  }

  /** Returns link reference definitions (CommonMark section 4.7) in the order of the links, each address once. */
  definitions(): string {
    return [...(this.#numbers ?? [])].map(([url, number]) => `[${number}]: ${linkTarget(url)}`).join('\n');
  }
}

const directoryOf = (path: string): string[] => path.split('/').slice(0, -1);

/** Returns `url` as a page at `from` would write it: `#part` within the page, a path within its host. */
export const relativeUrl = (url: string, from: string): string => {
  const [to, base] = [URL.parse(url), URL.parse(from)];
  if (to === null || base === null || to.origin !== base.origin || !/^https?:$/.test(to.protocol)) return url;
  const rest = to.search + to.hash;
  if (to.pathname === base.pathname && to.search === base.search && to.hash !== '') return to.hash;
  const [folders, own] = [directoryOf(to.pathname), directoryOf(base.pathname)];
  let common = 0;
  while (common < folders.length && common < own.length && folders[common] === own[common]) common += 1;
  const name = to.pathname.slice(to.pathname.lastIndexOf('/') + 1);
  const path = [...own.slice(common).map(() => '..'), ...folders.slice(common), name].join('/');
  // A path that begins with a name and a colon would be an absolute address; an empty one would be this page.
  return (/^[^/]*:|^$|^\//.test(path) ? `./${path}` : path) + rest;
};
