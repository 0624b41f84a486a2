import * as z from 'zod';
import { sourceLimits } from '../limits/source-limits.ts';
import { followMoves } from './follow-move.ts';
import {
  deletionDefaults,
  isConfirmed,
  oneMoreMiss,
  type Against,
  type DeletionRules,
  type Visit,
} from './judge-visit.ts';
import type { SnapshotLine } from './snapshot.ts';

/**
 * The fold: from the snapshot before and a run's visits it makes the next snapshot, and the changes to report.
 *
 *   (no line) ── there ──► present, told `added`
 *   present ── gone, no host ──► missing ── as often and as long as required ──► deleted, told
 *   present ── redirects for good, not followed (`follow-move.ts`) ──► missing ── likewise ──► moved, told
 *   any ── could not be fetched ──► unreachable, but a missing, deleted or moved page stays that
 *   any ── there ──► present; told `restored` if it was deleted or moved
 *
 * A page that no visit requested keeps its line: absence is never evidence. A page that is there but that no page of a
 * complete run links to is flagged as unlinked, and its changes are reported as before. It is not flagged if a page
 * that was there could not be fetched, because that page may link to it. If so many pages would be deleted or moved at
 * once that the site is more likely broken, all of them are held (`missing`), and the run says so.
 *
 * Pure: the same run and the same snapshot give the same bytes. A visit that is older than its line, as happens with
 * two runs at the same time, only reports the change that it saw.
 */
export const changeKinds = ['added', 'modified', 'deleted', 'moved', 'restored'] as const;

export const sourceChangeSchema = z.object({
  kind: z.enum(changeKinds),
  url: z.string(),
  /** Milliseconds since the epoch: when it was seen. */
  at: z.number(),
  title: z.string().optional(),
  /** The envelopes of both versions, as far as there are two. */
  envelope: z.string().optional(),
  previousEnvelope: z.string().optional(),
  movedTo: z.string().optional(),
});
/** What happened to a page of a source. */
export type PageChange = z.infer<typeof sourceChangeSchema>;

/** Facts about a run as a whole. */
export interface RunFacts {
  readonly endedAt: number;
  /** Whether every page that it found was requested. */
  readonly isComplete: boolean;
  /** Whether a person has accepted that the pages which earlier runs held are gone. */
  readonly isAccepted: boolean;
}

export interface FoldedRun {
  readonly lines: readonly SnapshotLine[];
  /** In order of URLs. */
  readonly changes: readonly PageChange[];
  /** Pages that would be deleted or moved if they were fewer. */
  readonly held: number;
  /** Addresses that led elsewhere for good and are confirmed to be gone: nothing is told, but what they had goes. */
  readonly ended: readonly EndedAddress[];
}

/** An old address of a page at which nothing is any more, and what it answered when it was last asked. */
export interface EndedAddress {
  readonly url: string;
  readonly at: number;
  readonly status: number;
}

/** Says whether the page was ever reported: an address that always led elsewhere was not. */
const wasTold = ({ state, envelope }: SnapshotLine): boolean => state === 'deleted' || envelope !== undefined;

const isGone = ({ state }: SnapshotLine): boolean => state === 'deleted' || state === 'moved';

const facts = ({ status, code, at }: Visit): Pick<SnapshotLine, 'lastVisit' | 'status' | 'code'> => ({
  lastVisit: at,
  ...(status === undefined ? {} : { status }),
  ...(code === undefined ? {} : { code }),
});

/** Returns the line without the answer to the last visit. */
const bare = (line: SnapshotLine): SnapshotLine => {
  const { status: _status, code: _code, ...rest } = line;
  return rest;
};

const withoutMisses = ({ misses: _misses, ...line }: SnapshotLine): SnapshotLine => line;

/**
 * Says whether a page is as its source last had it. The version before this one may be of a visit that was led to
 * another page, and counted against this one.
 */
const saysTheSame = (line: SnapshotLine, { contentHash }: Visit): boolean =>
  contentHash !== undefined && contentHash === line.contentHash;

const versionOf = ({ envelope, contentHash, title, movedTo }: Visit): Partial<SnapshotLine> => ({
  ...(movedTo === undefined ? {} : { movedTo }),
  ...(envelope === undefined ? {} : { envelope }),
  ...(contentHash === undefined ? {} : { contentHash }),
  ...(title === undefined ? {} : { title }),
});

