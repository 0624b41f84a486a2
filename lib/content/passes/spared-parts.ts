import { classMatches } from '../dom/class-names.ts';
import { attribute, collapsed, elementsWithin, findAncestor } from '../dom/dom-walk.ts';
import type { DomElement } from '../dom/dom.ts';
import { holdsAny, summarizeText } from '../dom/text-summary.ts';
import { holdsText, isOpened } from '../disclosures/panel-text.ts';
import { isInContent, isMadeOfLinks } from '../kind/frame-block.ts';
import { isLongTable } from '../kind/guarded.ts';
import { countPrices } from '../kind/evidence/price.ts';
import { isPanel } from './panel.ts';

/** What the names and roles of frames also have, and what is content all the same. */

const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];

const isAlwaysOverlay = classMatches(/cookie|consent|gdpr|onetrust|privacy|cart|basket/i);

/** Says whether a box holds a table of data, and is none that asks for consent or shows what is in the cart. */
const holdsLongTable = (element: DomElement): boolean =>
  holdsAny(element, ['table']) &&
  !isAlwaysOverlay(element) &&
  elementsWithin(element, ['table']).some(isLongTable);

/**
 * Says whether an element is a dialog that leaves the page in use, and stands beside its button in a group with a
 * label: the panel of an accordion.
 */
const isPanelOfGroup = (element: DomElement): boolean => {
  if (element.getAttribute('role') !== 'dialog' || element.getAttribute('aria-modal') !== 'false')
    return false;
  const [group, button] = [element.parentNode, element.previousElementSibling];
  // A button with a heading in it is made a division before the passes run.
  return (
    button !== null &&
    (button.localName === 'button' || headings.includes(button.localName) || holdsAny(button, headings)) &&
    group !== null &&
    (attribute(group, 'aria-label') ?? attribute(group, 'aria-labelledby')) !== null &&
    summarizeText(element).length > 0
  );
};

/** Says whether what is called a dialog is content: it holds a table of data, or is a panel. */
export const isNoDialog = (element: DomElement): boolean =>
  holdsLongTable(element) || isPanelOfGroup(element);

/** Says whether an element stands within the panel of an accordion that has the role of a dialog. */
export const isInPanelOfGroup = (element: DomElement): boolean =>
  findAncestor(element, isPanelOfGroup) !== null;

const isNamedCarousel = classMatches(/carousel|slider|swiper|splide|slick/i);
const goodsMin = 2;
const goodsCharactersMax = 20_000;

/**
 * Says whether a box that is named as a carousel holds goods with their prices. Words in its names say how it is turned
 * (`dark-nav-buttons`), and not that it leads elsewhere.
 */
export const isCarouselOfGoods = (element: DomElement): boolean =>
  element.localName !== 'nav' &&
  element.getAttribute('role') === null &&
  isNamedCarousel(element) &&
  holdsAny(element, ['img']) &&
  summarizeText(element).length <= goodsCharactersMax &&
  countPrices(element.textContent, goodsMin) >= goodsMin &&
  findAncestor(element, isMenuBar) === null;

const isMenuBar = ({ localName }: DomElement): boolean => localName === 'nav' || localName === 'header';

/** Says whether an element is a box of the main part with headings of its own that only its name calls a footer. */
export const isBoxWithHeadings = (element: DomElement): boolean =>
  element.localName !== 'footer' &&
  element.getAttribute('role') !== 'contentinfo' &&
  isInContent(element) &&
  holdsAny(element, ['h2', 'h3', 'h4']) &&
  !isMadeOfLinks(element);

const questionCharactersMin = 20;
const isNamedOpener = classMatches(/accordion|collaps|expand|toggle|faq|question/i);
const isNamedPanel = classMatches(/(?:^|[\s_-])(?:collapse|collapsible|accordion|panel|answer)(?:$|[\s_-])/i);

/** Says whether a button is named after opening something, and the text that it opens follows the box around it. */
const opensNext = (button: DomElement): boolean => {
  const next = button.parentNode?.nextElementSibling ?? null;
  if (next === null || !isNamedOpener(button)) return false;
  return (isOpened(next) || isPanel(next) || isNamedPanel(next)) && holdsText(next);
};

/** Says whether a button is content: a question that opens its answer, or a button in a heading. */
export const isDisclosure = (element: DomElement): boolean => {
  if (findAncestor(element, ({ localName }) => /^(?:h[1-6]|dt|summary)$/.test(localName)) !== null)
    return true;
  if (holdsAny(element, [...headings, 'p'])) return true;
  if (summarizeText(element).length < questionCharactersMin) return false;
  if (attribute(element, 'aria-expanded') !== null || attribute(element, 'aria-controls') !== null)
    return true;
  return (
    element.localName === 'button' && (/[?？؟]$/.test(collapsed(element.textContent)) || opensNext(element))
  );
};

const controls = new Set(['button', 'form', 'select', 'textarea']);

const isOpener = (element: DomElement): boolean =>
  element.localName === 'button' ||
  element.getAttribute('role') === 'button' ||
  (element.localName === 'a' && /^(?:#|javascript:.*)?$/i.test(attribute(element, 'href') ?? ''));

/** Says whether all that an element says is on buttons: "Click to expand". */
const isMadeOfButtons = (element: DomElement): boolean => {
  const { length } = summarizeText(element);
  if (length > openerCharactersMax) return false;
  return (
    isOpener(element) ||
    opensQuotation.test(collapsed(element.textContent)) ||
    elementsWithin(element, ['a', 'button', 'span', 'div'])
      .filter(isOpener)
      .some((button) => summarizeText(button).length === length)
  );
};
const openerCharactersMax = 60;
const opensQuotation = /^(?:click|tap) (?:here )?to (?:expand|show|view|see|collapse)\b/i;

/** Says whether an element is a quotation, holds one, or is a part of one: all but the buttons in it was quoted. */
export const isQuoted = (element: DomElement): boolean => {
  if (controls.has(element.localName)) return false;
  if (element.localName === 'blockquote' || holdsAny(element, ['blockquote'])) return true;
  return (
    findAncestor(element, ({ localName }) => localName === 'blockquote') !== null && !isMadeOfButtons(element)
  );
};
