import type { CorpusPage } from '../../ingest/corpus-page.ts';
import { limits } from '../../limits/limits.ts';
import type { TakenPage } from '../../store/corpus/put-passages-changed.ts';
import type { Objects } from '../../store/objects.ts';
import { renewObject } from '../../store/renew-object.ts';

/**
 * Confirms envelopes that the corpus has taken, or has a later version of: their retention counts from now. It makes no
 * call for envelopes that were taken soon after they were written, which are nearly all, nor for those that the corpus
 * had before. If the process dies here, the messages come again and the work is repeated.
 *
 * @param pages of the envelopes that were read; several may be of one page.
 * @param taken what became of the latest of each page.
 */
export const confirmEnvelopes = async (
  { envelopes, now }: { readonly envelopes: Objects; readonly now: () => number },
  pages: readonly CorpusPage[],
  taken: readonly TakenPage[],
): Promise<void> => {
  const known = new Set(
    taken.flatMap(({ envelopeKey, outcome }) => (outcome === 'unchanged' ? [envelopeKey] : [])),
  );
  const late = pages.filter(
    ({ at, envelopeKey }) => now() - at > limits.envelopeRenewMs && !known.has(envelopeKey),
  );
  const work = async (): Promise<void> => {
    for (let page = late.shift(); page !== undefined; page = late.shift())
      await renewObject(envelopes, page.envelopeKey, now(), limits.envelopeRenewMs);
  };
  await Promise.all(Array.from({ length: limits.envelopeReadsMax }, work));
};
