import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { auditRowActions } from '../../lib/source/audit/audit-actions.ts';
import type { AuditRow } from '../../lib/source/audit/audit-rows.ts';
import { askApi } from '../api.ts';
import { toCsv } from '../csv.ts';
import { DataTable, type Column } from '../data-table.tsx';
import { FilterChoice, FilterText } from '../filter-inputs.tsx';
import { download } from '../download.ts';
import { formatCount, formatNumberOf } from '../format.ts';
import { Code, Heading, JobLink, Loading, Refusal, Time } from '../parts.tsx';
import { toQuery, useAct, useParts } from '../use-answer.ts';
import { useFilters } from '../use-filters.ts';

const filterNames = ['source', 'action', 'status', 'from', 'to'] as const;

const detailsTold = ({ details }: AuditRow): string =>
  Object.entries(details)
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(', ');

const columns: readonly Column<AuditRow>[] = [
  { head: 'What', cell: ({ action }) => <Code code={action} of="AuditAction" /> },
  {
    head: 'Page, and what else',
    isUrl: true,
    cell: (row) => (
      <>
        {row.url}
        <span className="title">{detailsTold(row)}</span>
      </>
    ),
  },
  { head: 'When', cell: ({ timestamp }) => <Time at={timestamp} /> },
  { head: 'Who', cell: ({ by }) => by },
  {
    head: 'Source',
    cell: ({ chain }) => (chain === '_team' ? 'all' : <Link href={`/sources/${chain}`}>{chain}</Link>),
  },
  { head: 'HTTP', isNumber: true, cell: ({ http_status: status }) => status ?? '' },
  { head: 'Failure', cell: ({ error }) => error !== null && <Code code={error} /> },
  {
    head: 'Run',
    cell: ({ run_id: run }) => run !== null && <JobLink id={run}>{run.slice(-8)}</JobLink>,
  },
];

interface Verdict {
  readonly chains: readonly {
    readonly chain: string;
    readonly records: number;
    readonly files: number;
    readonly findings: readonly { readonly kind: string; readonly key: string; readonly message: string }[];
  }[];
  readonly cursor: string | null;
}

const verify = async (): Promise<Verdict['chains']> => {
  const chains: Verdict['chains'][number][] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const part: Verdict = await askApi(`/v2/audit/verify${toQuery({ cursor })}`);
    chains.push(...part.chains);
    cursor = part.cursor;
  }
  return chains;
};

/** Checks every chain, and shows the faults of each. */
const Verify = (): ReactNode => {
  const check = useAct(verify);
  const findings = check.data?.flatMap(({ chain, findings: found }) =>
    found.map((finding) => ({ chain, ...finding })),
  );
  return (
    <div>
      <button onClick={() => check.mutate()} disabled={check.isPending}>
        {check.isPending ? 'Checking …' : 'Check that nothing was taken away or altered'}
      </button>
      {check.isError && <Refusal error={check.error} />}
      {findings?.length === 0 && (
        <p role="status">
          Nothing is wrong with any of {formatNumberOf(check.data?.length ?? 0, 'chain')},{' '}
          {formatNumberOf(check.data?.reduce((sum, { records }) => sum + records, 0) ?? 0, 'record')}.
        </p>
      )}
      {findings !== undefined && findings.length > 0 && (
        <ul className="findings" role="alert">
          {findings.map(({ chain, kind, key, message }) => (
            <li key={`${chain} ${key} ${message}`} className="problem">
              {chain}: <Code code={kind} of="AuditFindingKind" />: {message}{' '}
              <span className="code">{key}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
};

interface AuditPart {
  readonly rows: readonly AuditRow[];
  readonly cursor: string | null;
}

const heads = [
  'timestamp',
  'by',
  'action',
  'chain',
  'seq',
  'run_id',
  'url',
  'http_status',
  'error',
  'content_hash',
] as const;

/** Who did what to which source, and each visit of a page; the filters are in the address. */
export const AuditScreen = (): ReactNode => {
  const filters = useFilters();
  const wanted = Object.fromEntries(filterNames.map((name) => [name, filters.filter(name)]));
  const query = useParts<AuditPart>('/v2/audit', { ...wanted, limit: '500' });
  const rows = query.data?.pages.flatMap((part) => part.rows) ?? [];
  return (
    <>
      <Heading>Audit</Heading>
      <div className="filters">
        <FilterText filters={filters} name="source" label="Id of the source" size={14} onEnter />
        <FilterChoice filters={filters} name="action" label="What" values={['', ...auditRowActions]} />
        <FilterText filters={filters} name="status" label="HTTP" size={4} onEnter />
        <FilterText filters={filters} name="from" label="From" type="date" onEnter />
        <FilterText filters={filters} name="to" label="To" type="date" onEnter />
      </div>
      <Verify />
      {query.isError && <Refusal error={query.error} again={() => void query.refetch()} />}
      {query.isPending && <Loading what="the audit" />}
      {query.data !== undefined && rows.length === 0 && <p>Nothing like that is on record.</p>}
      {rows.length > 0 && (
        <DataTable
          label="Audit"
          columns={columns}
          rows={rows}
          keyOf={({ chain, seq, url, timestamp, action }) => `${chain} ${seq} ${action} ${url} ${timestamp}`}
        />
      )}
      <div className="filters">
        {query.hasNextPage && (
          <button onClick={() => void query.fetchNextPage()} disabled={query.isFetchingNextPage}>
            Show more
          </button>
        )}
        {rows.length > 0 && (
          <button
            onClick={() =>
              download(
                'audit.csv',
                'text/csv',
                toCsv(
                  heads,
                  rows.map((row) => heads.map((head) => row[head])),
                ),
              )
            }
          >
            Download {formatNumberOf(rows.length, 'row')} as CSV
          </button>
        )}
      </div>
      <p className="note">
        {formatCount(rows.length)} shown, by source, each in the order in which it was done. All of it as CSV:{' '}
        <code>npx gleaner audit</code>
      </p>
    </>
  );
};
