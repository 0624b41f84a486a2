import type { Rewrite } from './rewrite.ts';

/** A program that writes documentation, as its pages show it. Selectors are those of `marks.ts`. */
export interface Generator {
  /** As people call it. */
  readonly name: string;
  /** Matches what its pages say in `<meta name="generator">`. */
  readonly meta?: RegExp;
  /** Each is a set of selectors that together stand only on its pages. */
  readonly marks: readonly string[];
  /** Where the page's own content is, the best place first. Where none is found, it is all of the page. */
  readonly main: string;
  /** What the page is called, where that stands outside of `main`. */
  readonly title?: string;
  /** What is navigation, a control, or the same on every page, wherever it stands. */
  readonly frame: string;
  /** Elements that only a style sheet makes a heading, code or a table, and what they are. */
  readonly rewrites?: readonly Rewrite[];
}
