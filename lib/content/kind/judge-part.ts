import { isProse, type TextRun } from './prose.ts';

/** How readability's answer compares with its page. Shares are 0 to 1. */
export interface PartFacts {
  /** Characters outside of links that were kept. */
  readonly kept: number;
  /** Share of the kept text that is prose. */
  readonly density: number;
  /** Share of the page's prose that was kept. */
  readonly coverage: number;
  /** Prose that was left out between the first and the last kept run, relative to the kept prose. */
  readonly gaps: number;
  /** Share of the page's text that was kept, links included. */
  readonly text: number;
  /** Share of the page's runs that were kept. */
  readonly runs: number;
}

const isMostlyKept = ({ marks }: TextRun, kept: ReadonlySet<number>): boolean =>
  2 * marks.filter((mark) => kept.has(mark)).length > marks.length;

const lengthOf = (runs: readonly TextRun[]): number => runs.reduce((sum, { length }) => sum + length, 0);

/**
 * Measures readability's answer.
 *
 * @param kept numbers of the texts that the answer holds.
 */
export const collectPartFacts = (runs: readonly TextRun[], kept: ReadonlySet<number>): PartFacts => {
  const [isKept, prose] = [runs.map((run) => isMostlyKept(run, kept)), runs.filter(isProse)];
  const keptRuns = runs.filter((_, at) => isKept[at]);
  const keptProse = lengthOf(keptRuns.filter(isProse));
  const gap = runs
    .slice(isKept.indexOf(true), isKept.lastIndexOf(true) + 1)
    .filter((run) => isProse(run) && !isMostlyKept(run, kept));
  const unlinked = keptRuns.reduce((sum, { length, linkLength }) => sum + length - linkLength, 0);
  return {
    kept: unlinked,
    density: keptProse / Math.max(1, unlinked),
    coverage: keptProse / Math.max(1, lengthOf(prose)),
    gaps: lengthOf(gap) / Math.max(1, keptProse),
    text: lengthOf(keptRuns) / Math.max(1, lengthOf(runs)),
    runs: keptRuns.length / Math.max(1, runs.length),
  };
};

/**
 * What readability's answer is:
 * - `article`: the page's text
 * - `torn`: that text with holes, which are to be filled
 * - `wrong`: one part of the page among others, or none that matters
 */
export type PartVerdict = 'article' | 'torn' | 'wrong';

/** Measured on two thirds of 240 news pages of 2005 to 2013, 450 pages of seven kinds and 91 articles. */
const least = {
  /** For a page that shows that it is an article. */
  article: { kept: 200, density: 0, coverage: 0.1 },
  /**
   * For any other page: where readability chose among all of the body (`body`), or within the page's main part
   * (`container`).
   */
  body: { kept: 400, density: 0.6, coverage: 0.5 },
  container: { kept: 400, density: 0.6, coverage: 0.65 },
} as const;
const gapsMax = 0.3;
/** An answer with gaps that hold twice its prose is no torn text: it is one of many parts. */
const gapsOfTornMax = 2;
/**
 * The text of an article is in few runs, which are longer than the others. An answer with a good part of the runs and
 * little of the text has left out the longer runs: entries of a list, while it kept what stands around them. This says
 * nothing about an article whose page marks no main part: there the frame counts as text of the page.
 */
const inverted = { textMax: 0.4, runsMin: 0.2 } as const;

/**
 * Judges readability's answer by its text and by what it left out: an article is most of a page's prose and little
 * else, whatever the page claims. A page's claim lowers the evidence that is needed, but not to none.
 */
export const judgePart = (
  { kept, density, coverage, gaps, text, runs }: PartFacts,
  given: { readonly isArticle: boolean; readonly foundIn: 'container' | 'body' },
): PartVerdict => {
  const wanted = given.isArticle ? least.article : least[given.foundIn];
  if (kept < wanted.kept) return 'wrong';
  const hasFrame = given.isArticle && given.foundIn === 'body';
  if (!hasFrame && text < inverted.textMax && runs > inverted.runsMin) return 'wrong';
  if (gaps > gapsOfTornMax) return 'wrong';
  const isTorn = gaps > gapsMax;
  // The text that fills the gaps counts too, because it will be kept.
  const share = isTorn ? coverage * (1 + gaps) : coverage;
  if (density < wanted.density && !isTorn) return 'wrong';
  if (share < wanted.coverage) return 'wrong';
  return isTorn ? 'torn' : 'article';
};
