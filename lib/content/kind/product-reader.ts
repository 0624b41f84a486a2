import { productPasses } from '../passes/offer-passes.ts';
import { readFramed } from './framed-reader.ts';
import { missingDescription } from './product-description.ts';
import type { KindReader } from './reader.ts';

/** Reads a product's page: its name, description, properties and price. */
export const readProduct: KindReader = (input) => {
  const wanted = readFramed(input, productPasses);
  const description = missingDescription(wanted.root, input.structuredData);
  if (description !== null) wanted.root.append(description);
  return wanted;
};
