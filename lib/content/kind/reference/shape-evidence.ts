import { findElements } from '../../dom/document.ts';
import { collapsed } from '../../dom/dom-walk.ts';
import type { DomElement } from '../../dom/dom.ts';
import { summarizeText } from '../../dom/text-summary.ts';
import type { KindEvidence, KindFacts } from '../evidence/evidence.ts';
import { matchesAny, selectorsIn } from './marks.ts';
import { headingTarget, measureTextShape, type TextShape } from './text-shape.ts';

/** Sections of a manual page (man-pages(7) of Linux, mdoc(7) of BSD), in capitals or not. */
const manSections =
  /^(?:name|synopsis|description|options|exit (?:status|code)s?|return values?|errors|environment(?: variables)?|files|see also|bugs|conforming to|standards|configuration|attributes|versions|notes|caveats|diagnostics|history|authors?|examples?|reporting bugs|copyright)$/i;
const manSectionsMin = 4;

/** Returns the sign of a manual page if the page has its sections, whoever wrote it. */
export const manPageSign = (headings: readonly DomElement[]): string | null => {
  const names = new Set<string>();
  for (const heading of headings) {
    const text = collapsed(heading.textContent.slice(0, 80)).toLowerCase();
    if (manSections.test(text)) names.add(text);
  }
  const isManPage = names.size >= manSectionsMin && names.has('synopsis') && names.has('description');
  return isManPage ? 'has the sections of a manual page' : null;
};

const releaseTitle =
  /\b(?:release notes?|change ?log|what['’]s new in|(?:release|version) v?\d+\.\d+(?:\.\d+)*)\b/i;
const changesMin = 3;
const numberedMin = 2;

/** Says whether the page lists what changed in a version, under a heading that names the version. */
const isReleaseNote = (headings: readonly DomElement[], items: number): boolean =>
  items >= changesMin &&
  headings.slice(0, 3).some((heading) => releaseTitle.test(collapsed(heading.textContent.slice(0, 200))));

/** Returns signs in the text: code, terms that are defined, tables of parameters. */
const textSigns = (shape: TextShape, length: number): string[] => {
  const signs: string[] = [];
  if (shape.codeBlocks >= 3 || (shape.codeBlocks > 0 && shape.codeCharacters >= 0.05 * length))
    signs.push('blocks of code');
  if (shape.inlineCodes >= 10 && shape.inlineCodes * 400 >= length)
    signs.push('names and values marked as code');
  if (shape.codeTerms >= 4 || (shape.terms >= 8 && shape.codeBlocks + shape.inlineCodes > 0))
    signs.push('definitions of terms');
  if (shape.describedColumns >= 2) signs.push('tables that describe names');
  if (shape.numbered >= numberedMin && shape.isNested) signs.push('numbered sections');
  if (isReleaseNote(shape.headings, shape.items)) signs.push('changes of a release');
  return signs;
};

const headingsMin = 3;

/**
 * Returns signs around the text: headings to link to, a list of them, the pages before and after, a way to edit the
 * page.
 */
const placeSigns = ({ page, url }: KindFacts, shape: TextShape): string[] => {
  const signs: string[] = [];
  const targets = shape.headings.map(headingTarget).filter((target) => target !== '');
  const listed = targets.filter((target) => shape.ownTargets.has(target)).length;
  if (listed >= headingsMin) signs.push('a list of its own headings');
  if (shape.permalinks >= headingsMin) signs.push('headings with permanent links');
  const rels = new Set(
    [...findElements(page, 'link'), ...findElements(page, 'a')].map((link) =>
      (link.getAttribute('rel') ?? '').toLowerCase(),
    ),
  );
  if (rels.has('next') || rels.has('prev') || rels.has('up')) signs.push('pages before and after');
  if (hasCurrentPage(findElements(page, 'a'))) signs.push('a tree of pages with this one in it');
  if (findElements(page, 'a').some(isEditLink)) signs.push('a link to edit the page');
  if (isDocumentationUrl(url)) signs.push('an address of documentation');
  return signs;
};

const treeLinksMin = 12;

/** Says whether a tree of links, within another list, marks the page itself as the current one. */
const hasCurrentPage = (anchors: readonly DomElement[]): boolean =>
  anchors.some((anchor) => {
    if (anchor.getAttribute('aria-current') !== 'page') return false;
    let links: DomElement | null = anchor.parentNode;
    for (let up = 0; up < 6 && links !== null; up += 1, links = links.parentNode) {
      if (links.localName === 'ul' && links.parentNode?.localName === 'li') return true;
      if (links.localName === 'aside') return links.getElementsByTagName('a').length >= treeLinksMin;
    }
    return false;
  });

const isEditLink = (element: DomElement): boolean => {
  const href = element.getAttribute('href') ?? '';
  if (!/github\.com|gitlab|bitbucket|\/edit\//.test(href)) return false;
  return (
    /\b(?:edit|improve|source)\b/i.test(element.textContent.slice(0, 80)) && /edit|blob|tree|src/.test(href)
  );
};

const isDocumentationUrl = (url: string): boolean => {
  const parsed = URL.parse(url);
  if (parsed === null) return false;
  return (
    /^(?:docs?|documentation|developers?|api|wiki|manual|reference|learn|help|support|man)\./.test(
      parsed.hostname,
    ) ||
    /\.(?:readthedocs\.io|gitbook\.io|rtfd\.io)$/.test(parsed.hostname) ||
    /\/(?:docs?|documentation|reference|manual|api|apidocs|api-docs|javadoc|guides?|tutorials?|handbook|wiki|man|help|learn)(?:\/|$)/i.test(
      parsed.pathname,
    )
  );
};

/**
 * People write articles about code: a page that calls itself an article has to show this many signs around its text.
 */
const articlePlaceSignsMin = 3;

const landmarks = selectorsIn('nav header footer aside main article @navigation @banner @contentinfo @main');
const plainLinksMax = 0.5;

/**
 * Says whether a page is of the old sort, without landmarks and with few links elsewhere: there is little to remove
 * from it.
 */
const isPlain = ({ page, elements }: KindFacts, { silentCharacters }: TextShape): boolean => {
  const { length, linkLength } = summarizeText(page.body);
  return (
    linkLength <= plainLinksMax * (length - silentCharacters) &&
    !elements.some((element) => matchesAny(element, landmarks))
  );
};

/** Returns the signs of documentation in and around the text, for a page that no known generator wrote. */
export const shapeEvidence: KindEvidence = (facts) => {
  const { page, elements, articleSign } = facts;
  const shape = measureTextShape(elements);
  const man = manPageSign(shape.headings);
  if (man !== null) return [man];
  const text = textSigns(shape, summarizeText(page.body).length - shape.silentCharacters);
  if (text.length === 0) return [];
  const place = placeSigns(facts, shape);
  if (articleSign() !== null) return place.length >= articlePlaceSignsMin ? [...text, ...place] : [];
  if (place.length > 0) return [...text, ...place];
  return isPlain(facts, shape) ? [...text, 'hardly any frame'] : [];
};
