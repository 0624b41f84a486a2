import type { KindEvidence } from './evidence.ts';

/** Signs of an article: what the page says of itself, or a byline and a date at its heading. */
export const articleEvidence: KindEvidence = ({ articleSign }) => {
  const sign = articleSign();
  return sign === null ? [] : [sign];
};
