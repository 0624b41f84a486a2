import { getObject, type Objects } from '../../store/objects.ts';
import type { AnswerHooks } from '../../extract/model/answered.ts';
import type { WebPage } from '../../frontier/page.ts';
import { changesOrderOf, orderHash, type ExtractOrder } from '../../request/extract-order.ts';
import type { Draft } from '../../envelope/draft.ts';
import { envelopeSchema } from '../../envelope/envelope.ts';
import { factsOfEnvelope } from '../../envelope/facts-of-envelope.ts';

/**
 * The version before a page that changed, where the order compares what both answer and that version was never asked. Nothing
 * where its envelope holds the answer to the same question, or is gone.
 */
export const readPrevious = async (
  envelopes: Objects,
  { tracked }: Pick<WebPage, 'tracked'>,
  order: ExtractOrder,
  draft: Draft,
): Promise<Pick<AnswerHooks, 'previous'>> => {
  const asked = changesOrderOf(order);
  const key = tracked?.status === 'changed' ? tracked.key : undefined;
  const text = asked === null || key === undefined ? null : await getObject(envelopes, key);
  if (asked === null || key === undefined || text === null) return {};
  const envelope = envelopeSchema.parse(JSON.parse(text));
  if (envelope.extraction?.changes?.order === orderHash(asked)) return {};
  return { previous: { key, facts: factsOfEnvelope(envelope), current: factsOfEnvelope(draft.envelope) } };
};
