import type { StoredEvent } from '../../job/webhook-event.ts';
import { limits } from '../../limits/limits.ts';

const minute = 60_000;

/** Pauses after the first try, the second and so on; together a little less than a day. */
const pausesMs = [1, 5, 15, 60, 180, 360, 720].map((minutes) => minutes * minute);

/**
 * Returns when to try an event again after a failed try (milliseconds since the epoch); null if it is given up. Up to a
 * tenth earlier than the pause, so that webhooks which failed together do not come back together.
 */
export const nextTryAt = (
  { attempts, since }: Pick<StoredEvent, 'attempts' | 'since'>,
  now: number,
  random: () => number,
): number | null => {
  const pauseMs = pausesMs[attempts - 1];
  if (pauseMs === undefined) return null;
  const at = now + Math.round(pauseMs * (1 - random() / 10));
  return at > since + limits.webhookTryMs ? null : at;
};

/** Says whether an event has waited behind others for as long as it may be tried. */
export const isOverdue = ({ since }: Pick<StoredEvent, 'since'>, now: number): boolean =>
  now > since + limits.webhookTryMs;
