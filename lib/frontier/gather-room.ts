import { getCellsAtOnce } from '../aws/get-cells.ts';
import { moveRoom } from '../aws/move-room.ts';
import type { Table } from '../aws/table.ts';
import type { Cell } from '../job/cells.ts';
import { limits } from '../limits.ts';

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
 * Answers the cell's room: `wanted` or more; or less, which then is all that the job has left anywhere. That is read at one
 * moment over all cells, and room is never made, so it stays true.
 *
 * @throws {Error} when others are in the way again and again; the message then comes again.
 */
export const gatherRoom = async (
  dependencies: Dependencies,
  job: { readonly id: string; readonly cells: number },
  to: number,
  wanted: number,
): Promise<number> => {
  for (let attempt = 1; attempt <= limits.transactionTriesMax; attempt += 1) {
    const cells = await getCellsAtOnce(dependencies.table, job.id, job.cells);
    if (cells !== null) {
      const own = cells[to]?.room ?? 0;
      if (own >= wanted || cells[to]?.status === 'closed') return own;
      const from = sourcesOf(cells, to, wanted - own);
      if (from.length === 0) return own;
      if (await moveRoom(dependencies.table, job.id, to, from))
        return own + from.reduce((sum, { pages }) => sum + pages, 0);
    }
    await dependencies.sleep(dependencies.random() * 20 * attempt);
  }
  throw new Error(`Cannot gather room in job ${job.id}: ${limits.transactionTriesMax} tries met a conflict`);
};
