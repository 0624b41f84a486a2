import { useState, type ReactNode } from 'react';
import { Link, useSearchParams } from 'wouter';
import { keptShareMin } from '../../lib/content/kind/kept-warning.ts';
import type { TextDiff } from '../../lib/deliver/results/unified-diff.ts';
import { DiffView } from '../diff/diff-view.tsx';
import { DocumentView } from '../document-view.tsx';
import { DataTable, type Column } from '../data-table.tsx';
import { formatTime } from '../format.ts';
import { Facts, Heading, JobLink, Part, Shown, State, Time } from '../parts.tsx';
import { toQuery, useAnswer } from '../use-answer.ts';

interface Version {
  readonly kind: string;
  readonly at: string;
  readonly until: string | null;
  readonly run: string;
  readonly envelope: string | null;
  readonly movedTo: string | null;
}

interface PageAt {
  readonly seenAt: string;
  readonly confirmedUntil: string | null;
  readonly nextDiffersAt: string | null;
  readonly title: string | null;
  readonly markdown: string;
  readonly envelope: Readonly<Record<string, unknown>> & {
    readonly content?: {
      readonly kept?: number;
      readonly page_kind?: string;
      readonly dropped?: readonly unknown[];
    };
  };
}

interface PageDiff {
  readonly from: { readonly at: string };
  readonly to: { readonly at: string };
  readonly json: TextDiff['json'];
  readonly fields: Readonly<Record<string, { readonly previous: unknown; readonly current: unknown }>> | null;
}

type Field = readonly [name: string, change: { readonly previous: unknown; readonly current: unknown }];

const written = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);

const fieldColumns: readonly Column<Field>[] = [
  { head: 'Field', cell: ([name]) => name },
  { head: 'Before', isUrl: true, cell: ([, { previous }]) => <del>{written(previous)}</del> },
  { head: 'After', isUrl: true, cell: ([, { current }]) => <ins>{written(current)}</ins> },
];

/** Extracted fields whose values differ. */
const FieldsDiffer = ({ fields }: Pick<PageDiff, 'fields'>): ReactNode => {
  if (fields === null) return null;
  const rows = Object.entries(fields);
  return rows.length === 0 ? (
    <p>No extracted field differs.</p>
  ) : (
    <DataTable label="Fields that differ" columns={fieldColumns} rows={rows} keyOf={([name]) => name} />
  );
};

const columns: readonly Column<Version>[] = [
  { head: 'Seen first', cell: ({ at }) => <Time at={at} /> },
  {
    head: 'What it was',
    cell: ({ kind, movedTo }) => (
      <>
        <State of={kind} /> {movedTo !== null && `to ${movedTo}`}
      </>
    ),
  },
  { head: 'Held until', cell: ({ until }) => (until === null ? 'gone' : <Time at={until} />) },
  { head: 'Run', cell: ({ run }) => <JobLink id={run}>{run.slice(-8)}</JobLink> },
];

/** Warns of versions that were read badly: a difference from these says little about the page. */
const QualityWarning = ({ page, which }: { readonly page: PageAt; readonly which: string }): ReactNode => {
  const { kept = 1, page_kind: kind, dropped = [] } = page.envelope.content ?? {};
  // Around an article there is much that is no content. Nothing is dropped where the source's tags select nothing.
  return (
    kind !== 'article' &&
    dropped.length > 0 &&
    kept < keptShareMin && (
      <p className="warning" role="note">
        Of {which}, of <Time at={page.seenAt} />, only {Math.round(kept * 100)} % of the page&rsquo;s text was
        kept: what differs may be how it was read, and not what the page says.
      </p>
    )
  );
};

