import { findArticleSign } from '../../passes/article-signals.ts';
import type { KindEvidence } from './evidence.ts';

/** Signs of an article: what the page says of itself, or a byline and a date at its heading. */
export const articleEvidence: KindEvidence = ({ page, metadata, heading }) => {
  const sign = findArticleSign(page, metadata, heading);
  return sign === null ? [] : [sign];
};
