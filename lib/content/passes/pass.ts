import type { DomElement } from '../dom/dom.ts';

/**
 * A pass: a reason to leave elements out of the main content. Its finds are removed all or not at all: if they are more
 * than the pass's share of the text, the pass has misunderstood the page. Without that guard each pass would empty some
 * page: a form around all of it, an index whose content is its navigation, a thread made of comments.
 */
export interface Pass {
  readonly name: string;
  /** Why the elements that it removes are no content. */
  readonly reason: string;
  /**
   * Whether it removes the page's frame: navigation, header, footer, consent, advertising. That counts as no loss. A
   * function if it depends on the element.
   */
  readonly isFrame?: boolean | ((element: DomElement) => boolean);
  /** Whether what it removes is told in another place of the content. That counts as no loss either. */
  readonly isRepeat?: boolean;
  /** Share of the text, 0 to 1, that this pass may remove in all. */
  readonly shareMax: number;
  /**
   * Share of the text that one element may have; the parts of a larger one are judged separately. The same as
   * `shareMax` if missing.
   */
  readonly elementShareMax?: number;
  /**
   * Least share, 0 to 1, that one element of prose has to leave of the text that earlier passes left. For passes that
   * go by names which layouts have as well: `sidebar-first`.
   */
  readonly leavesMin?: number;
  /** Most characters that one element may have. */
  readonly charactersMax?: number;
  /** Whether it runs only on pages that say that they are articles. */
  readonly onlyArticles?: boolean;
  /** Whether it searches code as well, where classes such as `comment`, `meta` and `title` mean something else. */
  readonly reachesCode?: boolean;
  /**
   * Whether its names also mean words within a sentence: a text for screen readers, a tooltip. The names of other
   * passes mean parts of the page.
   */
  readonly reachesWords?: boolean;
  readonly tags?: ReadonlySet<string>;
  readonly roles?: ReadonlySet<string>;
  /** Matches a whole class name or the whole id. */
  readonly names?: RegExp;
  /** Words within classes and ids: `related` is one of `article-related` and of `relatedPosts`. */
  readonly words?: ReadonlySet<string>;
  /** Called if neither name, tag nor role decides. */
  readonly matches?: (element: DomElement) => boolean;
  /** Elements to leave alone although they match. */
  readonly spares?: (element: DomElement) => boolean;
  /** Finds elements by their place among others, instead of all the ways above. */
  readonly find?: (root: DomElement) => readonly DomElement[];
}

export const namesIn = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** What a pass removed from the page. */
export interface Removed {
  readonly pass: string;
  readonly nodes: number;
  readonly characters: number;
}