const firstLine = (visit: Visit): SnapshotLine | null => {
  const { url, hash, depth, at, verdict } = visit;
  const seen = { url, hash, depth, firstSeen: at, lastChanged: at, lastSeen: at, ...facts(visit) };
  if (verdict.kind === 'there') return { ...seen, state: 'present', ...versionOf(visit) };
  // A link to an old address: we never saw a page at it.
  return verdict.kind === 'moved' ? { ...seen, state: 'moved', movedTo: verdict.to } : null;
};

/** Returns since when no page links to a page that is there. */
const unlinked = (
  { unlinkedSince }: SnapshotLine,
  { isLinked, at }: Visit,
  tellsLinks: boolean,
): Pick<SnapshotLine, 'unlinkedSince'> => {
  const since = isLinked === false && tellsLinks ? (unlinkedSince ?? at) : unlinkedSince;
  return isLinked === true || since === undefined ? {} : { unlinkedSince: since };
};

const seenAgain = (line: SnapshotLine, visit: Visit, tellsLinks: boolean): SnapshotLine => {
  const { misses: _misses, movedTo: _movedTo, unlinkedSince: _unlinked, ...rest } = bare(line);
  return {
    ...rest,
    state: 'present',
    ...unlinked(line, visit, tellsLinks),
    lastSeen: visit.at,
    ...(visit.isModified || isGone(line) ? { lastChanged: visit.at } : {}),
    ...versionOf(visit),
    ...facts(visit),
  };
};

/** A line that a visit spoke against, and the line that results if the evidence is accepted. */
interface Candidate {
  readonly line: SnapshotLine;
  readonly visit: Visit;
  readonly gone: SnapshotLine;
  readonly change: PageChange;
}

const believed = (line: SnapshotLine, visit: Visit, verdict: Against): Candidate => {
  const { misses: _misses, unlinkedSince: _unlinked, ...rest } = line;
  const common = {
    url: line.url,
    at: visit.at,
    ...(line.title === undefined ? {} : { title: line.title }),
    ...(line.envelope === undefined ? {} : { previousEnvelope: line.envelope }),
  };
  if (verdict.kind === 'moved') {
    const gone: SnapshotLine = { ...rest, state: 'moved', lastChanged: visit.at, movedTo: verdict.to };
    return { line, visit, gone, change: { kind: 'moved', ...common, movedTo: verdict.to } };
  }
  return {
    line,
    visit,
    gone: { ...rest, state: 'deleted', lastChanged: visit.at },
    change: { kind: 'deleted', ...common },
  };
};

type Step = {
  readonly line: SnapshotLine | null;
  readonly change?: PageChange;
  readonly candidate?: Candidate;
  readonly ended?: EndedAddress;
};

const modified = (line: SnapshotLine, visit: Visit): PageChange => ({
  kind: 'modified',
  url: line.url,
  at: visit.at,
  ...(visit.title === undefined ? {} : { title: visit.title }),
  ...(visit.envelope === undefined ? {} : { envelope: visit.envelope }),
  ...(line.envelope === undefined ? {} : { previousEnvelope: line.envelope }),
});

const found = (kind: 'added' | 'restored', visit: Visit): PageChange => ({
  kind,
  url: visit.url,
  at: visit.at,
  ...(visit.title === undefined ? {} : { title: visit.title }),
  ...(visit.envelope === undefined ? {} : { envelope: visit.envelope }),
});

const step = (
  line: SnapshotLine | undefined,
  visit: Visit,
  { rules, tellsLinks }: { readonly rules: DeletionRules; readonly tellsLinks: boolean },
): Step => {
  const { verdict, at } = visit;
  if (line === undefined) {
    const first = firstLine(visit);
    return first?.state === 'present' ? { line: first, change: found('added', visit) } : { line: first };
  }
  const isChanged = verdict.kind === 'there' && visit.isModified;
  if (at < line.lastVisit) return { line, ...(isChanged ? { change: modified(line, visit) } : {}) };
  if (verdict.kind === 'there') {
    const isModified = visit.isModified && !saysTheSame(line, visit);
    const next = seenAgain(line, { ...visit, isModified }, tellsLinks);
    if (isGone(line)) return { line: next, change: found(wasTold(line) ? 'restored' : 'added', visit) };
    return { line: next, ...(isModified ? { change: modified(line, visit) } : {}) };
  }
  const asked = { ...bare(line), ...facts(visit) };
  if (verdict.kind === 'unreachable') {
    return { line: line.state === 'present' ? { ...asked, state: 'unreachable' } : asked };
  }
  if (line.state === 'deleted') return { line: asked };
  const misses = oneMoreMiss(line, verdict, at);
  if (line.state === 'moved') {
    if (verdict.kind === 'moved') return { line: { ...withoutMisses(asked), movedTo: verdict.to } };
    // A page that moved and is gone now was not deleted: its move was reported.
    const ended = { url: line.url, at, status: visit.status ?? 404 };
    return { line: { ...asked, misses }, ...(isConfirmed(misses, verdict, at, rules) ? { ended } : {}) };
  }
  const missing: SnapshotLine = { ...asked, state: 'missing', misses };
  if (!isConfirmed(misses, verdict, at, rules)) return { line: missing };
  return { line: missing, candidate: believed(missing, visit, verdict) };
};

