import { useState, type ReactNode } from 'react';
import { Link, useSearchParams } from 'wouter';
import type { AuditRow } from '../../lib/source/audit/audit-rows.ts';
import { askApi } from '../api.ts';
import { toCsv } from '../csv.ts';
import { DataTable, type Column } from '../data-table.tsx';
import { download } from '../download.ts';
import { formatCount, formatNumberOf } from '../format.ts';
import { Choice, Code, JobLink, Loading, Refusal, Time } from '../parts.tsx';
import { toQuery, useAct, useParts } from '../use-answer.ts';

const actions = [
  '',
  'page.visited',
  'manifest.applied',
  'manifest.rolled-back',
  'source.paused',
  'source.resumed',
  'deletions.accepted',
  'run.ended',
  'pages.erased',
] as const;

const detailsTold = ({ details }: AuditRow): string =>
  Object.entries(details)
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(', ');

const columns: readonly Column<AuditRow>[] = [
  { head: 'What', cell: ({ action }) => action },
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

/** Checks every chain, and tells what is wrong with which. */
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
              {chain}: {kind}: {message} <span className="code">{key}</span>
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

/** Who did what to which source, and each visit of a page; the filters stand in the address. */
export const AuditScreen = (): ReactNode => {
  const [params, setParams] = useSearchParams();
  const filter = Object.fromEntries(
    ['source', 'action', 'status', 'from', 'to'].map((name) => [name, params.get(name) ?? '']),
  );
  const [typed, setTyped] = useState(filter);
  const query = useParts<AuditPart>('/v2/audit', { ...filter, limit: '500' });
  const rows = query.data?.pages.flatMap((part) => part.rows) ?? [];
  const field = (name: string, label: string, type = 'text'): ReactNode => (
    <label>
      {label}{' '}
      <input
        type={type}
        size={14}
        value={typed[name] ?? ''}
        onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
      />
    </label>
  );
  return (
    <>
      <h1>Audit</h1>
      <form
        className="filters"
        onSubmit={(event) => {
          event.preventDefault();
          setParams(new URLSearchParams(Object.entries(typed).filter(([, value]) => value !== '')));
        }}
      >
        {field('source', 'Id of the source')}
        <Choice
          label="What"
          values={actions}
          value={typed['action'] ?? ''}
          onChoose={(action) => setTyped({ ...typed, action })}
        />
        {field('status', 'HTTP', 'number')}
        {field('from', 'From', 'date')}
        {field('to', 'To', 'date')}
        <button>Show</button>
      </form>
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
