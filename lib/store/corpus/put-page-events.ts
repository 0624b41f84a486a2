import { PutEventsCommand, type EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { Outage } from '../../outage.ts';

/** The account's default event bus. */
export type EventBus = EventBridgeClient;

/** The corpus of which an event tells. */
interface EventCorpus {
  readonly stack: string;
  readonly corpus: string;
  readonly team: string;
}

/** A version of a page that the corpus was offered. */
interface OfferedPage {
  readonly url: string;
  readonly envelopeKey: string;
  /** Passages of this version; 0 for a page that is gone. */
  readonly passages: number;
}

/** A version of a page that the corpus has taken, or has a later version of. */
export interface TakenPage extends OfferedPage {
  readonly outcome: 'replaced' | 'unchanged' | 'older';
}

/** A version of a page for which the corpus has no room. */
export interface LeftOutPage extends OfferedPage {
  readonly outcome: 'full';
}

/**
 * EventBridge takes 256 KB in an entry and ten entries in a call; a URL has at most 2 KB, a key a few hundred bytes.
 */
const pagesPerEntry = 50;

const putPages = async (
  client: EventBus,
  DetailType: string,
  about: EventCorpus,
  pages: readonly (TakenPage | LeftOutPage)[],
): Promise<void> => {
  for (let at = 0; at < pages.length; at += pagesPerEntry) {
    const { stack, corpus, team } = about;
    const detail = { stack, corpus, team, pages: pages.slice(at, at + pagesPerEntry) };
    const answer = await client.send(
      new PutEventsCommand({
        Entries: [{ Source: 'gleaner', DetailType, Detail: JSON.stringify(detail) }],
      }),
    );
    if ((answer.FailedEntryCount ?? 0) > 0)
      throw new Outage(
        `Cannot put the event of corpus ${corpus}: EventBridge answered ${answer.Entries?.[0]?.ErrorCode ?? ''}`,
      );
  }
};

/**
 * Puts the events that the corpus has taken envelopes: from then on it no longer needs them. An event may come twice.
 *
 * @throws {Outage} when EventBridge refuses an entry, which it reports in a successful answer.
 */
export const putPassagesChanged = async (
  client: EventBus,
  about: EventCorpus,
  pages: readonly TakenPage[],
): Promise<void> => await putPages(client, 'Passages Changed', about, pages);

/**
 * Puts the events that the corpus had no room for envelopes: it takes them if it is indexed again with room for them.
 * An event may come twice.
 *
 * @throws {Outage} as `putPassagesChanged`.
 */
export const putPagesLeftOut = async (
  client: EventBus,
  about: EventCorpus,
  pages: readonly LeftOutPage[],
): Promise<void> => await putPages(client, 'Pages Left Out', about, pages);
