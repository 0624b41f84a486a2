import { useState, type ReactNode } from 'react';
import { askApi } from '../api.ts';
import { DataTable, type Column } from '../data-table.tsx';
import { formatCount, formatDollars, formatNumberOf } from '../format.ts';
import { Facts, Heading, Part, Refusal, Shown, State, Time } from '../parts.tsx';
import { useAct, useAnswer } from '../use-answer.ts';

interface Key {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly limits: { readonly requestsPerMinute: number; readonly openJobs: number };
  readonly createdAt: string | null;
  readonly lastUsedAt: string | null;
  readonly revokedAt: string | null;
  readonly usage: { readonly jobs: number; readonly pages: number; readonly dollars: number | null };
}

interface ModelKey {
  readonly fingerprint: string;
  readonly provider: string;
  readonly state: string;
  readonly until?: string;
  readonly reason?: string;
  readonly running: number;
  readonly lastUsedAt: string;
}

/** GET /v2/deployment. */
interface Deployment {
  readonly version: string;
  readonly node: string;
  readonly team: string;
  readonly stack: string;
  readonly environment: string;
  readonly corpus: string | null;
  readonly monthlyBudget: number | null;
  readonly keyLimits: { readonly requestsPerMinute: number; readonly openJobs: number };
  readonly delaySeconds: number;
  readonly allowScripts: boolean;
}

/** The running version, and the settings of the deployment. */
const DeploymentPart = (): ReactNode => {
  const query = useAnswer<Deployment>('/v2/deployment');
  return (
    <Part title="Deployment">
      <Shown query={query} what="what runs here">
        {(told) => (
          <Facts
            facts={[
              ['Version', told.version],
              ['Node.js', told.node],
              ['Your team', told.team],
              ['Stack', told.stack],
              ['Environment', told.environment],
              ['Corpus', told.corpus ?? 'none'],
              ['Budget a month', told.monthlyBudget === null ? 'none' : formatDollars(told.monthlyBudget)],
              ['Seconds between requests to a host', told.delaySeconds],
              ['Requests a minute of a key', formatCount(told.keyLimits.requestsPerMinute)],
              ['Open jobs of a key', formatCount(told.keyLimits.openJobs)],
              ['Scripts of callers', told.allowScripts ? 'allowed' : 'not allowed'],
            ]}
          />
        )}
      </Shown>
    </Part>
  );
};

const Revoke = ({ item }: { readonly item: Key }): ReactNode => {
  const [isSure, setSure] = useState(false);
  const revoke = useAct(() => askApi(`/v2/keys/${item.id}`, { method: 'DELETE' }));
  if (item.revokedAt !== null)
    return (
      <>
        revoked <Time at={item.revokedAt} />
      </>
    );
  if (revoke.isError) return <Refusal error={revoke.error} />;
  if (!isSure)
    return (
      <button onClick={() => setSure(true)} aria-label={`Revoke ${item.name}`}>
        Revoke …
      </button>
    );
  return (
    <span role="group" aria-label={`Revoke ${item.name}`}>
      <button className="danger" disabled={revoke.isPending} onClick={() => revoke.mutate()}>
        Revoke it for good
      </button>{' '}
      <button onClick={() => setSure(false)}>Keep it</button>
    </span>
  );
};

const keyColumns: readonly Column<Key>[] = [
  {
    head: 'Key',
    cell: ({ name, id }) => (
      <>
        {name}
        <span className="title">{id}</span>
      </>
    ),
  },
  { head: 'For', cell: ({ scopes }) => scopes.join(', ') },
  {
    head: 'May at once',
    cell: ({ limits }) => (
      <>
        {formatCount(limits.requestsPerMinute)} requests a minute
        <span className="title">{formatNumberOf(limits.openJobs, 'open job')}</span>
      </>
    ),
  },
  {
    head: 'This month',
    cell: ({ usage }) => (
      <>
        {formatNumberOf(usage.pages, 'page')}
        <span className="title">models: {formatDollars(usage.dollars)}</span>
      </>
    ),
  },
  { head: 'Last used', cell: ({ lastUsedAt }) => <Time at={lastUsedAt ?? undefined} /> },
  { head: 'Way out', cell: (item) => <Revoke item={item} /> },
];

