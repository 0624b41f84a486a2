import type { DomElement } from '../dom/dom.ts';

/**
 * A pass: a reason to leave elements out of the main content. What it finds is taken out all or not at all: where it is
 * more than the pass's share of the text, the pass has misunderstood the page. Without that guard every one of them
 * eats some page whole: a form around all of it, an index whose content is its navigation, a thread made of comments.
 */
export interface Pass {
  readonly name: string;
  /** Why what it removes is no content. */
  readonly reason: string;
  /**
   * Whether what it removes is the page's frame: navigation, header, footer, consent, advertising. It counts as no
   * loss. A function where that is so of some elements.
   */
  readonly isFrame?: boolean | ((element: DomElement) => boolean);
  /** Share of the text, 0 to 1, that this pass may remove in all. */
  readonly shareMax: number;
  /**
   * Share of the text that one element may have; what is in a larger one is judged on its own. As `shareMax` if
   * missing.
   */
  readonly elementShareMax?: number;
  /** Characters that one element may have. */
  readonly charactersMax?: number;
  /** Runs only on pages that say that they are articles. */
  readonly onlyArticles?: boolean;
  /** Looks into code as well, whose parts have classes that mean something else there: `comment`, `meta`, `title`. */
  readonly reachesCode?: boolean;
  readonly tags?: ReadonlySet<string>;
  readonly roles?: ReadonlySet<string>;
  /** Matches a class or the id as a whole. */
  readonly names?: RegExp;
  /** Words that classes and ids are made of: `related` is one of `article-related` and of `relatedPosts`. */
  readonly words?: ReadonlySet<string>;
  /** Asked where neither name, tag nor role decides. */
  readonly matches?: (element: DomElement) => boolean;
  /** Elements that it leaves alone although they match. */
  readonly spares?: (element: DomElement) => boolean;
  /** Instead of all of these: finds elements by where they stand among others. */
  readonly find?: (root: DomElement) => readonly DomElement[];
}

export const namesIn = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** What a pass took out of the page. */
export interface Removed {
  readonly pass: string;
  readonly nodes: number;
  readonly characters: number;
}
