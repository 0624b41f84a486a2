import { envelopeSchema, type Envelope } from '../../../lib/envelope/envelope.ts';
import { changedFields } from '../../../lib/deliver/results/changed-fields.ts';
import { unifiedDiff } from '../../../lib/deliver/results/unified-diff.ts';
import { failure, type Failure } from '../../../lib/failure.ts';
import type { SourceName } from '../../../lib/keys/table-keys.ts';
import { readListCursor, writeListCursor } from '../../../lib/list-cursor.ts';
import { ignoredWarning, parseWith } from '../../../lib/request/parse-request.ts';
import {
  pageAtQuerySchema,
  pageDiffQuerySchema,
  sourceDiffQuerySchema,
  sourcePagesQuerySchema,
  versionsQuerySchema,
} from '../../../lib/request/source/source-query.ts';
import { diffSnapshots } from '../../../lib/source/diff-snapshots.ts';
import { sourcePageHash } from '../../../lib/source/run-record.ts';
import { isUnlinked, type SnapshotLine } from '../../../lib/source/snapshot.ts';
import type { SeenVersion, SourceRunRecord } from '../../../lib/source/source-run.ts';
import { findRun, readLines, readVersions } from '../../../lib/steps/manage-sources/read-chain.ts';
import { getObject } from '../../../lib/store/objects.ts';
import { getSourceState } from '../../../lib/store/sources/source-states.ts';
import { jsonResponse, refuse, type HttpResponse, type HttpRequest } from '../../edge/http.ts';
import { withWarnings } from '../with-warnings.ts';
import { whySourceIsUnknown } from './missing-source.ts';
import { withSource, type SourceDependencies } from './sources.ts';

const iso = (at: number): string => new Date(at).toISOString();

