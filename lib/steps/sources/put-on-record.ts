import { backoffMs } from '../../frontier/backoff.ts';
import { limits } from '../../limits/limits.ts';
import {
  auditRecordKey,
  nextRecord,
  type AuditEntry,
  type AuditHead,
  type AuditChain,
} from '../../source/audit/audit-record.ts';
import { putObjectOnce } from '../../store/objects.ts';
import {
  auditHeadItem,
  commitWithAudit,
  getAuditHead,
  noteSettled,
  type TransactItem,
} from '../../store/sources/audit-chain.ts';
import type { SourceStores } from './load-sources.ts';

/** Writes the object of a chain's last record, unless it exists. */
export const settleAudit = async (
  { table, sources }: SourceStores,
  name: AuditChain,
  head: AuditHead | null,
): Promise<void> => {
  if (head === null || head.settled === true) return;
  await putObjectOnce(sources, auditRecordKey(name, head.seq), head.text, 'application/json');
  await noteSettled(table, name, head.seq);
};

/** A record that is ready to be committed, as an item of the transaction. */
export interface ReadyRecord {
  readonly item: TransactItem;
  /** Called once it is committed. */
  readonly settle: () => Promise<void>;
}

/** Makes the next record of a chain. First writes the object of the record before, if that is missing. */
export const readyRecord = async (
  stores: SourceStores,
  name: AuditChain,
  entry: AuditEntry,
): Promise<ReadyRecord> => {
  const head = await getAuditHead(stores.table, name);
  await settleAudit(stores, name, head);
  const next = nextRecord(name, head, entry);
  return {
    item: auditHeadItem(stores.table, name, head, next),
    settle: async () => {
      await settleAudit(stores, name, next);
    },
  };
};

/** Does something and puts it on record, both or neither. Returns false if a condition of the items was not met. */
export const doOnRecord = async (
  stores: SourceStores & {
    readonly random: () => number;
    readonly sleep: (ms: number) => Promise<void>;
  },
  name: AuditChain,
  entry: AuditEntry,
  items: readonly TransactItem[],
): Promise<boolean> => {
  for (let attempt = 1; attempt <= limits.transactionTriesMax; attempt += 1) {
    const record = await readyRecord(stores, name, entry);
    const done = await commitWithAudit(stores.table, record.item, items);
    if (done === 'refused') return false;
    if (done === 'committed') {
      await record.settle();
      return true;
    }
    await stores.sleep(backoffMs(attempt, stores.random));
  }
  throw new Error(
    `Cannot put on record what was done to ${name.chain}: others were first ${limits.transactionTriesMax} times`,
  );
};
