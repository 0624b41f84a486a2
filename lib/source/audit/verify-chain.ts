import {
  auditRecordKey,
  readAuditRecord,
  sha256,
  type AuditedFile,
  type AuditHead,
  type AuditRecord,
  type AuditChain,
} from './audit-record.ts';
import { auditedFile, isErasedLine } from './line-hashes.ts';

/** What can be wrong with an audit. */
export const auditFindingKinds = ['missing', 'altered', 'inserted'] as const;

/** A fault in an audit, and its place. */
export interface AuditFinding {
  readonly kind: (typeof auditFindingKinds)[number];
  readonly key: string;
  readonly message: string;
}

/** The content of an object; null if there is none. */
export interface FoundRecord {
  readonly seq: number;
  readonly text: string | null;
}

/** How far the check of a chain has come: the record that was checked last. */
export interface ChainPlace {
  readonly seq: number;
  readonly hash: string | null;
}

const parsed = (text: string): AuditRecord | null => {
  try {
    return readAuditRecord(text);
  } catch {
    return null;
  }
};

/** Returns why a text is not the record for a place; null if it is. */
const whyWrong = (name: AuditChain, place: ChainPlace, { seq, text }: FoundRecord): string | null => {
  const record = text === null ? null : parsed(text);
  if (record === null) return 'it is no record';
  if (record.team !== name.team || record.chain !== name.chain || record.seq !== seq)
    return `it says that it is record ${record.seq} of ${record.team}/${record.chain}`;
  if (record.parent !== place.hash) return 'the record before it is not the one that it followed upon';
  return null;
};

/**
 * Checks the next records of a chain. Each has to exist, to state its own place, and to name the hash of the one
 * before. The last has to be the one in the table.
 *
 * @param found Records from the place on, in order of their numbers, as many as were read.
 */
export const verifyRecords = (
  name: AuditChain,
  head: AuditHead | null,
  from: ChainPlace,
  found: readonly FoundRecord[],
): { readonly findings: AuditFinding[]; readonly records: AuditRecord[]; readonly place: ChainPlace } => {
  const findings: AuditFinding[] = [];
  const records: AuditRecord[] = [];
  let place = from;
  for (const each of found) {
    const key = auditRecordKey(name, each.seq);
    const last = head?.seq ?? 0;
    if (each.seq > last) {
      findings.push({ kind: 'inserted', key, message: `the chain ends with record ${last}` });
      continue;
    }
    // A record that is committed but not yet written is in the table.
    const isPending = each.text === null && each.seq === last && head?.settled !== true;
    const text = isPending ? (head?.text ?? null) : each.text;
    if (text === null) {
      findings.push({ kind: 'missing', key, message: 'it was taken away' });
      // The next record gives this one's hash, which is then not checked.
      place = { seq: each.seq, hash: nextParent(found, each.seq) };
      continue;
    }
    const why = whyWrong(name, place, { seq: each.seq, text });
    if (why !== null) findings.push({ kind: 'altered', key, message: why });
    const record = parsed(text);
    if (record !== null) records.push(record);
    const hash = sha256(text);
    if (each.seq === last && hash !== head?.hash)
      findings.push({
        kind: 'altered',
        key,
        message: 'it is not the record that the table names as the last',
      });
    place = { seq: each.seq, hash };
  }
  return { findings, records, place };
};

const nextParent = (found: readonly FoundRecord[], seq: number): string | null => {
  const next = found.find((each) => each.seq === seq + 1)?.text;
  return next === undefined || next === null ? null : (parsed(next)?.parent ?? null);
};

/** Checks a file that a record vouches for; `erased` is how many of its lines the records of erasures name. */
export const verifyFile = (
  file: AuditedFile,
  lines: readonly string[] | null,
  erased: number,
): AuditFinding[] => {
  const { key } = file;
  if (lines === null) return [{ kind: 'missing', key, message: 'it was taken away' }];
  const now = auditedFile(key, lines);
  if (now.root !== file.root || now.lines !== file.lines)
    return [{ kind: 'altered', key, message: 'its lines are not those that were put on record' }];
  const gone = lines.filter((line) => isErasedLine(line)).length;
  return gone === erased
    ? []
    : [
        {
          kind: 'altered',
          key,
          message: `${gone} of its lines are erased; ${erased} erasures are on record`,
        },
      ];
};

/** Counts the lines that erasures removed from each file, by its key. */
export const countErased = (records: readonly AuditRecord[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const { erased = [] } of records)
    for (const { key, lines } of erased) counts.set(key, (counts.get(key) ?? 0) + lines);
  return counts;
};
