import { bookGenerators } from './generators-of-books.ts';
import { referenceGenerators } from './generators-of-references.ts';
import { siteGenerators } from './generators-of-sites.ts';
import type { Generator } from './generator.ts';

/**
 * Programs that write documentation, with the places of content and frame, from their own templates and from pages made
 * with them. Of programs that write sites of every sort (Hugo, Jekyll, WordPress) only the themes for documentation are
 * here; their class names tell them, not the page's generator meta. The first that fits is used.
 */
export const generators: readonly Generator[] = [
  ...siteGenerators,
  ...bookGenerators,
  ...referenceGenerators,
];
