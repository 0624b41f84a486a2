import { findHeld } from '../../store/frontier/find-pages.ts';
import type { Objects } from '../../store/objects.ts';
import type { Table } from '../../store/table.ts';
import { putSeedPart, type Seed } from '../submit-job/seed-parts.ts';
import type { Job } from '../../job/job.ts';
import { picks } from '../../job/redrive.ts';
import { limits } from '../../limits/limits.ts';
import type { Selection } from '../../request/redrive-request.ts';
import { readErrorPart } from '../read-results/read-error-part.ts';
import type { ErrorEntry } from '../../deliver/results/result-index.ts';
import type { Member } from '../../job/series.ts';

/** Parts of an index that are read at the same time, some 400 KB each. */
const partsAtOnce = 8;

async function* errorParts(results: Objects, job: string): AsyncGenerator<ErrorEntry[]> {
  for (let part = 0; ; part += partsAtOnce) {
    const parts = await Promise.all(
      Array.from({ length: partsAtOnce }, (_, index) => readErrorPart(results, job, part + index)),
    );
    yield* parts;
    if (parts.some((entries) => entries.length < limits.resultIndexEntries)) return;
  }
}

/**
 * Stores the picked pages of `spec.job` as the first pages of the job `id`, in page order. It leaves out pages that
 * another redrive of that job holds. It reads the error index part by part, so only a few thousand entries are in
 * memory, however many pages failed.
 */
export const storeSelected = async (
  dependencies: { readonly table: Table; readonly results: Objects },
  spec: { readonly job: Job; readonly selection: Selection },
  members: readonly Member[],
  id: string,
): Promise<{ pages: number; parts: number }> => {
  const siblings = members.filter(({ redrive }) => redrive?.of === spec.job.id).map(({ job }) => job);
  let pages = 0;
  let parts = 0;
  const waiting: Seed[] = [];
  const store = async (): Promise<void> => {
    await putSeedPart(dependencies.results, id, parts, waiting.splice(0, limits.seedPartPages));
    parts += 1;
  };
  for await (const entries of errorParts(dependencies.results, spec.job.id)) {
    const selected = entries.filter((entry) => picks(spec.selection, entry));
    const hashes = selected.map((entry) => entry.id);
    const held = await findHeld(dependencies.table, siblings, hashes);
    for (const { id: hash, url, depth } of selected) {
      if (held.has(hash)) continue;
      waiting.push({ kind: 'page', hash, url, depth, position: pages });
      pages += 1;
    }
    while (waiting.length >= limits.seedPartPages) await store();
  }
  if (waiting.length > 0) await store();
  return { pages, parts };
};
