import type { ReactNode } from 'react';
import { Redirect } from 'wouter';
import { Loading, Refusal } from '../parts.tsx';
import { useJobs } from '../use-api.ts';

/** Where one begins: the crawl that runs, or the list where none does. */
export const NewestScreen = (): ReactNode => {
  const query = useJobs({ state: 'running', limit: '1' });
  if (query.isError) return <Refusal error={query.error} again={() => void query.refetch()} />;
  if (query.isPending) return <Loading what="jobs" />;
  const job = query.data.pages[0]?.jobs[0];
  return <Redirect href={job === undefined ? '/' : `/jobs/${job.id}`} replace />;
};
