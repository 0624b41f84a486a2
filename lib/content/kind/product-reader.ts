import { productPasses } from '../passes/offer-passes.ts';
import { readFramed } from './framed-reader.ts';
import type { Reader } from './reader.ts';

/** Reads a product's page: what the thing is, what is said of it, its properties and price. */
export const readProduct: Reader = (input) => readFramed(input, productPasses);
