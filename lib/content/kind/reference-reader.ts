import { readArticle } from './article-reader.ts';
import type { Reader } from './reader.ts';

/** Reads documentation: removes the frame that its generator puts around it, and keeps all of the rest. */
export const readReference: Reader = readArticle;
