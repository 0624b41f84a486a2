import { limits } from '../../limits/limits.ts';

/** A message, and how often it was received, this time included. */
interface Received {
  readonly id: string;
  readonly receives: number;
}

/** How many times more groups there are each time that messages come again. */
const growth = 4;

/**
 * Puts the messages of an invocation in groups, which are brought into the corpus one after the other: normally all in
 * one. Messages that come again may hold one that ends its worker. So they are taken apart, further each time, until
 * each is alone; and in turn from either end, so that the messages on both sides of that one get in before it.
 */
export const separateSuspects = <Message extends Received>(messages: readonly Message[]): Message[][] => {
  const fresh = messages.filter(({ receives }) => receives === 1);
  const suspects = messages.filter(({ receives }) => receives > 1).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const losses = Math.max(0, ...suspects.map(({ receives }) => receives - 1));
  if (losses % 2 === 0) suspects.reverse();
  // The last two times each is alone, one time from either end.
  const isLast = losses >= limits.ingestReceivesMax - 2;
  const size = isLast ? 1 : Math.max(1, Math.ceil(suspects.length / growth ** losses));
  const groups = Array.from({ length: Math.ceil(suspects.length / size) }, (_, at) =>
    suspects.slice(at * size, (at + 1) * size),
  );
  return [fresh, ...groups].filter((group) => group.length > 0);
};
