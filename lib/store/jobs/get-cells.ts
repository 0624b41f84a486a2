import { cellSchema, type Cell } from '../../job/cells.ts';
import { Outage } from '../../outage.ts';
import { getItems } from '../frontier/find-pages.ts';
import { type Table } from '../table.ts';
import { cellKey } from '../../keys/table-keys.ts';

const keysOf = (job: string, cells: number) =>
  Array.from({ length: cells }, (_, index) => cellKey(job, index));

/** Every cell of a job in order, each consistently read, but not all at one moment. */
export const getCells = async (table: Table, job: string, cells: number): Promise<Cell[]> => {
  const items = await getItems(table, keysOf(job, cells), { consistent: true });
  const byKey = new Map(items.map((item) => [item['PK'], cellSchema.parse(item)]));
  return keysOf(job, cells).map(({ PK }) => {
    const cell = byKey.get(PK);
    if (cell === undefined) throw new Outage(`Cannot read the counters of job ${job}: ${PK} is gone`);
    return cell;
  });
};
