import { getObject, type Objects } from '../../store/objects.ts';
import type { ExtractionContext } from '../../extract/model/extraction-outcome.ts';
import type { ContentPage } from '../../frontier/page.ts';
import { changesSpec, hashSpec, type ExtractSpec } from '../../request/extract-spec.ts';
import type { Draft } from '../../envelope/draft.ts';
import { envelopeSchema } from '../../envelope/envelope.ts';
import { factsOfEnvelope } from '../../envelope/facts-of-envelope.ts';

/**
 * Reads the version before a changed page, if the spec compares the answers of both versions and the earlier one was
 * never asked. Reads nothing if its envelope holds the answer to the same question, or is gone.
 */
export const readPrevious = async (
  envelopes: Objects,
  { tracked }: Pick<ContentPage, 'tracked'>,
  spec: ExtractSpec,
  draft: Draft,
): Promise<Pick<ExtractionContext, 'previous'>> => {
  const asked = changesSpec(spec);
  const key = tracked?.status === 'changed' ? tracked.key : undefined;
  const text = asked === null || key === undefined ? null : await getObject(envelopes, key);
  if (asked === null || key === undefined || text === null) return {};
  const envelope = envelopeSchema.parse(JSON.parse(text));
  if (envelope.extraction?.changes?.order === hashSpec(asked)) return {};
  return { previous: { key, facts: factsOfEnvelope(envelope), current: factsOfEnvelope(draft.envelope) } };
};