/** A version, and the last time it was seen. */
const At = ({ page }: { readonly page: PageAt }): ReactNode => (
  <>
    <Facts
      facts={[
        ['Title', page.title],
        ['Seen first', <Time key="s" at={page.seenAt} />],
        ['Seen again until', page.confirmedUntil === null ? null : <Time key="c" at={page.confirmedUntil} />],
        ['Another one since', page.nextDiffersAt === null ? null : <Time key="n" at={page.nextDiffersAt} />],
      ]}
    />
    <DocumentView page={{ markdown: page.markdown, metadata: page.envelope }} />
  </>
);

/** The versions with content, the first one first, and a control to move through them. */
const Slider = ({
  versions,
  at,
  onChoose,
}: {
  readonly versions: readonly Version[];
  readonly at: number;
  readonly onChoose: (index: number) => void;
}): ReactNode => {
  const seenAt = versions[at]?.at ?? '';
  const { local, utc } = formatTime(seenAt);
  return (
    <label className="slider">
      Version {at + 1} of {versions.length}, of <Time at={seenAt} />
      <input
        type="range"
        min={0}
        max={versions.length - 1}
        value={at}
        aria-valuetext={`${at + 1} of ${versions.length}, ${local} (${utc})`}
        onChange={(event) => onChoose(event.target.valueAsNumber)}
      />
    </label>
  );
};

const Chosen = ({
  source,
  url,
  versions,
}: {
  readonly source: string;
  readonly url: string;
  readonly versions: readonly Version[];
}): ReactNode => {
  const kept = versions.filter(({ envelope }) => envelope !== null).toReversed();
  const [chosen, choose] = useState<number | null>(null);
  const at = Math.min(chosen ?? kept.length - 1, kept.length - 1);
  const [version, before] = [kept[at], kept[at - 1]];
  const page = useAnswer<PageAt>(
    version === undefined ? null : `/v2/versions/at${toQuery({ url, source, date: version.at })}`,
  );
  const earlier = useAnswer<PageAt>(
    before === undefined ? null : `/v2/versions/at${toQuery({ url, source, date: before.at })}`,
  );
  const diff = useAnswer<PageDiff>(
    version === undefined || before === undefined
      ? null
      : `/v2/versions/diff${toQuery({ url, source, from: before.at, to: version.at })}`,
  );
  if (version === undefined) return <p>No version of it has content.</p>;
  return (
    <>
      {kept.length > 1 && <Slider versions={kept} at={at} onChoose={choose} />}
      {page.data !== undefined && <QualityWarning page={page.data} which="this version" />}
      {before !== undefined && earlier.data !== undefined && (
        <QualityWarning page={earlier.data} which="the version before" />
      )}
      {before !== undefined && (
        <Part title="What differs from the version before">
          <Shown query={diff} what="what differs">
            {({ json, fields }) => (
              <>
                <FieldsDiffer fields={fields} />
                <DiffView diff={json} />
              </>
            )}
          </Shown>
        </Part>
      )}
      <Part title="The page as it was">
        <Shown query={page} what="the version">
          {(told) => <At key={told.seenAt} page={told} />}
        </Shown>
      </Part>
    </>
  );
};

/** Versions of a page of a source: when each was seen, its content, and the differences. */
export const VersionsScreen = ({ source }: { readonly source: string }): ReactNode => {
  const [params] = useSearchParams();
  const url = params.get('url') ?? '';
  const query = useAnswer<{ readonly versions: readonly Version[] }>(
    url === '' ? null : `/v2/versions${toQuery({ url, source, limit: '200' })}`,
  );
  return (
    <>
      <Heading>
        Versions of <span className="url">{url}</span>
      </Heading>
      <p>
        A page of the source <Link href={`/sources/${source}`}>{source}</Link>
      </p>
      <Shown query={query} what="its versions">
        {({ versions }) => (
          <>
            <DataTable
              label="Versions"
              columns={columns}
              rows={versions}
              keyOf={({ at, run }) => `${at} ${run}`}
            />
            <Chosen source={source} url={url} versions={versions} />
          </>
        )}
      </Shown>
    </>
  );
};
