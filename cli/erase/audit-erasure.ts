import { setTimeout as pause } from 'node:timers/promises';
import { auditHeadSchema, readAuditRecord, type AuditRecord } from '../../lib/source/audit/audit-record.ts';
import { isErasedLine, splitLines } from '../../lib/source/audit/line-hashes.ts';
import { countErased } from '../../lib/source/audit/verify-chain.ts';
import { doOnRecord } from '../../lib/steps/sources/put-on-record.ts';
import type { BackupStores } from '../../lib/store/backup/backup-stores.ts';
import { openBackupTable } from '../../lib/store/backup/backup-table.ts';
import { listWholeBucket } from '../../lib/store/backup/copy-object.ts';
import { readWhole } from '../../lib/store/backup/edit-object.ts';
import { scanItems } from '../../lib/store/backup/scan-items.ts';

const chainRecord = /^audit\/([^/]+)\/chains\/([^/]+)\/\d+\.json$/;

/** Returns every record of every chain: the objects, and the last ones that only the table has so far. */
const readRecords = async (stores: BackupStores, bucket: string): Promise<AuditRecord[]> => {
  const texts = new Set<string>();
  for await (const keys of listWholeBucket(stores, bucket))
    for (const key of keys.filter((name) => chainRecord.test(name))) {
      const found = await readWhole(stores, { bucket, key });
      if (found !== null) texts.add(Buffer.from(found.bytes).toString());
    }
  for await (const items of scanItems(stores))
    for (const item of items)
      if (item['PK']?.S?.startsWith('A#') === true && item['SK']?.S?.startsWith('CHAIN#') === true)
        texts.add(auditHeadSchema.shape.text.parse(item['text']?.S));
  return [...texts].map((text) => readAuditRecord(text));
};

/**
 * Records which lines of which files are erased and not on record yet: those of this erasure, and those of one that
 * died before it could. Until then `gleaner audit verify` reports lines that were erased without a record.
 */
export const recordErasure = async (
  stores: BackupStores,
  { selection, now }: { readonly selection: string; readonly now: () => number },
): Promise<void> => {
  const bucket = stores.buckets['sources'];
  if (bucket === undefined) return;
  const records = await readRecords(stores, bucket);
  const table = openBackupTable(stores);
  const sources = { client: stores.objects, bucket };
  const chains = Map.groupBy(records, ({ team, chain }) => `${team}/${chain}`);
  for (const ofChain of chains.values()) {
    const [first] = ofChain;
    if (first === undefined) continue;
    const known = countErased(ofChain);
    const erased: { key: string; lines: number }[] = [];
    for (const { key } of ofChain.flatMap(({ files = [] }) => files)) {
      const found = await readWhole(stores, { bucket, key });
      const lines = found === null ? 0 : splitLines(found.bytes).filter((line) => isErasedLine(line)).length;
      const more = lines - (known.get(key) ?? 0);
      if (more > 0) erased.push({ key, lines: more });
    }
    if (erased.length === 0) continue;
    await doOnRecord(
      { table, sources, random: Math.random, sleep: (ms) => pause(ms) },
      { team: first.team, chain: first.chain },
      {
        at: now(),
        by: 'operator',
        action: 'pages.erased',
        details: { selection, lines: erased.reduce((sum, { lines }) => sum + lines, 0) },
        erased,
      },
      [],
    );
  }
};
