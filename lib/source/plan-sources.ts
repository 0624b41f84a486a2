import { compareSources, type FieldChange } from './compare-manifests.ts';
import {
  appliedSources,
  manifestName,
  type AppliedManifest,
  type AppliedSource,
} from './applied-manifest.ts';
import { cadences } from './cadence.ts';
import { hiddenValue, type HeaderNote } from './kept-headers.ts';
import type { Manifest } from './manifest.ts';
import { findIdleOptions, tellIdleOptions } from './idle-options.ts';
import { findOverlaps, findSharedPages } from './overlaps.ts';
import { resolveSources, sourceStart, type ManifestSource } from './resolve-sources.ts';

/** What happens to a source when a manifest is applied. */
export const planActions = [
  'create',
  'update',
  'pause',
  'resume',
  'retire',
  'remove',
  'keep',
  'none',
] as const;
export type PlanAction = (typeof planActions)[number];

export interface PlanEntry {
  readonly id: string;
  readonly action: PlanAction;
  readonly fields: readonly FieldChange[];
  /** The source afterwards; null if it is removed. */
  readonly source: ManifestSource | null;
}

/** What there is to remark on a plan. */
export const planFindingCodes = [
  'FETCHER_NOT_CONFIGURED',
  'FETCHER_UNFIT',
  'FETCHER_UNWELL',
  'HEADERS_MISSING',
  'ID_TAKEN',
  'LONGER_THAN_PERIOD',
  'LONGER_THAN_WINDOW',
  'NO_CADENCE',
  'OPTION_UNUSED',
  'OVERLAPS',
  'OVERLAPS_UNKNOWN',
  'REQUEST_REFUSED',
  'ROBOTS_DISALLOWED',
  'ROBOTS_UNKNOWN',
  'TOO_MANY_MANIFESTS',
  'URL_CHANGED',
  'VERSION_NOT_RAISED',
] as const;

/** An error keeps the manifest from being applied; an info says what nobody can know before the first run. */
export const planFindingLevels = ['error', 'warning', 'info'] as const;

/** A remark for the reviewer. */
export interface PlanFinding {
  readonly level: (typeof planFindingLevels)[number];
  readonly source?: string;
  readonly code: (typeof planFindingCodes)[number];
  readonly message: string;
}

export interface SourcesPlan {
  readonly entries: readonly PlanEntry[];
  readonly findings: readonly PlanFinding[];
  /** What is stored when the plan is applied. */
  readonly next: AppliedManifest;
}

const actionOf = (
  before: ManifestSource,
  after: ManifestSource,
  fields: readonly FieldChange[],
): PlanAction => {
  if (fields.length === 0) return 'none';
  if (before.status === after.status) return 'update';
  if (after.status === 'retired') return 'retire';
  if (after.status === 'active') return 'resume';
  return before.status === 'active' ? 'pause' : 'update';
};

/** Reports changed header values, which are compared without being shown. */
const headerChange = (before: HeaderNote | undefined, after: HeaderNote | undefined): FieldChange[] =>
  before === undefined || after === undefined || before.print === after.print
    ? []
    : [{ field: 'headers', before: hiddenValue, after: 'other values' }];

const parts = (version: string): number[] => (version.split('-')[0] ?? '').split('.').map(Number);

/**
 * Says whether a version comes after another; a preliminary version comes before its release (Semantic Versioning
 * 2.0.0, 11).
 */
const isAbove = (version: string, other: string): boolean => {
  const [a, b] = [parts(version), parts(other)];
  for (const [index, part] of a.entries()) if (part !== b[index]) return part > (b[index] ?? 0);
  const [pre, otherPre] = [version.includes('-'), other.includes('-')];
  return pre === otherPre ? version > other : otherPre;
};

const overlaps = (sources: readonly ManifestSource[]): PlanFinding[] => {
  const { found, uncompared } = findOverlaps(sources);
  const findings = found.map(({ inner, outer }): PlanFinding => ({
    level: 'warning',
    source: inner,
    code: 'OVERLAPS',
    message: `Lies within the scope of ${outer}: its pages are fetched for both. Exclude it there`,
  }));
  const shared = findSharedPages(sources).map(({ source, other, url, count }): PlanFinding => {
    const more = count === 1 ? '' : ` and ${count - 1} more that others name`;
    return {
      level: 'warning',
      source,
      code: 'OVERLAPS',
      message:
        `Names ${url} like ${other}${more}: it is fetched for both, and what one of them finds gone leaves ` +
        `the corpus for both until it changes. Name it in one of them`,
    };
  });
  findings.push(...shared);
  const [first] = uncompared;
  if (first === undefined) return findings;
  const others = uncompared.length === 1 ? '' : `, like ${uncompared.length - 1} more,`;
  const message =
    `Was${others} not compared with the other crawls: their patterns are more work than a plan does. ` +
    `Use fewer or shorter patterns, or several manifests`;
  return [...findings, { level: 'info', source: first, code: 'OVERLAPS_UNKNOWN', message }];
};

