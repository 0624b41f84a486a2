import { attribute } from '../../dom/dom-walk.ts';
import { classMatches } from '../../dom/class-names.ts';
import type { DomElement } from '../../dom/dom.ts';
import { isBuyButton } from '../../passes/buy-button.ts';
import type { StructuredItem } from '../../metadata/structured-item.ts';
import { summarizeText } from '../../dom/text-summary.ts';
import type { KindEvidence } from './evidence.ts';
import { namesPrice } from './price.ts';

const priceNames = /(?:^|[\s_-])(?:price|prices|product-?price)(?:$|[\s_-])/i;

const priceCharactersMax = 60;
const isPriceClass = classMatches(priceNames);
const isPrice = (element: DomElement): boolean => {
  if (element.pairs.length === 0) return false;
  if (attribute(element, 'itemprop') === 'price') return true;
  if (!isPriceClass(element)) return false;
  const { length } = summarizeText(element);
  return length > 1 && length <= priceCharactersMax && namesPrice(element.textContent);
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

/**
 * Most buy buttons on the page of one product: its own, the same at the end of the page and in a bar. More belong to a
 * listing.
 */
const buttonsMax = 6;
/** A page with more prices is a listing, which may single out one product. */
const pricesMax = 40;

/** Returns signs of a product's page: one offer with its price, and a description of the product. */
export const productEvidence: KindEvidence = ({ elements, outside, structuredData, metadata, heading }) => {
  const offered = structuredData.filter((item) => item.syntax !== 'open-graph' && isOffered(item));
  const says = offered.length === 1 || /^(?:og:)?product(?:\.item)?$/i.test(metadata.og.type ?? '');
  const buttons = elements.filter(isBuyButton).length;
  const hasButton = buttons > 0 && buttons <= buttonsMax;
  const prices = outside().filter(isPrice).length;
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

/**
 * Returns the signs of a product's page that shows no sign of an article. Its description may be one text and most of
 * the page's prose; beside it stand tables and lists that an article has not. A test report has an author or a day.
 */
export const unsignedProductEvidence: KindEvidence = (facts) =>
  facts.articleSign() === null ? productEvidence(facts) : [];