/** Parses a moment. A date means the end of that day. */
const momentOf = (text: string): number =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T23:59:59.999Z`) : Date.parse(text);

const placeIn = (text: string | undefined): { readonly job: string } | { readonly moment: number } =>
  text === undefined
    ? { moment: Number.MAX_SAFE_INTEGER / 2 ** 10 }
    : /^[0-9a-f]{8}-/.test(text)
      ? { job: text }
      : { moment: momentOf(text) };

const noRun = ({ source }: SourceName): Failure =>
  failure('PAGE_NOT_FOUND', `Cannot tell how ${source} was then: no run of it had ended`);

const noPlace = ({ source }: SourceName, cursor: string): Failure =>
  failure(
    'CURSOR_UNKNOWN',
    `Cannot go on at ${cursor}: this list of pages of ${source} has no such place. Begin again without cursor, and ` +
      'go on with the same filters',
  );

interface RunLines {
  readonly run: SourceRunRecord;
  readonly lines: readonly SnapshotLine[];
}

const linesAt = async (
  dependencies: SourceDependencies,
  name: SourceName,
  at: string | undefined,
): Promise<RunLines | null> => {
  const run = await findRun(dependencies, name, placeIn(at));
  if (run?.snapshotKey === undefined) return null;
  return { run, lines: await readLines(dependencies.sources, run.snapshotKey) };
};

const tellLine = (line: SnapshotLine) => ({
  url: line.url,
  state: line.state,
  title: line.title ?? null,
  envelope: line.envelope ?? null,
  contentHash: line.contentHash ?? null,
  firstSeen: iso(line.firstSeen),
  lastChanged: iso(line.lastChanged),
  lastSeen: iso(line.lastSeen),
  lastVisit: iso(line.lastVisit),
  status: line.status ?? null,
  code: line.code ?? null,
  misses: line.misses?.n ?? 0,
  // A missing page that its visits found to lead elsewhere was answered with the status of where that is.
  movedTo: line.misses?.to ?? line.movedTo ?? null,
  unlinkedSince: isUnlinked(line) && line.unlinkedSince !== undefined ? iso(line.unlinkedSince) : null,
});

const pages = withSource(async (dependencies, request, { name }) => {
  const parsed = parseWith(sourcePagesQuerySchema, request.query);
  if (!parsed.ok) return refuse(parsed.failure);
  const { at, state, prefix = '', limit, cursor } = parsed.value;
  const listAsked = { list: 'pages of a source', filters: { ...name, at, state, prefix } };
  const from = readListCursor(listAsked, cursor);
  if (!from.ok) return refuse(from.failure);
  // The parts of a list are of one run, whatever runs end while it is read.
  const [place = '0', ofRun] = from.place?.split('.') ?? [];
  const found = await linesAt(dependencies, name, ofRun ?? at);
  if (found === null) return refuse(ofRun === undefined ? noRun(name) : noPlace(name, cursor ?? ''));
  const wanted = found.lines
    .filter((line) => line.url.startsWith(prefix))
    .filter((line) => (state === 'unlinked' ? isUnlinked(line) : state === undefined || line.state === state))
    .toSorted((a, b) => (a.url < b.url ? -1 : 1));
  const start = Number(place);
  if (start > wanted.length) return refuse(noPlace(name, cursor ?? ''));
  const end = start + limit;
  return jsonResponse(200, {
    success: true,
    run: found.run.job,
    at: iso(found.run.endedAt),
    total: wanted.length,
    pages: wanted.slice(start, end).map(tellLine),
    cursor: end < wanted.length ? writeListCursor(listAsked, `${end}.${found.run.job}`) : null,
    ...withWarnings([ignoredWarning(parsed.ignored)]),
  });
});

const diff = withSource(async (dependencies, request, { name }) => {
  const parsed = parseWith(sourceDiffQuerySchema, request.query);
  if (!parsed.ok) return refuse(parsed.failure);
  const [before, after] = [
    await linesAt(dependencies, name, parsed.value.from),
    await linesAt(dependencies, name, parsed.value.to),
  ];
  if (before === null || after === null) return refuse(noRun(name));
  const all = diffSnapshots(before.lines, after.lines);
  const counts: Record<string, number> = {};
  for (const { kind } of all) counts[kind] = (counts[kind] ?? 0) + 1;
  return jsonResponse(200, {
    success: true,
    from: { run: before.run.job, at: iso(before.run.endedAt) },
    to: { run: after.run.job, at: iso(after.run.endedAt) },
    counts,
    changes: all
      .slice(0, parsed.value.limit)
      .map((change) => ({ ...change, movedTo: change.movedTo ?? null })),
    total: all.length,
    ...withWarnings([ignoredWarning(parsed.ignored)]),
  });
});

/** Finds a page in the last snapshot of its source. */
const findLine = async (
  dependencies: SourceDependencies,
  name: SourceName,
  url: string,
): Promise<SnapshotLine | undefined> => {
  const { headKey } = await getSourceState(dependencies.table, name);
  if (headKey === undefined) return undefined;
  const hash = sourcePageHash(url);
  return (await readLines(dependencies.sources, headKey)).find((each) => each.hash === hash);
};

/**
 * Finds until when each version is known to have been valid: the last one as long as the snapshot says, an earlier one
 * until the next.
 */
const heldUntil = async (
  dependencies: SourceDependencies,
  name: SourceName,
  url: string,
): Promise<number | null> => (await findLine(dependencies, name, url))?.lastSeen ?? null;

const isContent = ({ kind }: SeenVersion): boolean => kind !== 'deleted' && kind !== 'moved';

/** Refuses to show a page of which there is no version by then, or whose last version by then is its end. */
const notThere = async (
  dependencies: SourceDependencies,
  name: SourceName,
  url: string,
  version?: SeenVersion,
): Promise<HttpResponse> => {
  const refuseAs = (why: string): HttpResponse =>
    refuse(failure('PAGE_NOT_FOUND', `Cannot find ${url}: ${why}`));
  const missing =
    version === undefined && (await whySourceIsUnknown(dependencies.table, name.team, name.source));
  if (missing) return refuse(missing);
  if (version !== undefined)
    return refuseAs(
      `it was ${isContent(version) ? 'seen without its content' : version.kind} on ${iso(version.at)}`,
    );
  const { state, movedTo } = (await findLine(dependencies, name, url)) ?? {};
  if (state === 'moved' && movedTo !== undefined)
    return refuseAs(`it leads to ${movedTo} for good, and had no page of its own that a run saw by then`);
  return refuseAs(`no run of ${name.source} saw it by then`);
};

/** Refuses to compare versions of a page of which there is only one. */
const onlyOne = (name: SourceName, url: string, version: SeenVersion): HttpResponse => {
  const seen = `${version.kind} on ${iso(version.at)}`;
  const why = `of those that were asked for, ${name.source} has only one version, ${seen}`;
  return refuse(failure('PAGE_NOT_FOUND', `Cannot compare versions of ${url}: ${why}`));
};

const versions = async (dependencies: SourceDependencies, request: HttpRequest): Promise<HttpResponse> => {
  const parsed = parseWith(versionsQuerySchema, request.query);
  if (!parsed.ok) return refuse(parsed.failure);
  const { url, source, limit } = parsed.value;
  const name = { team: request.caller.team, source };
  const found = await readVersions(dependencies, name, url, { count: limit });
  if (found.length === 0) return await notThere(dependencies, name, url);
  const last = await heldUntil(dependencies, name, url);
  return jsonResponse(200, {
    success: true,
    url,
    source,
    versions: found.map((version, index) => {
      const next = found[index - 1];
      const until = !isContent(version) ? null : (next?.at ?? last);
      return {
        kind: version.kind,
        at: iso(version.at),
        until: until === null ? null : iso(until),
        run: version.job,
        envelope: version.envelope ?? null,
        movedTo: version.movedTo ?? null,
      };
    }),
    ...withWarnings([ignoredWarning(parsed.ignored)]),
  });
};

const readEnvelope = async (dependencies: SourceDependencies, key: string): Promise<Envelope | null> => {
  const text = await getObject(dependencies.envelopes, key);
  return text === null ? null : envelopeSchema.parse(JSON.parse(text));
};

const expired = (url: string, at: number): HttpResponse =>
  refuse(failure('VERSION_GONE', `Cannot read ${url} as it was at ${iso(at)}: its envelope has expired`));

const pageAt = async (dependencies: SourceDependencies, request: HttpRequest): Promise<HttpResponse> => {
  const parsed = parseWith(pageAtQuerySchema, request.query);
  if (!parsed.ok) return refuse(parsed.failure);
  const { url, source, date } = parsed.value;
  const name = { team: request.caller.team, source };
  const at = momentOf(date);
  const [version] = await readVersions(dependencies, name, url, { count: 1, until: at });
  if (version?.envelope === undefined || !isContent(version))
    return await notThere(dependencies, name, url, version);
  const all = await readVersions(dependencies, name, url, { count: 200 });
  const next = all.findLast((each) => each.at > version.at);
  const until = next?.at ?? (await heldUntil(dependencies, name, url));
  const envelope = await readEnvelope(dependencies, version.envelope);
  if (envelope === null) return expired(url, version.at);
  return jsonResponse(200, {
    success: true,
    url,
    source,
    at: iso(at),
    seenAt: iso(version.at),
    confirmedUntil: until === null ? null : iso(until),
    nextDiffersAt: next === undefined ? null : iso(next.at),
    title: envelope.page_metadata.title,
    markdown: envelope.content.body,
    envelope,
    ...withWarnings([ignoredWarning(parsed.ignored)]),
  });
};

/** Lists extracted fields that differ; null if the versions do not both answer the same question. */
const fieldsBetween = (old: Envelope, now: Envelope) =>
  old.extraction === undefined || now.extraction?.order !== old.extraction.order
    ? null
    : changedFields(old.extraction.value, now.extraction.value);

const pageDiff = async (dependencies: SourceDependencies, request: HttpRequest): Promise<HttpResponse> => {
  const parsed = parseWith(pageDiffQuerySchema, request.query);
  if (!parsed.ok) return refuse(parsed.failure);
  const { url, source, from, to } = parsed.value;
  const name = { team: request.caller.team, source };
  const until = to === undefined ? {} : { until: momentOf(to) };
  const seen = await readVersions(dependencies, name, url, { count: 200, ...until });
  const found = seen.filter(isContent);
  const [after] = found;
  const before = from === undefined ? found[1] : found.find(({ at }) => at <= momentOf(from));
  if (after?.envelope === undefined) return await notThere(dependencies, name, url, seen[0]);
  if (before?.envelope === undefined) return onlyOne(name, url, after);
  const [old, now] = [
    await readEnvelope(dependencies, before.envelope),
    await readEnvelope(dependencies, after.envelope),
  ];
  if (old === null) return expired(url, before.at);
  if (now === null) return expired(url, after.at);
  const compared = unifiedDiff(old.content.body, now.content.body);
  if (compared === null) {
    const message = `Cannot compare the versions of ${url}: they are too large or too different`;
    return refuse(failure('BAD_REQUEST', message));
  }
  return jsonResponse(200, {
    success: true,
    url,
    source,
    from: { at: iso(before.at), envelope: before.envelope },
    to: { at: iso(after.at), envelope: after.envelope },
    text: compared.text,
    json: compared.json,
    fields: fieldsBetween(old, now),
    ...withWarnings([ignoredWarning(parsed.ignored)]),
  });
};

/** What is read from the chain of a source's runs. */
export const sourceHistoryHandlers = { pages, diff, versions, pageAt, pageDiff };
