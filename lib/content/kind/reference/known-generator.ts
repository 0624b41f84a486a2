import type { DomElement } from '../../dom/dom.ts';
import type { Metadata } from '../../page-content.ts';
import type { Generator } from './generator.ts';
import { generators } from './generators.ts';
import { selectorsAmong, selectorsIn, type Selectors } from './marks.ts';

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
export const isGeneratedWhole = ({ meta }: Generator, metadata: Metadata): boolean =>
  meta !== undefined && claimsOf(metadata).some((claim) => meta.test(claim));

/** The program that wrote a page, or null where it shows none that is known. Themes come before the programs they are for. */
export const detectGenerator = (elements: readonly DomElement[], metadata: Metadata): Generator | null => {
  const found = selectorsAmong(elements);
  const has = (selectors: Selectors): boolean => [...selectors].every((selector) => found.has(selector));
  const wrote = ({ generator, marks }: Known): boolean =>
    isGeneratedWhole(generator, metadata) || marks.some(has);
  return known.find(wrote)?.generator ?? null;
};
