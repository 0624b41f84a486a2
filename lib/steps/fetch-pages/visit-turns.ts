import { urlBatchSchema, type UrlBatch } from '../../frontier/url-batch.ts';
import type { LoneVisit } from './host-visit.ts';

/** A message of a queue: its id, its body as JSON text, and how often it was received, this time included. */
export interface QueueMessage {
  readonly id: string;
  readonly body: string;
  readonly receives: number;
}

/** URL batches that an invocation visits together. */
export interface PlannedVisit {
  readonly ids: string[];
  /** How often its message and those before it were received. */
  readonly receives: number;
  readonly urlBatches: UrlBatch[];
  /** A worker had these URL batches before and did not acknowledge them. */
  readonly redelivered: boolean;
  /** Set if they are a single page that is visited alone. */
  readonly alone: LoneVisit;
}

/**
 * Decides whether the pages of a message are each visited alone, for the first time or again: a worker had the message
 * before, or it was made from such a message.
 */
const loneVisit = ({ receives }: QueueMessage, { alone, pages }: UrlBatch): LoneVisit => {
  const before = receives - (alone === true || pages.length > 1 ? 1 : 2);
  if (before > 0) return 'again';
  return alone === true || receives > 1 ? 'first' : null;
};

/**
 * Groups URL batches of one job and host into visits. A batch that was promised slots, or has return times, is a visit
 * of its own.
 */
export const groupVisits = (
  messages: readonly QueueMessage[],
): { visits: PlannedVisit[]; unreadable: string[] } => {
  const visits = new Map<string, PlannedVisit>();
  const unreadable: string[] = [];
  for (const message of messages) {
    const parsed = urlBatchSchema.safeParse(parseJson(message.body));
    if (!parsed.success) {
      unreadable.push(message.id);
      continue;
    }
    const urlBatch = parsed.data;
    const alone = loneVisit(message, urlBatch);
    const redelivered = alone !== null;
    const isApart = alone !== null || urlBatch.slots !== undefined || urlBatch.place !== undefined;
    const key = isApart ? message.id : `${urlBatch.job}|${urlBatch.host}`;
    const receives = message.receives + (urlBatch.before?.receives ?? 0);
    const visit = visits.get(key) ?? { ids: [], receives, urlBatches: [], redelivered, alone };
    visit.ids.push(message.id);
    visit.urlBatches.push(urlBatch);
    visits.set(key, visit);
  }
  return { visits: [...visits.values()], unreadable };
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

/** The page of a visit that is one page alone; null for other visits. */
export const lonePage = ({ alone, urlBatches }: PlannedVisit): string | null => {
  const hashes = urlBatches.flatMap(({ pages }) => pages);
  return alone !== null && hashes.length === 1 ? (hashes[0] ?? null) : null;
};

/**
 * Puts the visits of an invocation in turns; the visits of a turn run at the same time. A page whose worker did not
 * come back is visited while nothing else runs: if it ends this worker as well, no other page is taken for the one that
 * did. Pages whose messages came most often go first, so whoever died in the company of others gets to its own visit.
 * Messages of several such pages are only taken apart; that takes a moment. Pages that are alone for the first time may
 * be those that end their workers, so they come last.
 */
export const takeTurns = (visits: readonly PlannedVisit[]): (readonly PlannedVisit[])[] => {
  const lone = visits.filter((visit) => lonePage(visit) !== null);
  const others = visits.filter((visit) => lonePage(visit) === null);
  const again = lone.filter(({ alone }) => alone === 'again').sort((a, b) => b.receives - a.receives);
  const first = lone.filter(({ alone }) => alone === 'first');
  return [
    others.filter(({ alone }) => alone !== null),
    ...again.map((visit) => [visit]),
    others.filter(({ alone }) => alone === null),
    ...first.map((visit) => [visit]),
  ];
};
