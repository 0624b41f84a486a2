import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { askApi } from './api.ts';

/** Parameters as a query, with its `?`; those without a value are left out, and so is the `?` where none is left. */
export const toQuery = (parameters: Readonly<Record<string, string | undefined>>): string => {
  const given = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, value]],
  );
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`;
};

/** What a route answers; nothing is asked where the path is null. `everyMs` says how often a tab in view asks again. */
export const useAnswer = <Answer>(path: string | null, everyMs: number | false = false) =>
  useQuery({
    queryKey: ['answer', path],
    queryFn: ({ signal }) => askApi<Answer>(path ?? '', { signal }),
    enabled: path !== null,
    refetchInterval: everyMs,
    placeholderData: keepPreviousData,
  });

/** What a route answers in parts: each names the `cursor` of the next, null at the end. */
export const useParts = <Part extends { readonly cursor: string | null }>(
  path: string,
  query: Readonly<Record<string, string>> = {},
) =>
  useInfiniteQuery({
    queryKey: ['answer', path, query],
    queryFn: ({ pageParam, signal }) =>
      askApi<Part>(`${path}${toQuery({ ...query, cursor: pageParam })}`, { signal }),
    initialPageParam: '',
    getNextPageParam: (last: Part) => last.cursor ?? undefined,
    placeholderData: keepPreviousData,
  });

/** Something that is done once its reader says so; what screens show is asked for anew afterwards. */
export const useAct = <Answer, Order = void>(act: (order: Order) => Promise<Answer>) => {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSettled: () => queries.invalidateQueries({ queryKey: ['answer'] }),
  });
};
