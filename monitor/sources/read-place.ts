import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiRefusal, askApi } from '../api.ts';

/**
 * How far this browser's reader has read the feed of changes: the `cursor` of the newest change that was shown when
 * they marked all as read. It is a place and no time, because a change is told when its run ends: it may be seen before
 * another one that was read, and come after it. It is no secret, so it outlives the tab.
 */
const placeKey = 'gleaner-changes-read';

/** Reads a place in the feed: its entry, and the change within it; null if it is none, such as a time. */
const readPlace = (cursor: string): readonly [entry: number, change: number] | null => {
  const [, entry, change] = /^(\d+)\.(\d+)\.[0-9a-f]+$/.exec(cursor) ?? [];
  return entry === undefined ? null : [Number(entry), Number(change)];
};

/** Whether a place comes after another one; after none, if the other is none. */
const isAfter = (cursor: string, other: string): boolean => {
  const [here, there] = [readPlace(cursor), readPlace(other)];
  if (here === null || there === null) return true;
  return here[0] === there[0] ? here[1] > there[1] : here[0] > there[0];
};

/**
 * Whether the mark is no place in this feed: it is of another team or deployment at this address, or of a state before
 * a restore. The API is asked once.
 */
const useIsForeign = (mark: string): boolean => {
  const { data } = useQuery({
    queryKey: ['read place', mark],
    queryFn: async ({ signal }) => {
      try {
        await askApi(`/v2/changes?${new URLSearchParams({ since: mark, limit: '1' })}`, { signal });
        return false;
      } catch (error) {
        if (error instanceof ApiRefusal && error.code === 'CURSOR_UNKNOWN') return true;
        throw error;
      }
    },
    enabled: readPlace(mark) !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data === true;
};

/** Says which changes come after those that were read, and marks those that are shown as read. */
export const useReadPlace = () => {
  const [mark, setMark] = useState(() => localStorage.getItem(placeKey) ?? '');
  const isForeign = useIsForeign(mark);
  return {
    isUnread: ({ cursor }: { readonly cursor: string }): boolean => isForeign || isAfter(cursor, mark),
    /** @param newest The newest change that is shown. */
    markRead: ({ cursor }: { readonly cursor: string }): void => {
      localStorage.setItem(placeKey, cursor);
      setMark(cursor);
    },
  };
};
