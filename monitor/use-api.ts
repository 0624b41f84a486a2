import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { JobLine } from '../lib/steps/api/list-jobs.ts';
import type { PageLine } from '../lib/steps/api/page-line.ts';
import type { PageStory } from '../lib/steps/api/tell-page.ts';
import type { Progress } from '../lib/steps/api/read-progress.ts';
import type { HostState } from '../lib/steps/api/read-host.ts';
import type { PathCounts } from '../lib/frontier/path-tree.ts';
import { askApi } from './api.ts';
import type { PageDocument } from './document-view.tsx';
import { refreshParts, whileIdleMs, whileRunningMs } from './refresh.ts';

export const isOpen = (job: JobLine): boolean => job.state === 'running' || job.state === 'finishing';

/** Writes parameters as a query; leaves out those without a value. */
const inQuery = (parameters: Readonly<Record<string, string>>): string =>
  new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== '')).toString();

interface JobsPart {
  readonly jobs: readonly JobLine[];
  readonly cursor: string | null;
}

/** Requests the team's jobs, in parts. */
export const useJobs = (filter: Readonly<Record<string, string>>) =>
  useInfiniteQuery({
    queryKey: ['jobs', filter],
    queryFn: ({ pageParam, signal }) =>
      askApi<JobsPart>(`/v2/jobs?${inQuery({ ...filter, cursor: pageParam })}`, { signal }),
    initialPageParam: '',
    getNextPageParam: (last: JobsPart) => last.cursor ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: refreshParts<JobsPart>((parts) =>
      parts.some(({ jobs }) => jobs.some(isOpen)) ? whileRunningMs : whileIdleMs,
    ),
  });

/** Requests the progress of one job. A job that is over is requested once. */
export const useProgress = (id: string) =>
  useQuery({
    queryKey: ['progress', id],
    queryFn: ({ signal }) => askApi<Progress>(`/v2/jobs/${id}/progress`, { signal }),
    refetchInterval: ({ state }) =>
      state.data === undefined || isOpen(state.data.job) ? whileRunningMs : false,
  });

interface Tree {
  readonly prefix: string;
  readonly entries: readonly PathCounts[];
  readonly more: number;
  readonly isWhole: boolean;
}

/** Requests the pages of a job below a prefix, counted by the next part of their paths. */
export const useTree = (id: string, prefix: string, isRunning: boolean) =>
  useQuery({
    queryKey: ['tree', id, prefix],
    queryFn: ({ signal }) =>
      askApi<Tree>(`/v2/jobs/${id}/tree?${new URLSearchParams({ prefix })}`, { signal }),
    placeholderData: keepPreviousData,
    // Together with the progress no more than forty requests a minute for one reader.
    refetchInterval: isRunning ? whileRunningMs * 4 : false,
  });

interface PagesPart {
  readonly pages: readonly PageLine[];
  readonly cursor: string | null;
}

/** Requests pages of a job, in parts; more often while the job runs. */
export const usePages = (id: string, filter: Readonly<Record<string, string>>, isRunning: boolean) =>
  useInfiniteQuery({
    queryKey: ['pages', id, filter],
    queryFn: ({ pageParam, signal }) =>
      askApi<PagesPart>(`/v2/jobs/${id}/pages?${inQuery({ ...filter, limit: '200', cursor: pageParam })}`, {
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (last: PagesPart) => last.cursor ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: refreshParts(isRunning ? whileRunningMs * 4 : whileIdleMs),
  });

/** Requests the whole story of one page. */
export const usePageStory = (id: string, page: string) =>
  useQuery({
    queryKey: ['page', id, page],
    queryFn: ({ signal }) =>
      askApi<Extract<PageStory, { kind: 'page' }>>(`/v2/jobs/${id}/pages/${page}`, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.page.state === 'admitted' || state.data?.page.state === 'fetched' ? whileRunningMs : false,
  });

/** Requests what happened to a URL in a job. */
export const useWhy = (id: string, url: string) =>
  useQuery({
    queryKey: ['why', id, url],
    queryFn: ({ signal }) =>
      askApi<PageStory>(`/v2/jobs/${id}/why?${new URLSearchParams({ url })}`, { signal }),
    enabled: url !== '',
  });

/** Requests how a host is currently asked. */
export const useHost = (host: string) =>
  useQuery({
    queryKey: ['host', host],
    queryFn: ({ signal }) => askApi<HostState>(`/v2/hosts/${encodeURIComponent(host)}`, { signal }),
    enabled: host !== '',
    refetchInterval: whileRunningMs,
  });

/** Requests the results for a page, once it has ended with content. */
export const usePageDocument = (id: string, page: string, isDone: boolean) =>
  useQuery({
    queryKey: ['document', id, page],
    queryFn: async ({ signal }) =>
      (await askApi<{ readonly data: PageDocument }>(`/v2/jobs/${id}/pages/${page}/document`, { signal }))
        .data,
    enabled: isDone,
    // A screenshot's URL works for an hour.
    staleTime: 45 * 60_000,
  });
