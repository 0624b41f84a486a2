import type { KindEvidence } from './evidence.ts';

/** Returns signs of an article: the page's own claim, or a byline and a date at its heading. */
export const articleEvidence: KindEvidence = ({ articleSign }) => {
  const sign = articleSign();
  return sign === null ? [] : [sign];
};
