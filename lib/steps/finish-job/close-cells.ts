import { closeCell } from '../../store/jobs/close-cell.ts';
import { putTotals } from '../../store/jobs/put-totals.ts';
import type { Table } from '../../store/table.ts';
import type { Cell } from '../../job/cells.ts';

/**
 * Closes the cells of a job that is over, one by one, and then writes their sums onto the job. A page that is finished in a
 * cell before that is closed still counts; afterwards nothing does. Harmless to repeat, from wherever an earlier try came to.
 */
export const closeCells = async (table: Table, job: string, cells: number): Promise<void> => {
  const closed: Cell[] = [];
  for (let cell = 0; cell < cells; cell += 1) closed.push(await closeCell(table, job, cell));
  await putTotals(table, job, closed);
};
