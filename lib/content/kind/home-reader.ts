import { readArticle } from './article-reader.ts';
import type { Reader } from './reader.ts';

/** Reads a start page: its parts, without the frame. */
export const readHome: Reader = readArticle;