const noCadence = (source: ManifestSource): PlanFinding[] => {
  const { status, id } = source;
  if (status !== 'active' || cadences.some((name) => source[name] !== undefined)) return [];
  const message = 'Has no frequency: it only runs when somebody runs it';
  return [{ level: 'warning', source: id, code: 'NO_CADENCE', message }];
};

/** Remarks on options that do nothing, because only crawls have them. */
export const remarkIdleOptions = (manifest: Manifest): PlanFinding[] =>
  findIdleOptions(manifest).map((idle) => ({
    level: 'warning',
    source: idle.source,
    code: 'OPTION_UNUSED',
    message: tellIdleOptions(idle),
  }));

/** Remarks on a manifest and on the sources that there are once it is applied. */
const remarks = (manifest: Manifest, all: readonly ManifestSource[]): PlanFinding[] => [
  ...remarkIdleOptions(manifest),
  ...overlaps(all),
  ...all.flatMap(noCadence),
];

/**
 * Plans what applying a manifest would do. Never touches sources of other manifests. A source that its manifest no
 * longer lists is kept, or removed with `prune`. Pure: it compares the applied and the wanted manifest, and does not
 * look at the web.
 */
export const planSources = (
  before: AppliedManifest | null,
  manifest: Manifest,
  {
    prune,
    others,
    headers = {},
  }: {
    readonly prune: boolean;
    readonly others: readonly AppliedSource[];
    /** What is known about the headers of the manifest's sources, by id. */
    readonly headers?: Readonly<Record<string, HeaderNote>>;
  },
): SourcesPlan => {
  const old = new Map(
    (before === null ? [] : appliedSources(before)).map(({ source }) => [source.id, source]),
  );
  const wanted = new Map(resolveSources(manifest).map((source) => [source.id, source]));
  const foreign = new Map(others.map(({ source, manifest: of }) => [source.id, of]));
  const kept = prune ? [] : [...old.values()].filter(({ id }) => !wanted.has(id));
  const ids = [...new Set([...old.keys(), ...wanted.keys()])].toSorted();
  const entries = ids.map((id): PlanEntry => {
    const [was, is] = [old.get(id), wanted.get(id)];
    if (is === undefined)
      return { id, action: prune ? 'remove' : 'keep', fields: [], source: prune ? null : (was ?? null) };
    if (was === undefined) return { id, action: 'create', fields: [], source: is };
    const fields = [...compareSources(was, is), ...headerChange(before?.headers?.[id], headers[id])];
    return { id, action: actionOf(was, is, fields), fields, source: is };
  });
  const taken = [...wanted.keys()].flatMap((id): PlanFinding[] => {
    const of = foreign.get(id);
    if (of === undefined) return [];
    const message = `Is a source of the manifest ${of}: an id is of one manifest of a team. Choose another`;
    return [{ level: 'error', source: id, code: 'ID_TAKEN', message }];
  });
  const moved = [...wanted.values()].flatMap((source): PlanFinding[] => {
    const was = old.get(source.id);
    const [from, to] = [was === undefined ? undefined : sourceStart(was), sourceStart(source)];
    if (from === undefined || from === to) return [];
    const message = `Begins at ${to}, was ${from}: pages that are known are asked for as before`;
    return [{ level: 'warning', source: source.id, code: 'URL_CHANGED', message }];
  });
  const changed = entries.some(({ action }) => action !== 'none' && action !== 'keep');
  const applied = before?.manifest.version;
  const low: PlanFinding[] =
    changed && applied !== undefined && !isAbove(manifest.version, applied)
      ? [
          {
            level: 'error',
            code: 'VERSION_NOT_RAISED',
            message:
              `Changes ${manifestName(manifest)}: expected a ` +
              `version above ${applied}, found ${manifest.version}`,
          },
        ]
      : [];
  const all = entries.flatMap(({ source }) => (source === null ? [] : [source]));
  const keptNotes = kept.flatMap(({ id }) => {
    const note = before?.headers?.[id];
    return note === undefined ? [] : [[id, note] as const];
  });
  const notes = { ...Object.fromEntries(keptNotes), ...headers };
  return {
    entries,
    findings: [...low, ...taken, ...moved, ...remarks(manifest, all)],
    next: { manifest, kept, ...(Object.keys(notes).length === 0 ? {} : { headers: notes }) },
  };
};

/** Counts the sources that a plan changes, by action. */
export const countActions = ({ entries }: Pick<SourcesPlan, 'entries'>): Record<PlanAction, number> => {
  const counts = Object.fromEntries(planActions.map((action) => [action, 0])) as Record<PlanAction, number>;
  for (const { action } of entries) counts[action] += 1;
  return counts;
};
