import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Progress } from '../lib/steps/api/read-progress.ts';
import { askApi } from './api.ts';
import { formatCount, formatNumberOf } from './format.ts';
import { Choice, JobLink, Refusal } from './parts.tsx';

const endpoints: Readonly<Record<string, string>> = {
  crawl: '/v2/crawl',
  batch: '/v2/batch/scrape',
  extract: '/v2/extract',
};

/** Cancels a job after a second confirmation. */
export const Cancel = ({ job }: { readonly job: Progress['job'] }): ReactNode => {
  const queries = useQueryClient();
  const [isSure, setSure] = useState(false);
  const cancel = useMutation({
    mutationFn: () => askApi(`${endpoints[job.kind]}/${job.id}`, { method: 'DELETE' }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['progress', job.id] }),
  });
  if (job.state !== 'running' || endpoints[job.kind] === undefined) return null;
  if (cancel.isError) return <Refusal error={cancel.error} />;
  if (!isSure) return <button onClick={() => setSure(true)}>Cancel …</button>;
  return (
    <span role="group" aria-label="Cancel the job">
      {formatCount(job.counts.open)} open pages will not be fetched; what is there stays.{' '}
      <button className="danger" onClick={() => cancel.mutate()} disabled={cancel.isPending}>
        Cancel the job
      </button>{' '}
      <button onClick={() => setSure(false)}>Let it run</button>
    </span>
  );
};

/** Fetches pages of a finished job again that ended without content: all that failed, or those with one code. */
export const Redrive = ({ data }: { readonly data: Progress }): ReactNode => {
  const { job, breakdown } = data;
  const [code, setCode] = useState('');
  const redrive = useMutation({
    mutationFn: () =>
      askApi<{ readonly id: string; readonly pages: number }>(`${endpoints[job.kind]}/${job.id}/redrive`, {
        method: 'POST',
        body: code === '' ? {} : { codes: [code] },
      }),
  });
  const { failed, blocked } = job.counts;
  const isOver = job.state === 'completed' || job.state === 'failed' || job.state === 'cancelled';
  if (!isOver || endpoints[job.kind] === undefined || failed + blocked === 0) return null;
  return (
    <div className="filters" role="group" aria-label="Fetch again">
      <Choice
        label="Fetch again"
        values={['', ...Object.keys(breakdown.codes).toSorted()]}
        value={code}
        onChoose={setCode}
        emptyAs="all that failed"
      />
      <button onClick={() => redrive.mutate()} disabled={redrive.isPending || (code === '' && failed === 0)}>
        Begin
      </button>
      {redrive.isError && <Refusal error={redrive.error} />}
      {redrive.data !== undefined && (
        <span role="status">
          {formatNumberOf(redrive.data.pages, 'page')}: <JobLink id={redrive.data.id}>watch it</JobLink>
        </span>
      )}
    </div>
  );
};
