import { classMatches } from '../dom/class-names.ts';
import { isElement, isText } from '../dom/dom-walk.ts';
import type { DomElement, DomNode } from '../dom/dom.ts';
import { holdsAny, summarizeText, textCount } from '../dom/text-summary.ts';
import { besideIn } from './words-in-text.ts';

type Side = 'nextSibling' | 'previousSibling';

/** How many nodes beside an element are looked at for a character. */
const nodesMax = 12;

/** Returns the character next to an element that is not white space, whatever elements stand between; '' if none. */
const inkBeside = (element: DomElement, side: Side): string => {
  let at: DomNode = element;
  for (let seen = 0; seen < nodesMax; seen += 1) {
    const next: DomNode | null = at[side] ?? at.parentNode;
    if (next === null) return '';
    const isUp = next === at.parentNode;
    at = next;
    if (isUp) continue;
    while (isElement(at) && !at.tag.isSilent) {
      const inner: DomNode | null = side === 'nextSibling' ? at.firstChild : at.lastChild;
      if (inner === null) break;
      at = inner;
    }
    if (isText(at) && textCount(at).ink > 0)
      return side === 'nextSibling' ? at.data.trimStart().charAt(0) : at.data.trimEnd().slice(-1);
  }
  return '';
};

const isBesideNumber = (element: DomElement): boolean =>
  /\d/.test(inkBeside(element, 'nextSibling')) || /\d/.test(inkBeside(element, 'previousSibling'));

/** How many elements may be around a part of a price that only those see who read with their eyes. */
const wrappersMax = 3;

/**
 * Says whether a price is only shown to those who see the page, behind a text for others that says it too: `Sale price
 * USD 14.40`.
 */
const isSaidBefore = (element: DomElement): boolean => {
  let at: DomElement | null = element;
  for (let wrapper = 0; at !== null && wrapper <= wrappersMax; wrapper += 1, at = at.parentNode)
    if (at.getAttribute('aria-hidden') === 'true')
      return at.previousElementSibling?.textContent.includes(element.textContent.trim()) === true;
  return false;
};

/** The sign or the code of one currency: `$`, `US$`, `USD`, `zł`, `руб.`. */
const unit = '(?:\\p{L}{0,3}\\p{Sc}\\p{L}{0,2}|\\p{L}{1,3}\\.?)';
const amount = "\\d[\\d.,'’ ]*[-–]?";
const isUnit = new RegExp(`^${unit}$`, 'u');
const isAmount = new RegExp(`^(?:${unit} ?)?${amount}(?: ?${unit})?$`, 'u');

const isSign = /^\p{L}{0,3}\p{Sc}$/u;

const isNamedCurrency = classMatches(/currency/i);
const chosen = ['a', 'button', 'input', 'select', 'option', 'ul', 'ol', 'form'];
const priceCharactersMax = 20;

/**
 * Says whether an element that is named after a currency is a part of a price: an amount, or one sign or code beside a
 * number. What a currency is chosen with holds a link, a field or several currencies.
 */
export const isPartOfPrice = (element: DomElement): boolean => {
  if (!isNamedCurrency(element) || summarizeText(element).length > priceCharactersMax) return false;
  if (chosen.includes(element.localName) || holdsAny(element, chosen)) return false;
  const text = element.textContent.replace(/\s+/g, ' ').trim();
  if (isSaidBefore(element)) return false;
  if (isAmount.test(text)) return true;
  // Behind another sign it is that sign once more, hidden by a style sheet.
  return isUnit.test(text) && isBesideNumber(element) && !isSign.test(inkBeside(element, 'previousSibling'));
};

const raisedCharactersMax = 4;
const cents = /^[.,](?:\d\d|[-–—])$/;
const priceBefore = /(?:\p{Sc}|\b[A-Z]{3})\s*\d[\d.,'’\s]*$/u;
const priceAround = /\d$/;
const signBehind = /^\s*(?:\p{Sc}|[A-Z]{3}\b)/u;

/**
 * Says whether a raised text is a part of a price, which is raised for its looks: the sign of a currency beside a
 * number, or a mark and two digits behind one. Two digits without a mark stay raised: `$10⁹⁵` is not $1095.
 */
export const isRaisedPartOfPrice = (element: DomElement): boolean => {
  const { length } = summarizeText(element);
  if (length === 0 || length > raisedCharactersMax) return false;
  const text = element.textContent.trim();
  if (isSign.test(text)) return isBesideNumber(element);
  if (!cents.test(text)) return false;
  const before = besideIn(element, 'previousSibling');
  return (
    priceBefore.test(before) ||
    (priceAround.test(before) && signBehind.test(besideIn(element, 'nextSibling')))
  );
};
