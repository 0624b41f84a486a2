import { readArticle } from './article-reader.ts';
import type { Reader } from './reader.ts';

/** Reads a page of no kind that is known: what a firm says of its services, a form, a gallery. */
export const readOther: Reader = readArticle;
