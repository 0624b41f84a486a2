import { collapsed, matchingWithin } from './dom/dom-walk.ts';
import type { DomElement } from './dom/dom.ts';
import { elementPath } from './dom/element-path.ts';
import type { LabelledPair } from './labelled-pair.ts';
import { isBuyButton } from './passes/buy-button.ts';
import { isHidden } from './dom/hiding-rules.ts';

const isOff = (element: DomElement): boolean =>
  element.getAttribute('disabled') !== null || element.getAttribute('aria-disabled') === 'true';

/** Button texts that offer a notice when the product is in stock again, or say that it is sold out. */
const saysNone =
  /^(?:notify me|sold out|out of stock|unavailable|ausverkauft|nicht verfügbar|épuisé|agotado|売り切れ|在庫切れ)/iu;
const buys =
  /^(?:add to (?:cart|bag|basket|trolley)|buy (?:it )?now|in den (?:warenkorb|einkaufswagen)|jetzt kaufen|ajouter au panier|añadir (?:al carrito|a la cesta)|カートに入れる)/iu;

/**
 * Returns what the page's one buy button says of the stock: it can be pressed, or nothing is left. A button that is
 * switched off says nothing, because it may wait for a size to be chosen. Several buttons say nothing either, because
 * they sell several things.
 */
export const buyPairs = (
  body: DomElement,
  isOutside: (element: DomElement) => boolean,
): readonly LabelledPair[] => {
  const found = matchingWithin(body, (element) => {
    if (element.localName !== 'button' && element.localName !== 'input') return false;
    return isBuyButton(element) || saysNone.test(collapsed(element.textContent));
  }).filter((button) => !isHidden(button) && !isBeside(button, isOutside));
  const [button] = found;
  if (button === undefined || found.length > 1) return [];
  const text = collapsed(button.getAttribute('value') ?? button.textContent);
  const isNone = saysNone.test(text);
  if (!isNone && (isOff(button) || !buys.test(text))) return [];
  const value = isNone ? 'Sold out' : 'In stock';
  return [{ label: 'Availability', value, urls: [], kind: 'key-value', where: elementPath(button) }];
};

/** Most buttons stand in a form, and a form is no place for other pairs. */
const isBeside = (button: DomElement, isOutside: (element: DomElement) => boolean): boolean => {
  let at: DomElement = button;
  for (let outer = at.parentNode; outer !== null; outer = outer.parentNode)
    if (outer.localName === 'form') at = outer;
  return isOutside(at);
};
