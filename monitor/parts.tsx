import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useRef, type ReactNode } from 'react';
import { Link } from 'wouter';
import { ApiRefusal } from './api.ts';
import { formatTime } from './format.ts';
import { Sign } from './sign.tsx';

/** A moment in local time; UTC shows on hover. */
export const Time = ({ at }: { readonly at: string | undefined }): ReactNode => {
  if (at === undefined) return null;
  const { local, utc } = formatTime(at);
  return (
    <time dateTime={at} title={utc}>
      {local}
    </time>
  );
};

/** A state, shown by a word and a sign, never by colour alone. */
export const State = ({ of: state }: { readonly of: string }): ReactNode => (
  <span className={`state state-${state}`}>
    <Sign of={state} /> {state}
  </span>
);

/**
 * A failure's code, or a word of a schema, with a link to its sentence in the reference. An HTTP status without a code
 * has no link.
 */
export const Code = ({
  code,
  of: kind = 'code',
}: {
  readonly code: string;
  readonly of?: 'code' | 'FallThroughReason' | 'AuditAction' | 'AuditFindingKind' | 'PlanFindingCode';
}): ReactNode =>
  /^\d+$/.test(code) ? (
    <span className="code">HTTP {code}</span>
  ) : (
    <a className="code" href={`../docs#${kind}-${code}`}>
      {code}
    </a>
  );

/** What went wrong, in the API's words, and what can be done. */
export const Refusal = ({
  error,
  again,
}: {
  readonly error: unknown;
  readonly again?: () => void;
}): ReactNode => {
  const refusal = error instanceof ApiRefusal ? error : null;
  return (
    <div className="refusal" role="alert">
      <p>{error instanceof Error ? error.message : String(error)}</p>
      {refusal !== null && refusal.code !== 'UNREACHABLE' && <Code code={refusal.code} />}
      {again !== undefined && <button onClick={again}>Try again</button>}
    </div>
  );
};

/** A placeholder while the content is being read. */
export const Loading = ({ what }: { readonly what: string }): ReactNode => (
  <p className="loading" role="status">
    Reading {what} …
  </p>
);

/** A screen that does not know its own heading yet: what is being read, or why it cannot be. */
export const Unread = ({
  heading,
  what,
  query: { isError, error, refetch },
}: {
  readonly heading: string;
  readonly what: string;
  readonly query: Pick<UseQueryResult, 'isError' | 'error' | 'refetch'>;
}): ReactNode => (
  <>
    <Heading>{heading}</Heading>
    {isError ? <Refusal error={error} again={() => void refetch()} /> : <Loading what={what} />}
  </>
);

/** The content once it is there; until then that it is being read, or what went wrong. */
export const Shown = <Answer,>({
  query,
  what,
  children,
}: {
  readonly query: UseQueryResult<Answer>;
  readonly what: string;
  readonly children: (answer: Answer) => ReactNode;
}): ReactNode => (
  <>
    {query.isError && <Refusal error={query.error} again={() => void query.refetch()} />}
    {query.isPending && query.fetchStatus !== 'idle' && <Loading what={what} />}
    {query.data !== undefined && children(query.data)}
  </>
);

/** A choice among words; the empty word means all, or what `emptyAs` says. */
export const Choice = ({
  label,
  values,
  value,
  onChoose,
  emptyAs = 'all',
}: {
  readonly label: string;
  readonly values: readonly string[];
  readonly value: string;
  readonly onChoose: (value: string) => void;
  readonly emptyAs?: string;
}): ReactNode => (
  <label>
    {label}{' '}
    <select value={value} onChange={(event) => onChoose(event.target.value)}>
      {values.map((each) => (
        <option key={each} value={each}>
          {each === '' ? emptyAs : each}
        </option>
      ))}
    </select>
  </label>
);

/** The heading of a screen, which is the title of its tab as well. */
export const Heading = ({
  className,
  children,
}: {
  readonly className?: string;
  readonly children: ReactNode;
}): ReactNode => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${heading.current?.textContent ?? ''} – Gleaner`;
  });
  return (
    <h1 ref={heading} className={className}>
      {children}
    </h1>
  );
};

/** A part of a screen under a heading. */
export const Part = ({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ReactNode;
}): ReactNode => (
  <section>
    <h2>{title}</h2>
    {children}
  </section>
);

/** Facts under their names. Those without a value are left out. */
export const Facts = ({
  facts,
}: {
  readonly facts: readonly (readonly [string, ReactNode])[];
}): ReactNode => (
  <dl className="facts">
    {facts
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
);

/** A bar for each row, as long as its count, with the count beside it: a plot that is its own table. */
export const Bars = ({
  caption,
  rows,
}: {
  readonly caption: string;
  readonly rows: readonly { readonly name: ReactNode; readonly key: string; readonly count: number }[];
}): ReactNode => {
  const most = Math.max(1, ...rows.map(({ count }) => count));
  return (
    <table className="bars">
      <caption>{caption}</caption>
      <tbody>
        {rows.map(({ name, key, count }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            <td className="number">{count.toLocaleString('en-US')}</td>
            <td className="bar" aria-hidden="true">
              <meter min={0} max={most} value={count} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};

/** What the costs leave out (docs/cost.md). */
export const LeftOut = ({ what }: { readonly what: string }): ReactNode => (
  <p className="note">
    {what} at list prices, without what no job takes by itself: the idle stack, logs, the storage of the
    table, data that leaves AWS, reading results, webhooks.
  </p>
);

/** A link to a screen of one job. */
export const JobLink = ({
  id,
  to = '',
  children,
}: {
  readonly id: string;
  readonly to?: string;
  readonly children: ReactNode;
}): ReactNode => <Link href={`/jobs/${id}${to}`}>{children}</Link>;
