import type { FormEvent, ReactNode } from 'react';
import { askApi } from '../api.ts';
import { DataTable, type Column } from '../data-table.tsx';
import { Part, Refusal, Shown } from '../parts.tsx';
import { useAct, useAnswer } from '../use-answer.ts';

interface Channel {
  readonly name: string;
  readonly kind: 'webhook' | 'slack';
  readonly host: string;
  readonly severity: string;
}

const Remove = ({ name }: { readonly name: string }): ReactNode => {
  const act = useAct(() => askApi(`/v2/alerts/channels/${encodeURIComponent(name)}`, { method: 'DELETE' }));
  if (act.isError) return <Refusal error={act.error} />;
  return (
    <button disabled={act.isPending} onClick={() => act.mutate()} aria-label={`Tell it no more: ${name}`}>
      Tell it no more
    </button>
  );
};

const columns: readonly Column<Channel>[] = [
  { head: 'Channel', cell: ({ name }) => name },
  { head: 'Told as', cell: ({ kind }) => kind },
  { head: 'Host', cell: ({ host }) => host },
  { head: 'From', cell: ({ severity }) => severity },
  { head: 'Way out', cell: ({ name }) => <Remove name={name} /> },
];

/** Adds a channel, or replaces one with the same name. */
const NewChannel = (): ReactNode => {
  const add = useAct<unknown, object>((body) => askApi('/v2/alerts/channels', { method: 'POST', body }));
  const send = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    add.mutate(Object.fromEntries(new FormData(event.currentTarget)));
  };
  return (
    <>
      <form className="filters" onSubmit={send} aria-label="Another channel">
        <label>
          Name <input name="name" required maxLength={40} size={12} />
        </label>
        <label>
          Told as{' '}
          <select name="kind">
            <option>webhook</option>
            <option>slack</option>
          </select>
        </label>
        <label>
          Address <input name="url" type="url" required size={32} />
        </label>
        <label>
          From{' '}
          <select name="severity" defaultValue="warning">
            <option>info</option>
            <option>warning</option>
            <option>high</option>
          </select>
        </label>
        <button disabled={add.isPending}>Have it told</button>
      </form>
      {add.isError && <Refusal error={add.error} />}
      {add.isSuccess && <p role="status">It is told from now on. Its address is shown to nobody again.</p>}
    </>
  );
};

/** The channels that tell the team of alerts. */
export const AlertChannels = (): ReactNode => {
  const query = useAnswer<{ readonly channels: readonly Channel[] }>('/v2/alerts/channels');
  return (
    <Part title="Who is told">
      <Shown query={query} what="who is told">
        {({ channels }) => (
          <>
            {channels.length === 0 ? (
              <p>Nobody is told: alerts stand on this screen and in the event bus alone.</p>
            ) : (
              <DataTable label="Channels" columns={columns} rows={channels} keyOf={({ name }) => name} />
            )}
            <NewChannel />
          </>
        )}
      </Shown>
    </Part>
  );
};
