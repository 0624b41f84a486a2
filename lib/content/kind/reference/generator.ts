import type { DomElement } from '../../dom/dom.ts';
import type { Metadata } from '../../page-content.ts';
import { generators } from './generators.ts';
import type { Rewrite } from './rewrite.ts';
import { selectorsAmong, selectorsIn, type Selectors } from './marks.ts';

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

interface Known {
  readonly generator: Generator;
  readonly marks: readonly Selectors[];
}

const known: readonly Known[] = generators.map((generator) => ({
  generator,
  marks: generator.marks.map(selectorsIn),
}));

/** What a page says of the program that wrote it. */
const claimsOf = ({ metas }: Metadata): string[] => [metas['generator'] ?? []].flat();

/** Whether a page says that it is a generator's as a whole: others put what a generator wrote into pages of their own. */
export const isWholePageOf = ({ meta }: Generator, metadata: Metadata): boolean =>
  meta !== undefined && claimsOf(metadata).some((claim) => meta.test(claim));

/** The program that wrote a page, or null where it shows none that is known. Themes come before the programs they are for. */
export const generatorOf = (elements: readonly DomElement[], metadata: Metadata): Generator | null => {
  const found = selectorsAmong(elements);
  const has = (selectors: Selectors): boolean => [...selectors].every((selector) => found.has(selector));
  const wrote = ({ generator, marks }: Known): boolean =>
    isWholePageOf(generator, metadata) || marks.some(has);
  return known.find(wrote)?.generator ?? null;
};
