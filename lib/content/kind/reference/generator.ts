import type { Rewrite } from './rewrite.ts';

/** A program that writes documentation, as its pages show it. `marks.ts` defines the selectors. */
export interface Generator {
  /** Its usual name. */
  readonly name: string;
  /** Matches its pages' `<meta name="generator">`. */
  readonly meta?: RegExp;
  /** Sets of selectors; the selectors of one set stand together only on its pages. */
  readonly marks: readonly string[];
  /** Places of the page's own content, the best first. If none is found, all of the page is content. */
  readonly main: string;
  /** The place of the page's title, if it is outside of `main`. */
  readonly title?: string;
  /** Navigation, controls, and parts that are the same on every page, wherever they stand. */
  readonly frame: string;
  /** Elements that only a style sheet makes a heading, code or a table, and what they are. */
  readonly rewrites?: readonly Rewrite[];
}
