import { ignoredWarning, parseWith } from '../../../lib/request/parse-request.ts';
import { changesQuerySchema } from '../../../lib/request/source/source-query.ts';
import type { PageChange } from '../../../lib/source/fold-snapshot.ts';
import type { FeedEntry } from '../../../lib/source/source-run.ts';
import { whyNoFeedPlace } from '../../../lib/steps/manage-sources/why-no-feed-place.ts';
import { failure } from '../../../lib/failure.ts';
import { feedEnd, readFeedCursor, writeFeedCursor } from '../../../lib/source/feed-cursor.ts';
import {
  readChangeFeed,
  readNewestChanges,
  type FedChange,
  type LostChanges,
} from '../../../lib/steps/manage-sources/read-change-feed.ts';
import { jsonResponse, refuse, type HttpResponse, type HttpRequest } from '../../edge/http.ts';
import { withWarnings } from '../with-warnings.ts';
import { whySourceIsUnknown } from './missing-source.ts';
import type { SourceDependencies } from './sources.ts';

/** Makes the form of a change for programs. */
export const tellChange = (change: FedChange) => ({
  source: change.source,
  run: change.run,
  kind: change.kind,
  url: change.url,
  at: new Date(change.at).toISOString(),
  title: change.title ?? null,
  envelope: change.envelope ?? null,
  previousEnvelope: change.previousEnvelope ?? null,
  movedTo: change.movedTo ?? null,
  cursor: writeFeedCursor(change.after),
});

/** Makes the form in which programs and readers of feeds are told of changes that cannot be read, and why. */
export const tellLostChanges = ({ source, run, at, changes }: LostChanges) => {
  const { code, message } = failure(
    'VERSION_GONE',
    `Cannot read ${changes} ${changes === 1 ? 'change' : 'changes'} of the source ${source}: the file in which the ` +
      `run ${run} wrote them is gone or was cut off. GET /v2/sources/${source}/pages lists the source's pages`,
  );
  return { source, run, at: new Date(at).toISOString(), changes, code, error: message };
};

const withLost = (lost: readonly LostChanges[]): { readonly lost?: ReturnType<typeof tellLostChanges>[] } =>
  lost.length === 0 ? {} : { lost: lost.map(tellLostChanges) };

/** Whether a run may have changes of the wanted source. */
export const wantedEntries =
  ({ source }: { readonly source?: string | undefined }) =>
  (entry: FeedEntry): boolean =>
    source === undefined || entry.source === source;

/** Whether a change is of the wanted source and kind. */
export const wantedChanges =
  ({
    source,
    kind,
  }: {
    readonly source?: string | undefined;
    readonly kind?: PageChange['kind'] | undefined;
  }) =>
  (entry: FeedEntry, change: PageChange): boolean =>
    (source === undefined || entry.source === source) && (kind === undefined || change.kind === kind);

/** Answers with changes of all sources of the caller's team: in order for programs, or the newest first for people. */
export const changesHandler = async (
  dependencies: SourceDependencies,
  request: HttpRequest,
): Promise<HttpResponse> => {
  const parsed = parseWith(changesQuerySchema, request.query);
  if (!parsed.ok) return refuse(parsed.failure);
  const { since, before, source, limit: count } = parsed.value;
  const { team } = request.caller;
  const missing = await whySourceIsUnknown(dependencies.table, team, source);
  if (missing !== null) return refuse(missing);
  const warnings = withWarnings([ignoredWarning(parsed.ignored)]);
  const wanted = {
    count,
    isWanted: wantedChanges(parsed.value),
    isEntryWanted: wantedEntries(parsed.value),
  };
  const place = readFeedCursor(before ?? since ?? '');
  const way = before === undefined ? 'since' : 'before';
  const unknown = place === null ? null : await whyNoFeedPlace(dependencies.table, team, place, way);
  if (unknown !== null) return refuse(unknown);
  if (before !== undefined) {
    const from = place ?? feedEnd;
    const read = await readNewestChanges(dependencies, team, { ...wanted, from });
    const cursor = read.next === null ? null : writeFeedCursor(read.next);
    return jsonResponse(200, {
      success: true,
      changes: read.changes.map(tellChange),
      ...withLost(read.lost),
      cursor,
      ...warnings,
    });
  }
  const read = await readChangeFeed(dependencies, team, {
    ...wanted,
    from: place ?? { seq: 1, line: 0 },
  });
  return jsonResponse(200, {
    success: true,
    changes: read.changes.map(tellChange),
    ...withLost(read.lost),
    cursor: writeFeedCursor(read.next),
    ...warnings,
  });
};
