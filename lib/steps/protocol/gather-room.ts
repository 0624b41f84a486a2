import { getCells } from '../../store/jobs/get-cells.ts';
import { moveRoom } from '../../store/jobs/move-room.ts';
import type { Table } from '../../store/table.ts';
import type { Cell } from '../../job/cells.ts';
import { limits } from '../../limits/limits.ts';
import { Outage } from '../../outage.ts';

interface Dependencies {
  readonly table: Table;
  readonly random: () => number;
  readonly sleep: (ms: number) => Promise<void>;
}

/** Which cells give how much: the richest first, and half of what it has where that is more than is missing. */
const sourcesOf = (
  cells: readonly Cell[],
  to: number,
  missing: number,
): { readonly cell: number; readonly pages: number }[] => {
  const richest = cells
    .map(({ room }, cell) => ({ cell, room }))
    .filter(({ cell, room }) => cell !== to && room > 0)
    .sort((a, b) => b.room - a.room);
  const sources: { cell: number; pages: number }[] = [];
  let left = missing;
  for (const { cell, room } of richest) {
    if (left <= 0) break;
    // More than is missing, so that the next page of this cell need not ask again.
    const pages = Math.min(room, Math.max(left, Math.ceil(room / 2)));
    sources.push({ cell, pages });
    left -= pages;
  }
  return sources;
};

/**
 * Moves room to a cell from those that have more, so that the job's limit is met to the last page wherever its links turn up.
 * Answers the cell's room: `wanted` or more; or less, and then the job has no more anywhere.
 *
 * Cells are read one after the other, and room may move meanwhile from one not yet read to one that was. But `admitted` and
 * `room` of all cells are the limit together and `admitted` never falls: so when what was admitted adds up to the limit, or to all of it
 * but this cell's own room, no other cell has any.
 *
 * @throws {Outage} when others are in the way again and again; the message then comes again.
 */
export const gatherRoom = async (
  dependencies: Dependencies,
  job: { readonly id: string; readonly cells: number; readonly limit: number },
  to: number,
  wanted: number,
): Promise<number> => {
  for (let attempt = 1; attempt <= limits.transactionTriesMax; attempt += 1) {
    const cells = await getCells(dependencies.table, job.id, job.cells);
    const own = cells[to]?.room ?? 0;
    if (own >= wanted || cells[to]?.status === 'closed') return own;
    const admitted = cells.reduce((sum, cell) => sum + cell.admitted, 0);
    if (admitted + own >= job.limit) return own;
    const from = sourcesOf(cells, to, wanted - own);
    if (from.length > 0 && (await moveRoom(dependencies.table, job.id, to, from)))
      return own + from.reduce((sum, { pages }) => sum + pages, 0);
    await dependencies.sleep(dependencies.random() * 20 * attempt);
  }
  throw new Outage(`Cannot gather room in job ${job.id}: ${limits.transactionTriesMax} tries met a conflict`);
};
