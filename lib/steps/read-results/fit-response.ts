import { getObject, type Objects } from '../../store/objects.ts';
import { envelopeSchema } from '../../envelope/envelope.ts';
import type { PageExtraction } from '../../extract/model/page-extraction.ts';

/**
 * Completes an answer with its extraction. If that was too large to be kept with its page, it is read from the page's
 * envelope.
 */
export const fitResponse = async (envelopes: Objects, answer: PageExtraction): Promise<PageExtraction> => {
  const { envelopeKey, extraction, failure } = answer;
  if (extraction !== undefined || failure !== undefined || envelopeKey === undefined) return answer;
  const text = await getObject(envelopes, envelopeKey);
  const found = text === null ? undefined : envelopeSchema.parse(JSON.parse(text)).extraction;
  return found === undefined ? answer : { ...answer, extraction: found };
};
