import { failure, type Failure } from '../../failure.ts';
import { sourceLimits } from '../../limits/source-limits.ts';
import { hasEnded } from '../../job/job.ts';
import {
  auditRecordKey,
  chainPrefix,
  visitsPrefix,
  type AuditHead,
  type AuditRecord,
  type AuditChain,
} from '../../source/audit/audit-record.ts';
import { splitLines } from '../../source/audit/line-hashes.ts';
import {
  countErased,
  verifyFile,
  verifyRecords,
  type AuditFinding,
  type ChainPlace,
} from '../../source/audit/verify-chain.ts';
import { listObjects } from '../../store/list-objects.ts';
import { getJob } from '../../store/jobs/get-job.ts';
import { getObject, getObjectBytes, type Objects } from '../../store/objects.ts';
import { listAuditHeads } from '../../store/sources/audit-chain.ts';
import type { SourceStores } from '../sources/load-sources.ts';

/** The result of checking a chain, or a part of one. */
export interface AuditVerdict {
  readonly chain: string;
  readonly records: number;
  readonly files: number;
  readonly findings: readonly AuditFinding[];
}

const readsAtOnce = 10;

const inTurns = async <Item, Result>(
  items: readonly Item[],
  each: (item: Item) => Promise<Result>,
): Promise<Result[]> => {
  const results: Result[] = [];
  for (let start = 0; start < items.length; start += readsAtOnce)
    results.push(...(await Promise.all(items.slice(start, start + readsAtOnce).map(each))));
  return results;
};

const allKeys = async (sources: Objects, prefix: string): Promise<string[]> => {
  const keys: string[] = [];
  for (;;) {
    const found = await listObjects(sources, { prefix, after: keys.at(-1), count: 1_000 });
    keys.push(...found.keys);
    if (!found.hasMore) return keys;
  }
};

const linesIn = (bytes: Uint8Array | null): readonly string[] | null => {
  if (bytes === null) return null;
  try {
    return splitLines(bytes);
  } catch {
    // Not gzip any more. Treated as a file without lines, it differs from the file that was put on record.
    return [];
  }
};

/**
 * Finds visits that no record names. If their run is open, its record is yet to come; otherwise somebody put them
 * there.
 */
const strayVisits = async (
  { table, sources }: SourceStores,
  name: AuditChain,
  named: ReadonlySet<string>,
): Promise<AuditFinding[]> => {
  const stray = (await allKeys(sources, visitsPrefix(name))).filter((key) => !named.has(key));
  const found = await inTurns(stray, async (key) => {
    const job = await getJob(table, key.slice(visitsPrefix(name).length).replace(/\.jsonl\.gz$/, ''));
    return job !== null && !hasEnded(job) ? [] : [key];
  });
  return found
    .flat()
    .map((key) => ({ kind: 'inserted', key, message: 'no record names it' }) satisfies AuditFinding);
};

const verifyChain = async (
  stores: SourceStores,
  name: AuditChain,
  head: AuditHead | null,
): Promise<AuditVerdict> => {
  const { sources } = stores;
  const listed = await allKeys(sources, chainPrefix(name));
  const expected = Array.from({ length: head?.seq ?? 0 }, (_, at) => at + 1);
  const keys = new Set(expected.map((seq) => auditRecordKey(name, seq)));
  const strange = listed
    .filter((key) => !keys.has(key))
    .map((key) => ({ kind: 'inserted', key, message: 'no chain has such a record' }) satisfies AuditFinding);
  const found = await inTurns(expected, async (seq) => ({
    seq,
    text: await getObject(sources, auditRecordKey(name, seq)),
  }));
  const start: ChainPlace = { seq: 0, hash: null };
  const { findings, records } = verifyRecords(name, head, start, found);
  const erased = countErased(records);
  const files = records.flatMap((record: AuditRecord) => record.files ?? []);
  const wrong = await inTurns(files, async (file) =>
    verifyFile(file, linesIn(await getObjectBytes(sources, file.key)), erased.get(file.key) ?? 0),
  );
  const stray = await strayVisits(stores, name, new Set(files.map(({ key }) => key)));
  return {
    chain: name.chain,
    records: found.length,
    files: files.length,
    findings: [...findings, ...strange, ...wrong.flat(), ...stray],
  };
};

/**
 * Checks the chains of a team from one on, in the order of their names: as many as one answer has time for, and at
 * least one.
 *
 * @returns `next` is the chain to continue with; null at the end.
 */
export const verifyAudit = async (
  stores: SourceStores & { readonly now: () => number },
  team: string,
  from: string | undefined,
): Promise<{ readonly chains: readonly AuditVerdict[]; readonly next: string | null } | Failure> => {
  const heads = await listAuditHeads(stores.table, team);
  // A chain that the table does not know was made up by somebody. A chain without objects was removed as a whole.
  const prefix = chainPrefix({ team, chain: '' }).slice(0, -1);
  const inStore = (await allKeys(stores.sources, prefix)).map(
    (key) => key.slice(prefix.length).split('/')[0],
  );
  const names = [...new Set([...heads.keys(), ...inStore.flatMap((name) => name ?? [])])].toSorted();
  if (from !== undefined && !names.includes(from)) {
    const found = JSON.stringify(from);
    const message = `Cannot go on at ${found}: the audit has no such chain. Begin again without cursor`;
    return failure('CURSOR_UNKNOWN', message);
  }
  const started = stores.now();
  const chains: AuditVerdict[] = [];
  for (const chain of names) {
    if (from !== undefined && chain < from) continue;
    if (chains.length > 0 && stores.now() - started > sourceLimits.auditVerifyMs)
      return { chains, next: chain };
    chains.push(await verifyChain(stores, { team, chain }, heads.get(chain) ?? null));
  }
  return { chains, next: null };
};
