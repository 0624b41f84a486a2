import type { UrlBatch } from '../../frontier/url-batch.ts';
import { sendUrlBatches, type Queues } from '../../store/queues.ts';

/** Sends each page of a URL batch on its own: this finds the page that kills its worker, and the others are fetched. */
export const tryAlone = async (
  queues: Pick<Queues, 'client' | 'fetch' | 'render'>,
  team: string,
  { slots: _slots, ...rest }: UrlBatch,
  before?: UrlBatch['before'],
): Promise<void> => {
  await sendUrlBatches(
    queues,
    team,
    rest.pages.map((hash) => ({
      urlBatch: { ...rest, pages: [hash], alone: true, ...(before === undefined ? {} : { before }) },
      delaySeconds: 0,
    })),
  );
};
