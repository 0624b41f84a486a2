import type { DomElement } from './dom.ts';

/**
 * A pass: a reason to leave elements out of the main content. Passes are tried in order on every element; the first one
 * that matches decides, if what it would remove stays within its share of the page's text. Without that guard every one
 * of them eats some page whole: a form around all of it, an index whose content is its navigation.
 */
export interface Pass {
  readonly name: string;
  /** Why what it removes is no content. */
  readonly reason: string;
  /** Share of the text, 0 to 1, that this pass may remove in all. */
  readonly shareMax: number;
  /** Share of the text that one element may have to be removed by it; without it, as `shareMax`. */
  readonly elementShareMax?: number;
  /** Whole words of which a class, or the id, is one. */
  readonly names?: RegExp;
  readonly tags?: ReadonlySet<string>;
  readonly roles?: ReadonlySet<string>;
  /** Asked where neither name, tag nor role decides. */
  readonly matches?: (element: DomElement) => boolean;
  /** Elements that it leaves alone although they match. */
  readonly spares?: (element: DomElement) => boolean;
}

export const namesIn = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** What a pass took out of the page. */
export interface Removed {
  readonly pass: string;
  readonly nodes: number;
  readonly characters: number;
}