const modelColumns: readonly Column<ModelKey>[] = [
  { head: 'Provider', cell: ({ provider }) => provider },
  { head: 'Fingerprint', cell: ({ fingerprint }) => fingerprint },
  { head: 'State', cell: ({ state }) => <State of={state} /> },
  { head: 'Until', cell: ({ until }) => <Time at={until} /> },
  { head: 'Why', isUrl: true, cell: ({ reason }) => reason ?? '' },
  { head: 'Under way', isNumber: true, cell: ({ running }) => formatCount(running) },
  { head: 'Last used', cell: ({ lastUsedAt }) => <Time at={lastUsedAt} /> },
];

const scopes = ['read', 'write', 'admin'] as const;

/** Makes a key, and shows it only once. */
const NewKey = (): ReactNode => {
  const make = useAct<{ readonly key: string; readonly name: string }, object>((body) =>
    askApi('/v2/keys', { method: 'POST', body }),
  );
  return (
    <>
      <form
        className="filters"
        onSubmit={(event) => {
          event.preventDefault();
          const form = new FormData(event.currentTarget);
          make.mutate({ name: form.get('name'), scopes: scopes.filter((scope) => form.has(scope)) });
        }}
      >
        <label>
          Name <input name="name" required maxLength={80} size={16} />
        </label>
        {scopes.map((scope) => (
          <label key={scope}>
            <input type="checkbox" name={scope} defaultChecked={scope !== 'admin'} /> {scope}
          </label>
        ))}
        <button>Make a key</button>
      </form>
      {make.isError && <Refusal error={make.error} />}
      {make.data !== undefined && (
        <p role="status">
          The key {make.data.name}, shown here and never again: <code>{make.data.key}</code>
        </p>
      )}
    </>
  );
};

/** The deployment, keys of the team and of models, and the limits of concurrency. */
export const SettingsScreen = (): ReactNode => {
  const keys = useAnswer<{ readonly keys: readonly Key[] }>('/v2/keys');
  const models = useAnswer<{ readonly keys: readonly ModelKey[] }>('/v2/models');
  const queue = useAnswer<{
    readonly jobsInQueue: number;
    readonly maxConcurrency: number;
    readonly mostRecentSuccess: string | null;
  }>('/v2/team/queue-status');
  return (
    <>
      <Heading>Keys and settings</Heading>
      <Shown query={queue} what="what may run at once">
        {({ jobsInQueue, maxConcurrency, mostRecentSuccess }) => (
          <Facts
            facts={[
              ['Open jobs', formatCount(jobsInQueue)],
              ['That this key may have', formatCount(maxConcurrency)],
              [
                'Last that ended well',
                mostRecentSuccess === null ? 'none within a day' : <Time key="m" at={mostRecentSuccess} />,
              ],
            ]}
          />
        )}
      </Shown>
      <DeploymentPart />
      <Part title="Keys of the team">
        <Shown query={keys} what="keys">
          {(answer) => (
            <>
              <DataTable label="Keys" columns={keyColumns} rows={answer.keys} keyOf={({ id }) => id} />
              <NewKey />
            </>
          )}
        </Shown>
      </Part>
      <Part title="Keys of models">
        <Shown query={models} what="keys of models">
          {(answer) =>
            answer.keys.length === 0 ? (
              <p>No model has been asked yet.</p>
            ) : (
              <DataTable
                label="Keys of models"
                columns={modelColumns}
                rows={answer.keys}
                keyOf={({ fingerprint }) => fingerprint}
              />
            )
          }
        </Shown>
      </Part>
    </>
  );
};
