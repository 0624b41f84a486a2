import { failure, type Failure } from '../../failure.ts';
import type { AuditAction } from '../../source/audit/audit-actions.ts';
import { sourceLimits } from '../../limits/source-limits.ts';
import {
  auditRecordKey,
  readAuditRecord,
  type AuditHead,
  type AuditRecord,
  type AuditChain,
} from '../../source/audit/audit-record.ts';
import { recordRow, visitRow, type AuditRow } from '../../source/audit/audit-rows.ts';
import { splitLines } from '../../source/audit/line-hashes.ts';
import { getObject, getObjectBytes, type Objects } from '../../store/objects.ts';
import { getAuditHead, listAuditHeads } from '../../store/sources/audit-chain.ts';
import type { Table } from '../../store/table.ts';
import type { SourceStores } from '../sources/load-sources.ts';

/** Which rows are read. */
export interface AuditWanted {
  readonly source?: string | undefined;
  /** Milliseconds since the epoch. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly action?: AuditAction | 'page.visited' | undefined;
  /** HTTP status of a visit. */
  readonly status?: number | undefined;
}

/** Where a reader stands: the next record, and how many of its rows were read. */
export interface AuditCursor {
  readonly chain: string;
  readonly seq: number;
  readonly row: number;
}

export const writeAuditCursor = ({ chain, seq, row }: AuditCursor): string => `${chain}.${seq}.${row}`;

/** Reads the position from a cursor; null if it is not a cursor. */
export const readAuditCursor = (cursor: string): AuditCursor | null => {
  const [, chain, seq, row] = /^([a-z0-9_-]{1,90})\.(\d{1,12})\.(\d{1,9})$/.exec(cursor) ?? [];
  return chain === undefined ? null : { chain, seq: Number(seq), row: Number(row) };
};

/** Reads a record of a chain. The text of the last one is in the table too. */
const readRecord = async (
  sources: Objects,
  name: AuditChain,
  head: AuditHead,
  seq: number,
): Promise<AuditRecord | null> => {
  const text = seq === head.seq ? head.text : await getObject(sources, auditRecordKey(name, seq));
  return text === null ? null : readAuditRecord(text);
};

const isWanted = (row: AuditRow, { from, to, action, status }: AuditWanted): boolean => {
  const at = Date.parse(row.timestamp);
  return (
    (from === undefined || at >= from) &&
    (to === undefined || at <= to) &&
    (action === undefined || row.action === action) &&
    (status === undefined || row.http_status === status)
  );
};

/**
 * Whether a record may hold visits of that time. A run's visits lie before its end, at most as long as a run may take.
 */
const mayHold = (record: AuditRecord, { from, to }: AuditWanted): boolean =>
  (from === undefined || record.at >= from) &&
  (to === undefined || record.at <= to + sourceLimits.auditRunMsMax);

const rowsOfRecord = async (
  sources: Objects,
  record: AuditRecord,
  wanted: AuditWanted,
): Promise<AuditRow[]> => {
  const rows = [recordRow(record)];
  const visits = record.files?.find(({ key }) => key.startsWith('audit/'));
  const isAsked = wanted.action === undefined || wanted.action === 'page.visited';
  if (visits !== undefined && isAsked) {
    const bytes = await getObjectBytes(sources, visits.key);
    if (bytes !== null) rows.push(...splitLines(bytes).map((line) => visitRow(record, line)));
  }
  return rows.filter((row) => isWanted(row, wanted));
};

const readsAtOnce = 10;

/** Says why a cursor is no place in a team's audit, as far as it is asked for; null if it is one. */
export const whyNoAuditPlace = async (
  table: Table,
  team: string,
  cursor: AuditCursor,
  { source }: Pick<AuditWanted, 'source'>,
): Promise<Failure | null> => {
  const { chain, seq } = cursor;
  const head = source === undefined || source === chain ? await getAuditHead(table, { team, chain }) : null;
  if (head !== null && seq <= head.seq) return null;
  const has = head === null ? 'has no such chain' : `ends at record ${head.seq} of ${chain}`;
  return failure(
    'CURSOR_UNKNOWN',
    `Cannot go on at ${writeAuditCursor(cursor)}: what is asked for of the audit ${has}. Begin again without ` +
      'cursor, and go on with the same filters',
  );
};

/**
 * Reads the audit of a team from a position on: chains by name, each in its order. It stops at `count` rows, or when it
 * has looked at as many records as one answer may. The cursor leads on.
 */
export const readAudit = async (
  { table, sources }: SourceStores,
  team: string,
  asked: { readonly from: AuditCursor | null; readonly count: number; readonly wanted: AuditWanted },
): Promise<{ readonly rows: readonly AuditRow[]; readonly next: AuditCursor | null }> => {
  const { from, count, wanted } = asked;
  const heads = [...(await listAuditHeads(table, team))]
    .filter(([chain]) => wanted.source === undefined || chain === wanted.source)
    .filter(([chain]) => from === null || chain >= from.chain)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  const rows: AuditRow[] = [];
  let looked = 0;
  for (const [chain, head] of heads) {
    const isFirst = from !== null && chain === from.chain;
    for (let seq = isFirst ? from.seq : 1; seq <= head.seq; seq += readsAtOnce) {
      if (looked >= sourceLimits.auditRecordsPerAnswerMax) return { rows, next: { chain, seq, row: 0 } };
      const numbers = Array.from({ length: Math.min(readsAtOnce, head.seq - seq + 1) }, (_, at) => seq + at);
      const records = await Promise.all(
        numbers.map(async (each) => await readRecord(sources, { team, chain }, head, each)),
      );
      looked += numbers.length;
      for (const [at, record] of records.entries()) {
        if (record === null || !mayHold(record, wanted)) continue;
        const number = seq + at;
        const all = await rowsOfRecord(sources, record, wanted);
        const start = isFirst && number === from.seq ? from.row : 0;
        const taken = all.slice(start, start + count - rows.length);
        rows.push(...taken);
        if (start + taken.length < all.length)
          return { rows, next: { chain, seq: number, row: start + taken.length } };
      }
    }
  }
  return { rows, next: null };
};
