import { createHash } from 'node:crypto';
import { estimateTokens } from '../../extract/model/token-estimate.ts';
import type { EmbedderChoice } from './choose-embedder.ts';

/** What a model is given of a passage: its place before its text, for by itself it may not say what it is about. */
export const embeddedText = (title: string, sectionPath: readonly string[], text: string): string => {
  const place = sectionPath[0] === title ? sectionPath : [title, ...sectionPath];
  const heading = place.filter((part) => part !== '').join(' › ');
  return heading === '' ? text : `${heading}\n\n${text}`;
};

/**
 * Name of the vector of a text: the same text has the same vector, on whichever page and wherever on it it
 * stands, so it is paid for once.
 */
export const vectorKey = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 32);

/** Of a model's limit what is used: tokens are estimated. */
const share = 0.9;

/**
 * A text as it is sent, cut to what the model takes. Some models cut what is longer in silence, others refuse
 * all texts with it.
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
