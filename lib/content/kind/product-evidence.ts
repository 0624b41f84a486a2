import { attribute, collapsed } from '../dom-walk.ts';
import type { DomElement } from '../dom.ts';
import type { StructuredItem } from '../structured-item.ts';
import { summaryOf } from '../text-summary.ts';
import { elementsOutsideFrame } from './page-frame.ts';
import type { Evidence } from './page-kind.ts';

const buyWords =
  /^(?:\+ ?)?(?:add to (?:cart|bag|basket|trolley)|add item to cart|buy (?:it )?now|pre-?order(?: now)?|notify me when (?:available|in stock)|sold out|out of stock|in den (?:warenkorb|einkaufswagen)|jetzt kaufen|ajouter au panier|acheter|añadir (?:al carrito|a la cesta)|comprar(?: ahora)?|aggiungi al carrello|in winkelwagen|in winkelmand|lägg i (?:varukorg|kundvagn)|dodaj do koszyka|в корзину|купить|カートに入れる|加入购物车|加入購物車|장바구니 담기)\b/iu;
const buyNames =
  /(?:^|[\s_-])(?:add-?to-?(?:cart|bag|basket)|addtocart|buy-?now|single_add_to_cart_button|product-?form)(?:$|[\s_-])/i;
const priceNames = /(?:^|[\s_-])(?:price|prices|product-?price)(?:$|[\s_-])/i;
const price =
  /(?:[$€£¥₹₩₽]|\b(?:usd|eur|gbp|chf|kr|zł)\b)\s?\d|\d[\d.,]*\s?(?:[$€£¥₹₩₽]|(?:usd|eur|gbp|chf|kr|zł|руб)\b)/iu;

const buttonCharactersMax = 40;

const isBuyButton = (element: DomElement): boolean => {
  const { localName } = element;
  if (localName === 'input')
    return element.getAttribute('type') === 'submit' && buyWords.test(attribute(element, 'value') ?? '');
  if (localName !== 'button' && localName !== 'a' && localName !== 'span') return false;
  if (summaryOf(element).length > buttonCharactersMax) return false;
  return (
    buyWords.test(collapsed(element.textContent)) ||
    (localName === 'button' && buyNames.test(element.className))
  );
};

const priceCharactersMax = 60;
const isPrice = (element: DomElement): boolean => {
  if (attribute(element, 'itemprop') === 'price') return true;
  const { length } = summaryOf(element);
  return (
    length > 1 &&
    length <= priceCharactersMax &&
    priceNames.test(element.className) &&
    price.test(element.textContent)
  );
};

const productTypes = new Set([
  'Product',
  'ProductGroup',
  'IndividualProduct',
  'ProductModel',
  'SoftwareApplication',
  'VideoGame',
]);

const isOffered = ({ types, properties }: StructuredItem): boolean =>
  types.some((type) => productTypes.has(type)) &&
  (properties['offers'] !== undefined ||
    properties['sku'] !== undefined ||
    properties['hasVariant'] !== undefined);

/** Buttons to buy on the page of one thing: its own, and again at the end of the page or in a bar. More are a listing's. */
const buttonsMax = 6;
/** Prices of as many things are a listing's, of which one may be singled out. */
const pricesMax = 40;

/** Signs of a product's page: one offer with its price, and what is said of the thing. */
export const productEvidence: Evidence = ({ elements, structuredData, metadata, heading }) => {
  const offered = structuredData.filter((item) => item.syntax !== 'open-graph' && isOffered(item));
  const says = offered.length === 1 || /^(?:og:)?product(?:\.item)?$/i.test(metadata.og.type ?? '');
  const all = elements.filter(({ pairs }) => pairs.length > 0);
  const buttons = all.filter(isBuyButton).length;
  const hasButton = buttons > 0 && buttons <= buttonsMax;
  const prices = elementsOutsideFrame(elements).filter(isPrice).length;
  const hasPrice = prices > 0 && prices <= pricesMax;
  if (says && (hasButton || hasPrice))
    return [
      'one product is described for machines',
      ...(hasButton ? ['a button to buy it'] : []),
      ...(hasPrice ? ['its price'] : []),
    ];
  if (
    !says &&
    offered.length === 0 &&
    heading !== null &&
    hasButton &&
    hasPrice &&
    buttons <= 2 &&
    prices <= 8
  )
    return ['a heading with one button to buy', 'its price'];
  return [];
};
