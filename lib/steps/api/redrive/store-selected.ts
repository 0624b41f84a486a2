import { findHeld } from '../../../store/frontier/find-pages.ts';
import type { Objects } from '../../../store/objects.ts';
import type { Table } from '../../../store/table.ts';
import { putSeedPart, type Seed } from '../../submit-job/seed-parts.ts';
import type { Job } from '../../../job/job.ts';
import { picks } from '../../../job/redrive.ts';
import { limits } from '../../../limits/limits.ts';
import type { Selection } from '../../../request/redrive-request.ts';
import { readErrorPart } from '../../read-results/read-error-part.ts';
import type { ErrorEntry } from '../../../deliver/results/result-index.ts';
import type { Member } from '../../../job/series.ts';

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

interface Selecting {
  readonly table: Table;
  readonly results: Objects;
}

/**
 * Reads the pages of a job that ended without content, part by part and in page order, without those that another
 * redrive of that job holds. Only a few thousand entries are in memory, however many pages failed.
 */
async function* partsLeft(
  { table, results }: Selecting,
  job: string,
  members: readonly Member[],
  wanted: (entry: ErrorEntry) => boolean,
): AsyncGenerator<ErrorEntry[]> {
  const siblings = members.filter(({ redrive }) => redrive?.of === job).map(({ job: id }) => id);
  for await (const entries of errorParts(results, job)) {
    const selected = entries.filter(wanted);
    const hashes = selected.map((entry) => entry.id);
    const held = await findHeld(table, siblings, hashes);
    yield selected.filter(({ id: hash }) => !held.has(hash));
  }
}

interface Selected {
  readonly job: Job;
  readonly selection: Selection;
}

/**
 * Stores the picked pages of `spec.job` as the first pages of the job `id`, in page order.
 *
 * @param most Pages that are stored at most; the others are counted as `left`.
 */
export const storeSelected = async (
  dependencies: Selecting,
  { job, selection }: Selected,
  members: readonly Member[],
  { id, most = Number.POSITIVE_INFINITY }: { readonly id: string; readonly most?: number | undefined },
): Promise<{ pages: number; parts: number; left: number }> => {
  let pages = 0;
  let parts = 0;
  let left = 0;
  const waiting: Seed[] = [];
  const store = async (): Promise<void> => {
    await putSeedPart(dependencies.results, id, parts, waiting.splice(0, limits.seedPartPages));
    parts += 1;
  };
  const picked = partsLeft(dependencies, job.id, members, (entry) => picks(selection, entry));
  for await (const selected of picked) {
    const fitting = selected.slice(0, most - pages);
    left += selected.length - fitting.length;
    for (const { id: hash, url, depth } of fitting) {
      waiting.push({ kind: 'page', hash, url, depth, position: pages });
      pages += 1;
    }
    while (waiting.length >= limits.seedPartPages) await store();
  }
  if (waiting.length > 0) await store();
  return { pages, parts, left };
};

/** How many pages a redrive would take, by the code with which they ended. */
export interface SelectedCounts {
  readonly pages: number;
  readonly byCode: Readonly<Record<string, number>>;
  /** Pages that the job had not fetched and that the selection leaves out. */
  readonly abandoned: number;
}

/** Counts the pages that `storeSelected` would store, and stores none. */
export const countSelected = async (
  dependencies: Selecting,
  { job, selection }: Selected,
  members: readonly Member[],
): Promise<SelectedCounts> => {
  const all: Selection = { codes: selection.codes, include: ['abandoned', ...selection.include] };
  const byCode: Record<string, number> = {};
  let [pages, abandoned] = [0, 0];
  for await (const entries of partsLeft(dependencies, job.id, members, (entry) => picks(all, entry))) {
    for (const entry of entries) {
      if (!picks(selection, entry)) abandoned += 1;
      else {
        pages += 1;
        byCode[entry.code] = (byCode[entry.code] ?? 0) + 1;
      }
    }
  }
  return { pages, byCode, abandoned };
};
