import { findElements, type ParsedPage } from '../dom/document.ts';
import { attribute } from '../dom/dom-walk.ts';
import type { DomElement } from '../dom/dom.ts';
import type { Hints } from '../page-content.ts';
import { holdsAny } from '../dom/text-summary.ts';

/**
 * Citations of United States federal law: `12 C.F.R. § 1024.5`, `42 U.S.C. § 3601` (Bluebook rules 12 and 14), and the
 * Federal Reserve's regulations by letter.
 */
const citation =
  /\b\d{1,3} (?:C\.? ?F\.? ?R\.?|U\.? ?S\.? ?C\.?) (?:§§? ?|[Pp]arts? |[Ss]ections? )?\d{1,6}[a-z]{0,2}(?:[.-]\d{1,5}[a-z]?)*(?:\([a-zA-Z0-9]{1,5}\)){0,6}|\bRegulation [A-Z]{1,2}(?:-[A-Z]{1,2})?\b/g;
const citationsMax = 1_000;

/** A text without any of these, as nearly all are, holds no citation. */
const citationWords = /C\.? ?F\.? ?R|U\.? ?S\.? ?C|Regulation/;

const crossReferencesIn = (markdown: string): string[] => {
  if (!citationWords.test(markdown)) return [];
  const found = new Set<string>();
  // Marks of emphasis may stand within citations: `42 *U.S.C.* § 3601`.
  for (const [text] of markdown.replace(/[*_]+/g, '').replace(/\s+/g, ' ').matchAll(citation)) {
    found.add(text);
    if (found.size >= citationsMax) break;
  }
  return [...found];
};

/** Says whether a page shows a PDF inside itself. Pass the raw page, because readability removes frames. */
export const hasEmbeddedPdfs = (page: ParsedPage): boolean =>
  ['embed', 'object', 'iframe']
    .flatMap((name) => findElements(page, name))
    .some((element) => {
      const source = attribute(element, 'src') ?? attribute(element, 'data') ?? '';
      return attribute(element, 'type') === 'application/pdf' || /\.pdf(?:$|[?#])/i.test(source);
    });

const sectionHeadingsMin = 3;
const paragraphsMin = 3;
const complexCharacters = 50_000;
const simpleCharacters = 5_000;

const strategyOf = (markdown: string): Hints['suggestedChunkStrategy'] => {
  if ((markdown.match(/^#{1,6} \S/gm)?.length ?? 0) >= sectionHeadingsMin) return 'section_aware';
  return (markdown.match(/\n\n/g)?.length ?? 0) >= paragraphsMin - 1 ? 'paragraph' : 'fixed_size';
};

/** Hints for content of which nothing is known. */
export const noHints: Hints = {
  hasTables: false,
  hasLists: false,
  hasCodeBlocks: false,
  hasEmbeddedPdfs: false,
  crossReferences: [],
  suggestedChunkStrategy: 'fixed_size',
  estimatedComplexity: 'simple',
};

/** The elements of which hints tell. */
const hintedNames = ['table', 'ul', 'ol', 'dl', 'pre'];

/** Returns the names of the elements in a tree of which hints tell. */
export const hintedElements = (root: DomElement): ReadonlySet<string> =>
  new Set(hintedNames.filter((name) => holdsAny(root, [name])));

/**
 * Collects hints about content and its Markdown.
 *
 * @param elements Names of the elements that it has, of those that `hintedElements` returns.
 */
export const collectHints = (elements: ReadonlySet<string>, markdown: string, embedsPdfs: boolean): Hints => {
  const has = (...names: string[]): boolean => names.some((name) => elements.has(name));
  const hasTables = has('table');
  const crossReferences = crossReferencesIn(markdown);
  const parts = [hasTables, crossReferences.length > 0, embedsPdfs].filter(Boolean).length;
  const isComplex = markdown.length > complexCharacters || parts >= 2;
  return {
    hasTables,
    hasLists: has('ul', 'ol', 'dl'),
    hasCodeBlocks: has('pre'),
    hasEmbeddedPdfs: embedsPdfs,
    crossReferences,
    suggestedChunkStrategy: strategyOf(markdown),
    estimatedComplexity: isComplex
      ? 'complex'
      : markdown.length < simpleCharacters && parts === 0
        ? 'simple'
        : 'medium',
  };
};
