import { bareClaim } from '../../passes/article-signals.ts';
import type { KindEvidence } from './evidence.ts';

/** Returns signs of an article: how the page describes itself, or a byline and a date at its heading. */
export const articleEvidence: KindEvidence = ({ articleSign }) => {
  const sign = articleSign();
  return sign === null || sign === bareClaim ? [] : [sign];
};
