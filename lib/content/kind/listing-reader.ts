import { readArticle } from './article-reader.ts';
import type { Reader } from './reader.ts';

/** Reads a listing: every entry. */
export const readListing: Reader = readArticle;
