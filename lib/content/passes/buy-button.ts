import { attribute, collapsed } from '../dom/dom-walk.ts';
import type { DomElement } from '../dom/dom.ts';
import { summarizeText } from '../dom/text-summary.ts';

const buyWords =
  /^(?:\+ ?)?(?:add to (?:cart|bag|basket|trolley)|add item to cart|buy (?:it )?now|pre-?order(?: now)?|notify me when (?:available|in stock)|sold out|out of stock|in den (?:warenkorb|einkaufswagen)|jetzt kaufen|ajouter au panier|acheter|añadir (?:al carrito|a la cesta)|comprar(?: ahora)?|aggiungi al carrello|in winkelwagen|in winkelmand|lägg i (?:varukorg|kundvagn)|dodaj do koszyka|в корзину|купить|カートに入れる|加入购物车|加入購物車|장바구니 담기)\b/iu;
const buyNames =
  /(?:^|[\s_-])(?:add-?to-?(?:cart|bag|basket)|addtocart|buy-?now|single_add_to_cart_button|product-?form)(?:$|[\s_-])/i;

const buttonCharactersMax = 40;

/** Says whether an element is a button to buy what the page offers, in the languages of most shops. */
export const isBuyButton = (element: DomElement): boolean => {
  const { localName } = element;
  if (localName === 'input')
    return element.getAttribute('type') === 'submit' && buyWords.test(attribute(element, 'value') ?? '');
  if (localName !== 'button' && localName !== 'a' && localName !== 'span') return false;
  if (summarizeText(element).length > buttonCharactersMax) return false;
  return (
    buyWords.test(collapsed(element.textContent)) ||
    (localName === 'button' && buyNames.test(element.className))
  );
};
