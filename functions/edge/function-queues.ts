import { openQueues } from '../../lib/store/clients.ts';
import type { Queues } from '../../lib/store/queues.ts';

/** The queues that a function sends to, from its configuration. */
export const openFunctionQueues = (config: {
  readonly FETCH_HIGH_QUEUE_URL: string;
  readonly FETCH_NORMAL_QUEUE_URL: string;
  readonly FETCH_LOW_QUEUE_URL: string;
  readonly RENDER_QUEUE_URL: string;
  readonly EXTRACT_QUEUE_URL: string;
  readonly FINISH_QUEUE_URL: string;
  readonly DELIVER_QUEUE_URL: string;
}): Queues => ({
  client: openQueues(),
  fetch: {
    high: config.FETCH_HIGH_QUEUE_URL,
    normal: config.FETCH_NORMAL_QUEUE_URL,
    low: config.FETCH_LOW_QUEUE_URL,
  },
  render: config.RENDER_QUEUE_URL,
  extract: config.EXTRACT_QUEUE_URL,
  finish: config.FINISH_QUEUE_URL,
  deliver: config.DELIVER_QUEUE_URL,
});
