import { failure, type Failure } from '../../failure.ts';

/** How many pages a job may deliver, and what its caller is told if these are fewer than it asked for. */
export type BoundPages =
  | { readonly ok: true; readonly limit: number; readonly warning?: string }
  | { readonly ok: false; readonly failure: Failure };

/**
 * Bounds a job by the pages that the manifest of its source allows: the smaller of the two always binds. A crawl
 * delivers fewer pages. A job that names its pages one by one is refused, so that none of them is left out unseen.
 *
 * @param asked.limit Pages that the request asks for.
 * @param asked.crawls Whether the job finds its pages by itself.
 * @param pagesMax Pages that the manifest allows; undefined if it bounds none.
 */
export const boundPages = (
  asked: { readonly source: string; readonly limit: number; readonly crawls: boolean },
  pagesMax: number | undefined,
): BoundPages => {
  const { source, limit, crawls } = asked;
  if (pagesMax === undefined || limit <= pagesMax) return { ok: true, limit };
  if (crawls) {
    const warning =
      `limit: ${pagesMax} pages in place of ${limit}, which is what the manifest of the source ${source} allows ` +
      `(limits.pages)`;
    return { ok: true, limit: pagesMax, warning };
  }
  const message =
    `Cannot run the source ${source}: expected at most ${pagesMax} URLs, which its manifest allows (limits.pages), ` +
    `found ${limit}`;
  return { ok: false, failure: failure('BAD_REQUEST', message) };
};

/** Says that a redrive fetches some of its pages, and how to get the others; undefined if it fetches all. */
export const leftWarning = (fetched: number, left: number | undefined): string | undefined =>
  left === undefined || left === 0
    ? undefined
    : `${fetched} of ${fetched + left} pages are fetched again, which is what the manifest of the source allows a ` +
      `run (limits.pages). Send the same request once this redrive has ended to fetch others`;
