import { findAncestor, attribute, collapsed, elementsWithin } from '../dom/dom-walk.ts';
import type { DomElement } from '../dom/dom.ts';
import { escapeLabel, linkTarget } from './escape.ts';
import { invisible } from './markdown-writer.ts';
import { isPermalink, wordsOfCard } from './bare-link.ts';
import { writeChildren, type MarkdownPlace, type MarkdownRule } from './markdown-place.ts';
import { holdsAny, summarizeText } from '../dom/text-summary.ts';
import type { Urls } from '../dom/urls.ts';
import { block } from './block.ts';
import { blockNames, headingNames } from './element-names.ts';

const drawnFormula = /(?:^|[\s_-])(?:tex|latex|math)(?:$|[\s_-])/i;

/** Writes an image, or nothing if its source is not known. A drawn formula is written as its source text. */
const markdownImage = (element: DomElement, urls: Urls): string => {
  const alt = attribute(element, 'alt') ?? '';
  if (alt !== '' && drawnFormula.test(element.className)) {
    // Beside its source the drawn formula would only repeat it.
    return element.parentNode !== null && holdsAny(element.parentNode, ['math']) ? '' : `$${alt}$`;
  }
  const source = urls.image(element);
  return source === null ? '' : `![${escapeLabel(alt)}](${linkTarget(source)})`;
};

/**
 * Returns the label that the author gives a link without words, for readers who do not see the picture; nothing if it
 * only repeats an address.
 */
const labelOf = (link: DomElement): string => {
  const label = collapsed(attribute(link, 'aria-label') ?? attribute(link, 'title') ?? '');
  return /^(?:https?:)?\/\S*$/i.test(label) ? '' : escapeLabel(label);
};

/** Says whether one of the images in a link has a description. */
const hasDescribedImage = (link: DomElement, urls: Urls): boolean =>
  elementsWithin(link, ['img']).some(
    (image) => attribute(image, 'alt') !== null && urls.image(image) !== null,
  );

/** Says whether a link leads to its own heading, or to the top of its own page. */
const leadsToItself = (link: DomElement, reference: string): boolean => {
  if (!reference.startsWith('#')) return false;
  const id = reference.slice(1);
  if (id === '') return true;
  const heading = findAncestor(link, ({ localName }) => headingNames.includes(localName));
  return heading !== null && [heading, heading.parentNode, link].some((element) => element?.id === id);
};

/** Says whether a link shows nothing. */
const isBare = (link: DomElement): boolean =>
  summarizeText(link).length <= 2 && link.textContent.replace(invisible, '').trim() === '';

/** Writes the label of a link that shows nothing, or puts the link on the heading that says the same. */
const bareLink = (place: MarkdownPlace, element: DomElement, reference: string, href: string): void => {
  const { out } = place;
  const label = isPermalink(element, reference) ? '' : labelOf(element);
  const words = label === '' ? null : wordsOfCard(element, label);
  if (label === '' || words === 'link') {
    if (/\s/.test(element.textContent) || holdsAny(element, ['br'])) out.space();
    return;
  }
  if (words !== null && !out.isOneLine) {
    place.carried.set(words, href);
    return;
  }
  // The sign that is shown stands apart from the words beside it.
  out.space();
  out.raw(`[${label}]${place.links.of(href)}`);
  out.space();
};

/**
 * Writes a link. Markdown has no links around blocks; for a block that is a link as a whole, such as a card, the link
 * is written on its heading.
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
    bareLink(place, element, reference ?? '', href);
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

const imageFile = /\.(?:svg|png|jpe?g|webp|avif|gif)(?:[?#]|$)/i;

/**
 * Says whether an image is one dot, by which a site counts its readers: nothing describes it, and its address is no
 * file's. WordPress states such a size of drawings that a style sheet enlarges.
 */
const isDot = (image: DomElement): boolean =>
  ['width', 'height'].every((side) => /^[01](?:px)?$/.test(image.getAttribute(side) ?? '')) &&
  (image.getAttribute('alt') ?? '') === '' &&
  !imageFile.test(image.getAttribute('src') ?? '');

export const image: MarkdownRule = ({ out, urls }, element) => {
  if (isDot(element)) return;
  const markdown = markdownImage(element, urls);
  if (markdown !== '') out.raw(markdown);
};
