import { PutEventsCommand, type EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { Outage } from '../../outage.ts';

/** The account's default event bus. */
export type EventBus = EventBridgeClient;

/** A version of a page that the corpus has taken, or has a later version of. */
export interface TakenPage {
  readonly url: string;
  readonly envelopeKey: string;
  /** Passages of the current version; 0 for a page that is gone. */
  readonly passages: number;
  readonly outcome: 'replaced' | 'unchanged' | 'older';
}

/**
 * EventBridge takes 256 KB in an entry and ten entries in a call; a URL has at most 2 KB, a key a few hundred bytes.
 */
const pagesPerEntry = 50;

/**
 * Puts the events that the corpus has taken envelopes: from then on it no longer needs them. An event may come twice.
 *
 * @throws {Outage} when EventBridge refuses an entry, which it reports in a successful answer.
 */
export const putPassagesChanged = async (
  client: EventBus,
  { stack, corpus, team }: { readonly stack: string; readonly corpus: string; readonly team: string },
  pages: readonly TakenPage[],
): Promise<void> => {
  for (let at = 0; at < pages.length; at += pagesPerEntry) {
    const detail = { stack, corpus, team, pages: pages.slice(at, at + pagesPerEntry) };
    const answer = await client.send(
      new PutEventsCommand({
        Entries: [{ Source: 'gleaner', DetailType: 'Passages Changed', Detail: JSON.stringify(detail) }],
      }),
    );
    if ((answer.FailedEntryCount ?? 0) > 0)
      throw new Outage(
        `Cannot put the event of corpus ${corpus}: EventBridge answered ${answer.Entries?.[0]?.ErrorCode ?? ''}`,
      );
  }
};
