import { readArticle } from './article-reader.ts';
import type { Reader } from './reader.ts';

/** Reads a product's page: what the thing is, what is said of it, its properties and price. */
export const readProduct: Reader = readArticle;
