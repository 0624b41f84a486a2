import type { ReactNode } from 'react';
import { DocumentView } from '../document-view.tsx';
import { DataTable, type Column } from '../data-table.tsx';
import type { PageStory } from '../../lib/steps/api/tell-page.ts';
import { formatBytes } from '../format.ts';
import { HostFacts } from '../host-facts.tsx';
import { Code, Facts, Heading, JobLink, Loading, Part, Refusal, State, Time, Unread } from '../parts.tsx';
import { usePageDocument, usePageStory } from '../use-api.ts';

type Told = Extract<PageStory, { kind: 'page' }>;

/** Why a request was not the last: a failure, or a redirect. */
const CameOf = ({ reason }: { readonly reason: string | undefined }): ReactNode => {
  if (reason === undefined) return 'the answer that was taken';
  if (reason === 'redirect') return 'the host led elsewhere';
  if (reason === 'refresh') return 'the page led elsewhere';
  return <Code code={reason} />;
};

const requestColumns: readonly Column<Told['requests'][number]>[] = [
  { head: 'Sent', cell: ({ at }) => <Time at={at} /> },
  { head: 'Tier', cell: ({ tier }) => tier },
  { head: 'HTTP', isNumber: true, cell: ({ status }) => status ?? '–' },
  { head: 'ms', isNumber: true, cell: ({ ms }) => ms },
  { head: 'Size', isNumber: true, cell: ({ bytes }) => formatBytes(bytes) },
  {
    head: 'What came of it',
    isUrl: true,
    cell: ({ reason, url }) => (
      <>
        <CameOf reason={reason} /> {url}
      </>
    ),
  },
];

const Requests = ({ requests }: Pick<Told, 'requests'>): ReactNode =>
  requests.length === 0 ? (
    <p>No request was sent for it.</p>
  ) : (
    <DataTable
      label="Requests"
      columns={requestColumns}
      rows={requests}
      keyOf={({ at, retry, url }) => `${at} ${retry} ${url ?? ''}`}
    />
  );

/** The whole story of a page: the page that led to it, every request for it, and how it ended. */
export const Story = ({ story }: { readonly story: Told }): ReactNode => {
  const { page, job, foundOn, fallThrough, host } = story;
  return (
    <>
      <Facts
        facts={[
          ['State', <State key="s" of={page.state} />],
          ['Why', page.code === undefined ? undefined : <Code key="c" code={page.code} />],
          ['In words', page.error],
          ['Title', page.title],
          ['Job', <JobLink key="j" id={job.id}>{`${job.kind} of ${job.url}`}</JobLink>],
          [
            'Found on',
            foundOn === undefined ? undefined : (
              <JobLink key="f" id={job.id} to={`/pages/${foundOn.id}`}>
                {foundOn.url}
              </JobLink>
            ),
          ],
          ['Links from the start', page.depth],
          ['Taken in', <Time key="t" at={page.admittedAt} />],
          [
            'Next try',
            page.finishedAt === undefined && page.notBefore !== undefined ? (
              <Time key="n" at={page.notBefore} />
            ) : undefined,
          ],
          ['Ended', page.finishedAt === undefined ? undefined : <Time key="e" at={page.finishedAt} />],
          ['Led to', page.finalUrl === page.url ? undefined : page.finalUrl],
          ['Tier', page.tier],
          ['Change', page.change],
          [
            'Envelope',
            page.envelopeKey === undefined ? undefined : <span className="wide">{page.envelopeKey}</span>,
          ],
        ]}
      />
      {fallThrough.length > 0 && (
        <Part title="Tiers before its own">
          <ul>
            {fallThrough.map(({ tier, reason, detail, at }) => (
              <li key={at}>
                {tier}: <Code code={reason} of="FallThroughReason" />, {detail}
              </li>
            ))}
          </ul>
        </Part>
      )}
      <Part title="Requests">
        <Requests requests={story.requests} />
      </Part>
      {host !== undefined && (
        <Part title="How its host is asked">
          <HostFacts host={host} />
        </Part>
      )}
    </>
  );
};

/** The page's content in every stored format. */
const Content = ({ job, page }: { readonly job: string; readonly page: Told['page'] }): ReactNode => {
  const isDone = page.state === 'done';
  const query = usePageDocument(job, page.id, isDone);
  if (!isDone) return null;
  return (
    <Part title="Content">
      {query.isPending && <Loading what="the content" />}
      {query.isError && <Refusal error={query.error} again={() => void query.refetch()} />}
      {query.data !== undefined && <DocumentView page={query.data} />}
    </Part>
  );
};

/** One page of a job. */
export const PageScreen = ({ id, page }: { readonly id: string; readonly page: string }): ReactNode => {
  const query = usePageStory(id, page);
  if (query.data === undefined) return <Unread heading="A page" what="the page" query={query} />;
  return (
    <>
      <Heading className="url">{query.data.page.url}</Heading>
      <Content job={id} page={query.data.page} />
      <Story story={query.data} />
    </>
  );
};
