import type { Visit } from './judge-visit.ts';
import type { SnapshotLine } from './snapshot.ts';

/**
 * Judges a visit of an address that leads elsewhere for good. If its source itself names that address, and it has led
 * elsewhere from its first visit on, then what stands there is what the source means: the page is there, as after a
 * temporary redirect, and `movedTo` says where. Each other visit stays as it is: a page that was there has moved, and a
 * link to an old address is no page.
 *
 * @param line Its line in the snapshot before. Only a page that is followed has `movedTo` without being `moved`.
 */
export const followMove = (line: SnapshotLine | undefined, visit: Visit): Visit => {
  const { verdict, isNamed = false } = visit;
  if (verdict.kind !== 'moved') return visit;
  const wasThere = line !== undefined && (line.state !== 'moved' || line.envelope !== undefined);
  const isFollowed = wasThere ? line.state !== 'moved' && line.movedTo !== undefined : isNamed;
  return isFollowed ? { ...visit, verdict: { kind: 'there' }, movedTo: verdict.to } : visit;
};
