import type { CorpusPage } from '../../ingest/corpus-page.ts';
import { confirmedTag, retentionByKey } from '../../envelope/retention.ts';
import { limits } from '../../limits/limits.ts';
import type { TakenPage } from '../../store/corpus/put-page-events.ts';
import type { Objects } from '../../store/objects.ts';
import { confirmObject } from '../../store/confirm-object.ts';
import { renewObject } from '../../store/renew-object.ts';

/**
 * Confirms envelopes that the corpus has taken, or has a later version of: their retention counts from now. It makes no
 * call for envelopes that were taken soon after they were written, which are nearly all, nor for those that the corpus
 * had before. An envelope whose source names a class of retention is confirmed by a tag, and expires only from then on
 * (`lib/envelope/retention.ts`). If the process dies here, the messages come again and the work is repeated.
 *
 * @param pages of the envelopes that were read; several may be of one page.
 * @param taken what became of each.
 */
export const confirmEnvelopes = async (
  { envelopes, now }: { readonly envelopes: Objects; readonly now: () => number },
  pages: readonly CorpusPage[],
  taken: readonly TakenPage[],
): Promise<void> => {
  const known = new Set(
    taken.flatMap(({ envelopeKey, outcome }) => (outcome === 'unchanged' ? [envelopeKey] : [])),
  );
  const olderThanMs = limits.envelopeRenewMs;
  const waiting = pages.filter(
    ({ at, envelopeKey }) =>
      retentionByKey(envelopeKey) !== null || (now() - at > olderThanMs && !known.has(envelopeKey)),
  );
  const work = async (): Promise<void> => {
    for (let page = waiting.shift(); page !== undefined; page = waiting.shift()) {
      const { envelopeKey: key } = page;
      if (retentionByKey(key) === null) await renewObject(envelopes, key, now(), olderThanMs);
      else await confirmObject(envelopes, key, { tag: confirmedTag, now: now(), olderThanMs });
    }
  };
  await Promise.all(Array.from({ length: limits.envelopeReadsMax }, work));
};
