import type { DomElement } from '../dom/dom.ts';
import { detectAdmonition } from '../markdown/admonition.ts';

const callOutNames =
  /^(?:admonition|callout|note|tip|warning|caution|important|info|danger|theme-admonition|footnote)s?(?:$|[-_])/i;

/** Says whether an aside is an admonition of a documentation generator or a note, which is content. */
export const isCallOut = (element: DomElement): boolean =>
  element.className.split(/\s+/).some((name) => callOutNames.test(name)) ||
  detectAdmonition(element) !== null;
