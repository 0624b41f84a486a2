import { articleSignOf } from '../../passes/article-signals.ts';
import type { Evidence } from './evidence.ts';

/** Signs of an article: what the page says of itself, or a byline and a date at its heading. */
export const articleEvidence: Evidence = ({ page, metadata, heading }) => {
  const sign = articleSignOf(page, metadata, heading);
  return sign === null ? [] : [sign];
};