/** Says whether so many of a source's pages are gone at once that the site is more likely broken. */
const isMass = (gone: number, standing: number): boolean =>
  gone > Math.max(sourceLimits.massPagesMin, standing * sourceLimits.massShare) ||
  (gone >= sourceLimits.massFewMin && gone > standing / 2);

const isAgreed = (candidates: readonly Candidate[], run: RunFacts, rules: DeletionRules): boolean =>
  rules.mass === 'confirm' &&
  run.isComplete &&
  candidates.every(
    ({ line, visit }) => visit.at - (line.misses?.held ?? visit.at) >= sourceLimits.massAgainMs,
  );

/**
 * Returns the candidates that are held. Whoever accepts has seen the pages that an earlier run held, and no others:
 * what is gone at once besides them is judged by itself.
 */
const heldAmong = (
  candidates: readonly Candidate[],
  standing: number,
  run: RunFacts,
  rules: DeletionRules,
): ReadonlySet<Candidate> => {
  const open = candidates.filter(({ line }) => !run.isAccepted || line.misses?.held === undefined);
  const left = standing - (candidates.length - open.length);
  return new Set(isMass(open.length, left) && !isAgreed(open, run, rules) ? open : []);
};

const hold = ({ line, visit }: Candidate): SnapshotLine =>
  line.misses === undefined
    ? line
    : { ...line, misses: { ...line.misses, held: line.misses.held ?? visit.at } };

const byUrl = (a: PageChange, b: PageChange): number => (a.url < b.url ? -1 : a.url > b.url ? 1 : 0);

/** Folds a run's visits into the snapshot before it. Of several visits with one hash only the last counts. */
export const foldSnapshot = (
  previous: readonly SnapshotLine[],
  visits: readonly Visit[],
  run: RunFacts,
  rules: DeletionRules = deletionDefaults,
): FoldedRun => {
  const lines = new Map(previous.map((line) => [line.hash, line]));
  const standing = previous.filter((line) => !isGone(line)).length;
  const last = new Map<string, Visit>();
  for (const visit of visits) {
    const other = last.get(visit.hash);
    if (other === undefined || visit.at >= other.at) last.set(visit.hash, visit);
  }
  // A page that was there but could not be fetched now may link to any other.
  const isOut = [...last.values()].some(
    ({ hash, verdict }) => verdict.kind === 'unreachable' && lines.get(hash)?.envelope !== undefined,
  );
  const reading = { rules, tellsLinks: run.isComplete && !isOut };
  const changes: PageChange[] = [];
  const candidates: Candidate[] = [];
  const endings: EndedAddress[] = [];
  for (const visit of followMoves(lines, last)) {
    const { line, change, candidate, ended } = step(lines.get(visit.hash), visit, reading);
    if (line !== null) lines.set(visit.hash, line);
    if (change !== undefined) changes.push(change);
    if (candidate !== undefined) candidates.push(candidate);
    if (ended !== undefined) endings.push(ended);
  }
  const held = heldAmong(candidates, standing, run, rules);
  for (const candidate of candidates) {
    const isHeld = held.has(candidate);
    lines.set(candidate.line.hash, isHeld ? hold(candidate) : candidate.gone);
    if (!isHeld) changes.push(candidate.change);
  }
  return {
    lines: [...lines.values()].toSorted((a, b) => (a.hash < b.hash ? -1 : 1)),
    changes: changes.toSorted(byUrl),
    held: held.size,
    ended: endings,
  };
};
