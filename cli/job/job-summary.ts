import { endAfter, isFailureCode, type FailureEnd } from '../../lib/failure.ts';
import { formatDollars } from '../output/dollars.ts';
import { jobName, type JobPlace } from './job-place.ts';
import type { CliStatus, ExtractionCost, FailureCounts } from './job-status.ts';
import { formatClock } from './progress-line.ts';

type Row = readonly [label: string, value: string];

const rowsOf = (rows: readonly Row[]): string => {
  const labelWidth = Math.max(...rows.map(([label]) => label.length));
  const numbers = rows.map(([, value]) => value).filter((value) => /^[\d,]+$/.test(value));
  const numberWidth = Math.max(0, ...numbers.map((value) => value.length));
  return rows
    .map(([label, value]) => {
      const shown = /^[\d,]+$/.test(value) ? value.padStart(numberWidth) : value;
      return `  ${label.padEnd(labelWidth)}  ${shown}`;
    })
    .join('\n');
};

const numberOf = (count: number): string => count.toLocaleString('en-US');

/** Sorts failures by code, the most frequent first, then by name. */
const sortedCounts = (byCode: FailureCounts['byCode']): readonly (readonly [code: string, count: number])[] =>
  [...byCode].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));

const elapsedOf = (status: CliStatus): string | undefined => {
  const ms = Date.parse(status.completedAt ?? '') - Date.parse(status.createdAt ?? '');
  return Number.isFinite(ms) && ms >= 0 ? formatClock(ms) : undefined;
};

const deadLettersOf = (id: string, { deadLetters = [] }: FailureCounts): string =>
  deadLetters.length === 0
    ? ''
    : `\nDead letters (once their cause is repaired: npx gleaner redrive ${id} --code DEAD_LETTER):\n${deadLetters
        .map(({ url, error }) => `  ${url}\n    ${error}`)
        .join('\n')}`;

const costRows = ({
  fieldsAnswered,
  fieldsFree,
  inputTokens,
  outputTokens,
  dollars,
}: ExtractionCost): Row[] => [
  ['Fields answered', numberOf(fieldsAnswered)],
  ['  without a model', numberOf(fieldsFree)],
  ['Tokens', numberOf(inputTokens + outputTokens)],
  ['Models', formatDollars(dollars)],
];

/** Returns how pages with a code ended. A code of another version, or of another server, is that of a failure. */
const endOf = (code: string): FailureEnd => (isFailureCode(code) ? endAfter(code) : 'failed');

const ends: readonly (readonly [end: FailureEnd, label: string])[] = [
  ['failed', 'Failed'],
  ['blocked', 'Blocked'],
  ['skipped', 'Skipped'],
];

/** Writes how many pages ended without content, by how they ended, as the job counts them, and by code. */
const endRows = (byCode: FailureCounts['byCode']): Row[] =>
  ends.flatMap(([end, label]): Row[] => {
    const counts = sortedCounts(byCode).filter(([code]) => endOf(code) === end);
    if (counts.length === 0) return [];
    const all = counts.reduce((sum, [, count]) => sum + count, 0);
    return [[label, numberOf(all)], ...counts.map(([code, count]): Row => [`  ${code}`, numberOf(count)])];
  });

/**
 * Writes the short table after a job, for people. `read` says how many pages were read and where they went; `elapsedMs`
 * is the waiting time, for servers that do not send the job's own.
 */
export const jobSummary = (
  job: JobPlace,
  status: CliStatus,
  tally: FailureCounts,
  read?: { readonly count: number; readonly directory: string | undefined; readonly elapsedMs: number },
): string => {
  const time = elapsedOf(status) ?? (read === undefined ? undefined : formatClock(read.elapsedMs));
  const rows: Row[] = [
    [
      'Pages',
      read === undefined
        ? `${numberOf(status.counts?.done ?? status.completed)} of ${numberOf(status.counts?.admitted ?? status.total)}`
        : numberOf(read.count),
    ],
  ];
  rows.push(...endRows(tally.byCode));
  if (tally.robotsBlocked > 0) rows.push(['Blocked by robots rules', numberOf(tally.robotsBlocked)]);
  const { total, extraction } = status.cost ?? {};
  if (extraction !== undefined) rows.push(...costRows(extraction));
  const { waiting } = status;
  if (waiting !== undefined) {
    rows.push(['Waiting for a model', `since ${waiting.since}, until ${waiting.until}`]);
    rows.push([`  ${waiting.code}`, waiting.reason]);
  }
  if (time !== undefined) rows.push(['Time', time]);
  if (total !== undefined) rows.push(['Cost', formatDollars(total)]);
  if (read?.directory !== undefined) rows.push(['Files', read.directory]);
  if (status.expiresAt !== undefined && read === undefined) rows.push(['Kept until', status.expiresAt]);
  const reason = status.error === undefined ? '' : `: ${status.error}`;
  return `${jobName(job)}: ${status.status}${reason}\n${rowsOf(rows)}${deadLettersOf(job.id, tally)}`;
};
