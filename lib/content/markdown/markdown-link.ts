import { findAncestor, attribute, collapsed, elementsWithin } from '../dom/dom-walk.ts';
import type { DomElement } from '../dom/dom.ts';
import { escapeLabel, linkTarget } from './escape.ts';
import { invisible } from './markdown-writer.ts';
import { writeChildren, type MarkdownRule } from './markdown-place.ts';
import { holdsAny, summarizeText } from '../dom/text-summary.ts';
import type { Urls } from '../dom/urls.ts';
import { block } from './block.ts';
import { blockNames, headingNames } from './element-names.ts';

const drawnFormula = /(?:^|[\s_-])(?:tex|latex|math)(?:$|[\s_-])/i;

/** An image, or nothing where its source is not known. A drawn formula is what it was drawn from. */
const markdownImage = (element: DomElement, urls: Urls): string => {
  const alt = attribute(element, 'alt') ?? '';
  if (alt !== '' && drawnFormula.test(element.className)) {
    // Beside its source it says the same again.
    return element.parentNode !== null && holdsAny(element.parentNode, ['math']) ? '' : `$${alt}$`;
  }
  const source = urls.image(element);
  return source === null ? '' : `![${escapeLabel(alt)}](${linkTarget(source)})`;
};

/** What a link without words leads to, as its author labels it for those who do not see the picture. */
const labelOf = (link: DomElement): string => {
  const label = attribute(link, 'aria-label') ?? attribute(link, 'title');
  return label === null ? '' : escapeLabel(collapsed(label));
};

/** Whether one of the images in a link says what it shows. */
const hasDescribedImage = (link: DomElement, urls: Urls): boolean =>
  elementsWithin(link, ['img']).some(
    (image) => attribute(image, 'alt') !== null && urls.image(image) !== null,
  );

/** Headings that link to themselves, and links to the top of the page they stand on. */
const leadsToItself = (link: DomElement, reference: string): boolean => {
  if (!reference.startsWith('#')) return false;
  const id = reference.slice(1);
  if (id === '') return true;
  const heading = findAncestor(link, ({ localName }) => headingNames.includes(localName));
  return heading !== null && [heading, heading.parentNode, link].some((element) => element?.id === id);
};

/** Whether nothing of a link is seen. */
const isBare = (link: DomElement): boolean =>
  summarizeText(link).length <= 2 && link.textContent.replace(invisible, '').trim() === '';

/** A sign beside a heading, of which only readers of screens hear that it is a link to the heading. */
const isPermalink = (link: DomElement, reference: string): boolean =>
  reference.includes('#') && findAncestor(link, ({ localName }) => headingNames.includes(localName)) !== null;

/**
 * A link. Markdown has none around blocks, such as a card that can be clicked as a whole: there its heading is the
 * link.
 */
export const link: MarkdownRule = (place, element) => {
  const { out, urls, footnotes } = place;
  if (footnotes.backLinks.has(element)) return;
  const note = footnotes.references.get(element);
  if (note !== undefined) {
    out.raw(`[^${note}]`);
    return;
  }
  const reference = element.getAttribute('href');
  const href = reference === null || reference.trim() === '' ? null : urls.link(reference);
  if (href === null || place.card !== null || out.isMarked('[') || leadsToItself(element, reference ?? '')) {
    writeChildren(place, element);
    return;
  }
  if (isBare(element) && !hasDescribedImage(element, urls)) {
    const label = isPermalink(element, reference ?? '') ? '' : labelOf(element);
    if (label === '') {
      if (/\s/.test(element.textContent) || holdsAny(element, ['br'])) out.space();
      return;
    }
    out.raw(`[${label}]${place.links.of(href)}`);
    return;
  }
  const first = elementsWithin(element, headingNames).find((one) => summarizeText(one).length > 0);
  if (first !== undefined) {
    place.card = { heading: first, href };
    block(place, element);
    place.card = null;
    return;
  }
  const isBlock = holdsAny(element, blockNames);
  if (isBlock) out.block(2);
  const mark = out.open('[', `]${place.links.of(href)}`, true);
  writeChildren(place, element);
  out.close(mark);
  if (isBlock) out.block(2);
};

export const image: MarkdownRule = ({ out, urls }, element) => {
  const markdown = markdownImage(element, urls);
  if (markdown !== '') out.raw(markdown);
};
