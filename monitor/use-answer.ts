import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { askApi } from './api.ts';
import { refreshParts, whileIdleMs } from './refresh.ts';

/** Writes parameters as a query, with its `?`. Leaves out those without a value, and the `?` if none is left. */
export const toQuery = (parameters: Readonly<Record<string, string | undefined>>): string => {
  const given = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, value]],
  );
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`;
};

/**
 * Requests a route's answer; requests nothing if the path is null. `everyMs` says how often a visible tab asks again.
 */
export const useAnswer = <Answer>(path: string | null, everyMs: number | false = false) =>
  useQuery({
    queryKey: ['answer', path],
    queryFn: ({ signal }) => askApi<Answer>(path ?? '', { signal }),
    enabled: path !== null,
    refetchInterval: everyMs,
    placeholderData: keepPreviousData,
  });

/**
 * Requests a route's answer in parts: each names the `cursor` of the next, null at the end. `everyMs` says how often a
 * visible tab asks for each part again.
 */
export const useParts = <Part extends { readonly cursor: string | null }>(
  path: string,
  query: Readonly<Record<string, string>> = {},
  everyMs: number = whileIdleMs,
) =>
  useInfiniteQuery({
    queryKey: ['answer', path, query],
    queryFn: ({ pageParam, signal }) =>
      askApi<Part>(`${path}${toQuery({ ...query, cursor: pageParam })}`, { signal }),
    initialPageParam: '',
    getNextPageParam: (last: Part) => last.cursor ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: refreshParts<Part>(everyMs),
  });

/** Makes an action that runs when the reader asks for it; afterwards the screens request their content anew. */
export const useAct = <Answer, Order = void>(act: (order: Order) => Promise<Answer>) => {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSettled: () => queries.invalidateQueries({ queryKey: ['answer'] }),
  });
};
