import { createHash } from 'node:crypto';
import { estimateTokens } from '../../extract/model/token-estimate.ts';
import type { EmbedderChoice } from './choose-embedder.ts';

/**
 * Returns a passage's text for a model: its headings before its text, because the text alone may not say what it is
 * about.
 */
export const embeddedText = (title: string, sectionPath: readonly string[], text: string): string => {
  const place = sectionPath[0] === title ? sectionPath : [title, ...sectionPath];
  const heading = place.filter((part) => part !== '').join(' › ');
  return heading === '' ? text : `${heading}\n\n${text}`;
};

/**
 * Returns the name of a text's vector: the same text has the same vector, on any page and anywhere on it, so it is paid
 * for once.
 */
export const vectorKey = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 32);

/** Share of a model's limit that is used, because tokens are estimated. */
const share = 0.9;

/**
 * Returns a text as it is sent, cut to the model's limit. Some models silently cut a longer text, others refuse the
 * whole request.
 */
export const sentText = (
  { tokensMax, queryPrefix, passagePrefix }: EmbedderChoice,
  text: string,
  purpose: 'query' | 'passage',
): string => {
  const whole = `${purpose === 'query' ? queryPrefix : passagePrefix}${text}`;
  const most = Math.floor(tokensMax * share);
  let cut = whole;
  for (let tokens = estimateTokens(cut); tokens > most; tokens = estimateTokens(cut))
    cut = cut.slice(0, Math.floor((cut.length * most) / tokens) - 1);
  return cut;
};
