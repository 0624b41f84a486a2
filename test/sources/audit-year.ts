import { auditHeadKey } from '../../lib/keys/audit-table-keys.ts';
import { pageHash, type Page } from '../../lib/frontier/page.ts';
import { sourceLimits } from '../../lib/limits/source-limits.ts';
import {
  auditRecordKey,
  auditVisitsKey,
  nextRecord,
  type AuditHead,
} from '../../lib/source/audit/audit-record.ts';
import type { AuditRow } from '../../lib/source/audit/audit-rows.ts';
import { auditedFile, joinLines } from '../../lib/source/audit/line-hashes.ts';
import { visitLines } from '../../lib/source/audit/visit-lines.ts';
import { readAudit, type AuditCursor, type AuditWanted } from '../../lib/steps/manage-sources/read-audit.ts';
import { memoryStores } from './memory-stores.ts';

const team = 'harbour';
const source = 'guide';
const week = 7 * 24 * 60 * 60_000;
const start = Date.UTC(2026, 0, 1);

const pageOf = (run: number, number: number): Page => {
  const url = `https://www.example.gov/regulations/1024/part-${number}/section?edition=2026`;
  const at = start + run * week + number * 2_000;
  return {
    job: `job-${run}`,
    kind: 'page',
    url,
    hash: pageHash(url),
    depth: 2,
    position: 0,
    attempts: 0,
    admittedAt: at,
    touchedAt: at,
    finishedAt: at,
    state: 'done',
    status: 200,
    tier: 'http',
    contentHash: `sha256:${pageHash(`${run} ${number}`)}`,
    changeType: number % 50 === run % 50 ? 'modified' : 'unchanged',
    envelopeKey: `staged/www.example.gov/2026-01-01/guide__section-${number}__${run}.json`,
    requests: [{ at, ms: 180, status: 200, tier: 'http' }],
  } as unknown as Page;
};

/** The audit of a source's year, in stores that count what is read. */
export const makeAuditYear = (runs: number, pages: number) => {
  const reads: string[] = [];
  const stores = memoryStores(async (call, act) => {
    reads.push(call.name === 'GetObjectCommand' ? String(call.input.Key) : call.name);
    return await Promise.resolve(act(call));
  });
  const name = { team, chain: source };
  let head: AuditHead | null = null;
  for (let run = 0; run < runs; run += 1) {
    const [job, endedAt] = [`job-${run}`, start + run * week + pages * 2_000];
    const all = Array.from({ length: pages }, (_, number) => pageOf(run, number));
    const lines = visitLines({ job, source, endedAt }, all);
    const key = auditVisitsKey(name, job);
    stores.objects.set(key, joinLines(lines));
    const files = [auditedFile(key, lines)];
    const details = { job, visited: pages };
    head = nextRecord(name, head, { at: endedAt, by: 'schedule', action: 'run.ended', details, files });
    stores.objects.set(auditRecordKey(name, head.seq), Buffer.from(head.text));
  }
  const Item = { ...auditHeadKey(name), ...head, settled: true };
  stores.carryOut({ name: 'PutCommand', input: { Item } });
  return {
    /** Keys of objects that were read, and names of calls of the table. */
    reads,
    /** Reads the whole, as a client that follows the cursor. */
    read: async (
      wanted: AuditWanted = { source },
    ): Promise<{ rows: number; answers: number; last?: AuditRow }> => {
      let [rows, answers] = [0, 0];
      let last: AuditRow | undefined;
      let from: AuditCursor | null = null;
      do {
        const asked = { from, count: sourceLimits.auditRowsPerAnswerMax, wanted };
        const answer = await readAudit({ table: stores.table, sources: stores.bucket }, team, asked);
        rows += answer.rows.length;
        last = answer.rows.at(-1) ?? last;
        from = answer.next;
        answers += 1;
      } while (from !== null);
      return { rows, answers, ...(last === undefined ? {} : { last }) };
    },
  };
};
