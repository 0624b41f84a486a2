import type { Visit } from './judge-visit.ts';
import type { SnapshotLine } from './snapshot.ts';

/** The snapshot before, and the last visit of each page in a run, both by hash. */
interface Known {
  readonly lines: ReadonlyMap<string, SnapshotLine>;
  readonly visits: ReadonlyMap<string, Visit>;
}

/** Whether a page was ever at the address itself: an address that led elsewhere from its first visit on had none. */
const wasThere = (line: SnapshotLine | undefined): boolean =>
  line !== undefined && (line.state !== 'moved' || line.envelope !== undefined);

/** Whether it is read where it leads. Only such a page has `movedTo` without being `moved`. */
const wasFollowed = (line: SnapshotLine | undefined): boolean =>
  line !== undefined && line.state !== 'moved' && line.movedTo !== undefined;

/** Says whether a page stands at an address in its own right: it was visited there, by itself, now or before. */
const standsAt = (hash: string, { lines, visits }: Known): boolean => {
  const visit = visits.get(hash);
  if (visit !== undefined && visit.verdict.kind !== 'unreachable') return visit.verdict.kind === 'there';
  const line = lines.get(hash);
  return (
    line !== undefined && line.state !== 'deleted' && line.state !== 'moved' && line.movedTo === undefined
  );
};

const withoutSlash = (url: string): string => url.replace(/\/(?=$|[?#])/, '');

/** Says whether an address of a crawl may be read where it leads: no page of the source stands there, or was here. */
const mayFollow = (visit: Visit, known: Known): boolean => {
  const { verdict, hash, url, toHash } = visit;
  if (verdict.kind !== 'moved' || toHash === undefined || toHash === hash) return false;
  if (standsAt(toHash, known)) return false;
  const line = known.lines.get(hash);
  return !wasThere(line) || wasFollowed(line) || withoutSlash(verdict.to) === withoutSlash(url);
};

/** Orders visits that lead to one address: the one that was followed before comes first, then the nearest. */
const before = (a: Visit, b: Visit, { lines }: Known): boolean => {
  const [followedA, followedB] = [a, b].map(({ hash }) => wasFollowed(lines.get(hash)));
  if (followedA !== followedB) return followedA === true;
  return a.depth === b.depth ? a.url < b.url : a.depth < b.depth;
};

/** Chooses the visits of a crawl that are read where they lead: of those that lead to one address, one. */
const followedOfCrawl = (known: Known): ReadonlySet<Visit> => {
  const chosen = new Map<string, Visit>();
  for (const visit of known.visits.values()) {
    if (visit.toHash === undefined || !mayFollow(visit, known)) continue;
    const other = chosen.get(visit.toHash);
    if (other === undefined || before(visit, other, known)) chosen.set(visit.toHash, visit);
  }
  return new Set(chosen.values());
};

/**
 * Judges the visits of addresses that lead elsewhere for good, and returns all visits. Such a page is there, as after a
 * temporary redirect, and `movedTo` says where it is read:
 *
 * - where its source itself names the address, and it has led elsewhere from its first visit on: what stands there is
 *   what the source means;
 * - in a crawl, where no page of the source stands at that address in its own right, and none was at this one. Sites
 *   whose links leave out the last slash never name the address at which their pages stand;
 * - in a crawl, where the two differ in the last slash only.
 *
 * Each other visit stays as it is: a page that was there has moved, and a link to an old address is no page.
 */
export const followMoves = (
  lines: ReadonlyMap<string, SnapshotLine>,
  visits: ReadonlyMap<string, Visit>,
): readonly Visit[] => {
  const ofCrawl = followedOfCrawl({ lines, visits });
  const isFollowed = (visit: Visit): boolean => {
    if (visit.toHash !== undefined) return ofCrawl.has(visit);
    const line = lines.get(visit.hash);
    return wasThere(line) ? wasFollowed(line) : visit.isNamed === true;
  };
  return [...visits.values()].map((visit) => {
    const { verdict } = visit;
    if (verdict.kind !== 'moved' || !isFollowed(visit)) return visit;
    return { ...visit, verdict: { kind: 'there' as const }, movedTo: verdict.to };
  });
};
