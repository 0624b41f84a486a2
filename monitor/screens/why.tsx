import { useState, type ReactNode } from 'react';
import { useSearchParams } from 'wouter';
import { explainAbsence } from '../../lib/frontier/absence.ts';
import { Heading, JobLink, Loading, Refusal } from '../parts.tsx';
import { useWhy } from '../use-api.ts';
import { Story } from './page.tsx';

/** What happened to a URL in a job: the story of its page, or why there is none. */
export const WhyScreen = ({ id }: { readonly id: string }): ReactNode => {
  const [params, setParams] = useSearchParams();
  const asked = params.get('url') ?? '';
  const [url, setUrl] = useState(asked);
  const query = useWhy(id, asked);
  return (
    <>
      <Heading>What became of a URL?</Heading>
      <p>
        In <JobLink id={id}>this job</JobLink>
      </p>
      <form
        className="filters"
        onSubmit={(event) => {
          event.preventDefault();
          setParams({ url: url.trim() });
        }}
      >
        <label>
          URL{' '}
          <input type="url" required value={url} onChange={(event) => setUrl(event.target.value)} size={60} />
        </label>
        <button>Ask</button>
      </form>
      {asked !== '' && query.isPending && <Loading what="its story" />}
      {query.isError && <Refusal error={query.error} again={() => void query.refetch()} />}
      {query.data?.kind === 'absent' && (
        <p role="status">
          The job holds no page with this URL. {explainAbsence(query.data.why, query.data.job)}
        </p>
      )}
      {query.data?.kind === 'page' && <Story story={query.data} />}
    </>
  );
};
