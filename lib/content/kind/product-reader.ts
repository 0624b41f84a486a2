import { elementsWithin } from '../dom/dom-walk.ts';
import type { DomElement } from '../dom/dom.ts';
import { productPasses } from '../passes/offer-passes.ts';
import { readFramed } from './framed-reader.ts';
import { missingDescription } from './product-description.ts';
import { boxPrices, missingPrice } from './product-price.ts';
import type { KindReader } from './reader.ts';

/** Inserts a line behind the first heading of the main content, or before everything where there is none. */
const insertBehindTitle = (root: DomElement, line: DomElement): void => {
  const [title] = elementsWithin(root, ['h1'], 1);
  const place = title?.parentNode ?? root;
  place.insertBefore(line, title === undefined ? root.firstChild : title.nextSibling);
};

/** Reads a product's page: its name, description, properties and price. */
export const readProduct: KindReader = (input) => {
  const prices = boxPrices(input.page.body);
  const wanted = readFramed(input, productPasses);
  const price = missingPrice(wanted.root, prices);
  if (price !== null) insertBehindTitle(wanted.root, price);
  const description = missingDescription(wanted.root, input.structuredData);
  if (description !== null) wanted.root.append(description);
  return wanted;
};
