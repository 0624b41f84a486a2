import type { ReactNode } from 'react';
import { Redirect } from 'wouter';
import { Unread } from '../parts.tsx';
import { useJobs } from '../use-api.ts';

/** The first screen for jobs: the running crawl, or the list if there is none. */
export const NewestScreen = (): ReactNode => {
  const query = useJobs({ state: 'running', limit: '1' });
  if (query.data === undefined) return <Unread heading="Jobs" what="jobs" query={query} />;
  const job = query.data.pages[0]?.jobs[0];
  return <Redirect href={job === undefined ? '/' : `/jobs/${job.id}`} replace />;
};
