import { bookGenerators } from './generators-of-books.ts';
import { referenceGenerators } from './generators-of-references.ts';
import { siteGenerators } from './generators-of-sites.ts';
import type { Generator } from './generator.ts';

/**
 * Programs that write documentation, with where they put the content and what they put around it: from their own
 * templates and from pages of theirs. Of programs that write sites of every sort (Hugo, Jekyll, WordPress) only the
 * themes for documentation are here, told by their class names and not by what the page says of its generator. The
 * first that fits is believed.
 */
export const generators: readonly Generator[] = [
  ...siteGenerators,
  ...bookGenerators,
  ...referenceGenerators,
];
