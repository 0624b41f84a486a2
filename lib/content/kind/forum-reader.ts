import { readArticle } from './article-reader.ts';
import type { Reader } from './reader.ts';

/** Reads a thread: every post, with who wrote it and when. */
export const readForum: Reader = readArticle;
