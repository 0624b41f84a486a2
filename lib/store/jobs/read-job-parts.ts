import { jobPartsSchema, withoutHeaders, type JobParts } from '../../job/job-parts.ts';
import { jobSpecKey } from '../../keys/table-keys.ts';
import { getItems } from '../frontier/find-pages.ts';
import type { Table } from '../table.ts';

/** Jobs whose parts a sandbox keeps: they do not change while a job runs. The largest have some hundred kilobytes. */
const keptMax = 50;

/** What a sandbox has read, by the partition of the job. */
const keptOf = new WeakMap<Table, Map<string, JobParts>>();

/** What is read here of the item of a job. */
interface JobHead {
  readonly PK?: unknown;
  readonly status?: unknown;
  readonly apart?: unknown;
}

const partitionOf = ({ PK }: JobHead): string => String(PK);

const openKept = (table: Table): Map<string, JobParts> => {
  const kept = keptOf.get(table) ?? new Map<string, JobParts>();
  keptOf.set(table, kept);
  return kept;
};

/**
 * Reads the parts of these jobs that the sandbox does not know, consistently: a job that was only just put has them.
 */
const findParts = async (table: Table, heads: readonly JobHead[]): Promise<Map<string, JobParts>> => {
  const kept = openKept(table);
  const found = new Map<string, JobParts>();
  const missing = new Set<string>();
  for (const partition of heads.map(partitionOf)) {
    const known = kept.get(partition);
    if (known === undefined) missing.add(partition);
    else found.set(partition, known);
  }
  const keys = [...missing].map((partition) => jobSpecKey(partition.slice('J#'.length)));
  for (const item of await getItems(table, keys, { consistent: true })) {
    const [partition, parts] = [partitionOf(item), jobPartsSchema.parse(item)];
    found.set(partition, parts);
    const [oldest] = kept.keys();
    if (kept.size >= keptMax && oldest !== undefined) kept.delete(oldest);
    kept.set(partition, parts);
  }
  return found;
};

/**
 * Adds to the items of jobs what is kept beside them (`lib/job/job-parts.ts`). Both were put in one transaction and
 * expire at the same moment, so a job without its parts has expired, and is left out.
 */
export const withJobParts = async <Head extends JobHead>(
  table: Table,
  heads: readonly Head[],
): Promise<(Head & Partial<JobParts>)[]> => {
  const found = await findParts(
    table,
    heads.filter(({ apart }) => apart === true),
  );
  return heads.flatMap((head) => {
    if (head.apart !== true) return [head];
    const parts = found.get(partitionOf(head));
    if (parts === undefined) return [];
    return [{ ...head, ...(head.status === 'running' ? parts : withoutHeaders(parts)) }];
  });
};
