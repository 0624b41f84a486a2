import { deletedEnvelope, isDeletedVersion } from '../../envelope/deleted-envelope.ts';
import { envelopeKey, envelopeOwner, hashVersion } from '../../envelope/envelope-key.ts';
import { envelopeSchema } from '../../envelope/envelope.ts';
import { backoffMs } from '../../frontier/backoff.ts';
import { latestViewer } from '../../envelope/latest.ts';
import { pageHash, type Page } from '../../frontier/page.ts';
import { spentDollars } from '../../job/spent-dollars.ts';
import type { Job, JobOutcome } from '../../job/job.ts';
import { limits } from '../../limits/limits.ts';
import { tellRunEnded } from '../../source/audit/run-entry.ts';
import {
  foldSnapshot,
  type EndedAddress,
  type FoldedRun,
  type PageChange,
} from '../../source/fold-snapshot.ts';
import { judgeRun, saysOfSource } from '../../source/judge-run.ts';
import { learnFrom } from '../../source/schedule/learn-from.ts';
import type { Visit } from '../../source/judge-visit.ts';
import {
  deletionRules,
  isCompleteRun,
  leftUnpaid,
  makeRunRecord,
  sourcePageHash,
  judgeVisits,
} from '../../source/run-record.ts';
import { judgeListedUrls } from '../../source/alerts/listed-urls.ts';
import { measureRun } from '../../source/alerts/run-health.ts';
import { auditVisitsKey, type AuditedFile } from '../../source/audit/audit-record.ts';
import { auditedFile, joinLines } from '../../source/audit/line-hashes.ts';
import { visitLines } from '../../source/audit/visit-lines.ts';
import type { ManifestSource } from '../../source/resolve-sources.ts';
import { readSnapshot, snapshotLines, type SnapshotLine } from '../../source/snapshot.ts';
import type { SourceState } from '../../source/source-state.ts';
import { findLatest } from '../../store/frontier/find-latest.ts';
import { getObject, getObjectBytes, putObject, putObjectOnce, type Objects } from '../../store/objects.ts';
import { getAuditHead } from '../../store/sources/audit-chain.ts';
import { commitRun, getFeedLength, hasRun } from '../../store/sources/commit-run.ts';
import { markDeleted } from '../../store/sources/mark-deleted.ts';
import { putPageVersions } from '../../store/sources/page-versions.ts';
import { noteRun } from '../../store/sources/source-runs.ts';
import { listSourceRuns } from '../../store/sources/source-log.ts';
import type { Table } from '../../store/table.ts';
import { getSourceState } from '../../store/sources/source-states.ts';
import { readerVersion as engineVersion } from '../../version.ts';
import { loadTeam, type SourceStores } from '../sources/load-sources.ts';
import { jobCost } from '../read-results/job-cost.ts';
import { readyRecord, settleAudit } from '../sources/put-on-record.ts';
import type { Log } from '../../log.ts';

/** What ending a run needs. */
export interface FinishRunDependencies extends SourceStores {
  readonly envelopes: Objects;
  readonly random: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  readonly log: Log;
}

type FinishingJob = Extract<Job, { status: 'finishing' }>;
type Run = FinishingJob & { readonly source: string };

const isRun = (job: FinishingJob): job is Run => job.source !== undefined;

const previousLines = async (
  { sources, log }: FinishRunDependencies,
  { headKey }: SourceState,
): Promise<SnapshotLine[]> => {
  if (headKey === undefined) return [];
  const bytes = await getObjectBytes(sources, headKey);
  if (bytes !== null) return readSnapshot(bytes);
  // Somebody removed it. It is better to report all pages as new than to never end the run.
  log('snapshot lost', { key: headKey });
  return [];
};

/** A page that is gone: when it was asked for, its answer, and the envelope of the version that was there. */
interface GonePage {
  readonly url: string;
  readonly at: number;
  readonly status: number;
  readonly previous: string;
}

/**
 * Writes the envelope which says that a page is gone, notes it as the page's last version, and returns its key. If the
 * page's last version has expired, it writes none and returns null.
 */
const writeDeleted = async (
  { table, envelopes }: FinishRunDependencies,
  job: Run,
  { url, at, status, previous }: GonePage,
): Promise<string | null> => {
  const text = await getObject(envelopes, previous);
  if (text === null) return null;
  const last = envelopeSchema.parse(JSON.parse(text));
  const { id, team } = job;
  const envelope = deletedEnvelope(last, { at, job: id, team, status, engineVersion });
  const { content_hash: contentHash, html_hash: htmlHash } = envelope.integrity;
  const before = { envelopeKey: previous, envelopeAt: Date.parse(last.scrape.timestamp) };
  const versionHash = hashVersion(contentHash, at, before);
  const key = envelopeKey({ url, at, ...envelopeOwner(job), versionHash });
  await putObjectOnce(envelopes, key, JSON.stringify(envelopeSchema.parse(envelope)), 'application/json');
  const page = { viewer: latestViewer(job), hash: pageHash(url) };
  await markDeleted(table, page, { envelopeKey: key, envelopeAt: at, contentHash, htmlHash });
  return key;
};

/** Returns a change with the envelope which says that its page is gone, if that is what it tells. */
const tellDeleted = async (
  dependencies: FinishRunDependencies,
  job: Run,
  change: PageChange,
  status: number,
): Promise<PageChange> => {
  const { kind, url, at, previousEnvelope: previous } = change;
  if (kind !== 'deleted' || previous === undefined) return change;
  const envelope = await writeDeleted(dependencies, job, { url, at, status, previous });
  return envelope === null ? change : { ...change, envelope };
};

/**
 * Writes the envelopes which say that old addresses are gone. Each has the text of the page to which it led, which a
 * corpus would show for ever.
 */
const endAddresses = async (
  dependencies: FinishRunDependencies,
  job: Run,
  ended: readonly EndedAddress[],
): Promise<void> => {
  if (ended.length === 0) return;
  const hashes = ended.map(({ url }) => pageHash(url));
  const versions = await findLatest(dependencies.table, latestViewer(job), hashes);
  for (const address of ended) {
    const latest = versions.get(pageHash(address.url));
    if (latest === undefined || isDeletedVersion(latest) || latest.envelopeAt >= address.at) continue;
    await writeDeleted(dependencies, job, { ...address, previous: latest.envelopeKey });
  }
};

/** Writes the envelopes of what a run found to be gone, and returns its changes with them. */
const tellChanges = async (
  dependencies: FinishRunDependencies,
  job: Run,
  { lines, changes, ended }: FoldedRun,
): Promise<PageChange[]> => {
  const byHash = new Map(lines.map((line) => [line.hash, line]));
  const told: PageChange[] = [];
  for (const change of changes) {
    const { status = 404 } = byHash.get(sourcePageHash(change.url)) ?? {};
    told.push(await tellDeleted(dependencies, job, change, status));
  }
  await endAddresses(dependencies, job, ended);
  return told;
};

const filePrefix = ({ team, source, id }: Run, parent: string | undefined): string =>
  `${team}/${source}/${id}-${(parent ?? 'first').slice(-12)}`;

/** Writes lines, and returns the entry by which the audit names them. */
const writeLines = async (sources: Objects, key: string, lines: readonly string[]): Promise<AuditedFile> => {
  await putObject(sources, key, joinLines(lines), 'application/gzip');
  return auditedFile(key, lines);
};

const visitOf = (visits: readonly Visit[], url: string | undefined): Visit | undefined => {
  const hash = url === undefined ? undefined : sourcePageHash(url);
  return visits.find((visit) => visit.hash === hash);
};

const healthOf = (
  job: Run,
  pages: readonly Page[],
  visits: readonly Visit[],
  source: ManifestSource | undefined,
) => measureRun(pages, visitOf(visits, source?.url), job, judgeListedUrls(source, visits));

const jsonLines = (values: readonly object[]): string[] => values.map((value) => JSON.stringify(value));

/** Writes what each page of the run was answered, for the audit. */
const writeVisits = async (sources: Objects, job: Run, pages: readonly Page[]): Promise<AuditedFile> => {
  const { id, team, source, endedAt } = job;
  const lines = visitLines({ job: id, source, endedAt }, pages);
  return await writeLines(sources, auditVisitsKey({ team, chain: source }, id), lines);
};

const seenVersions = (job: Run, changes: readonly PageChange[]) =>
  changes.map(({ kind, url, at, envelope, movedTo }) => ({
    kind,
    url,
    at,
    job: job.id,
    hash: sourcePageHash(url),
    ...(envelope === undefined ? {} : { envelope }),
    ...(movedTo === undefined ? {} : { movedTo }),
  }));

/**
 * Folds a run into its source's chain: from the pages that the run requested and the snapshot of the run before, it
 * makes the next snapshot and the changes. Objects are written first, under names made from the run and the run before
 * it. The commit then adds them to the source, on condition that no other run came first. If the worker dies before the
 * commit, the next one writes the same bytes. If another run came first, the fold is done again after that run. For a
 * job without a source it does nothing.
 */
export const finishRun = async (
  dependencies: FinishRunDependencies,
  job: FinishingJob,
  pages: readonly Page[],
  ending: { readonly outcome: JobOutcome; readonly code?: string },
): Promise<void> => {
  if (!isRun(job)) return;
  const isUnpaid = leftUnpaid(pages);
  const end = isUnpaid ? { code: 'BUDGET_EXHAUSTED', ...ending } : ending;
  const { table, sources, random, sleep, log } = dependencies;
  const name = { team: job.team, source: job.source };
  const applied = (await loadTeam(dependencies, job.team)).sources.get(job.source);
  const visits = judgeVisits(job, pages, applied?.source);
  const isComplete = !isUnpaid && isCompleteRun(job, end.outcome);
  const chain = { team: job.team, chain: job.source };
  const health = healthOf(job, pages, visits, applied?.source);
  for (let attempt = 1; attempt <= limits.transactionTriesMax; attempt += 1) {
    if (await hasRun(table, name, job.endedAt, job.id)) {
      await settleAudit(dependencies, chain, await getAuditHead(table, chain));
      return;
    }
    const state = await getSourceState(table, name);
    const previous = await previousLines(dependencies, state);
    const run = { endedAt: job.endedAt, isComplete, isAccepted: state.accepted === true };
    const folded = foldSnapshot(previous, visits, run, deletionRules(applied?.source));
    const changes = await tellChanges(dependencies, job, folded);
    const snapshotKey = `snapshots/${filePrefix(job, state.head)}.jsonl.gz`;
    const changesKey = changes.length === 0 ? undefined : `changes/${filePrefix(job, state.head)}.jsonl.gz`;
    const files = [
      await writeVisits(sources, job, pages),
      await writeLines(sources, snapshotKey, snapshotLines(folded.lines)),
      ...(changesKey === undefined ? [] : [await writeLines(sources, changesKey, jsonLines(changes))]),
    ];
    await putPageVersions(table, name, seenVersions(job, changes));
    const visited = visits.length;
    const parent = state.head;
    const cost = jobCost(job).total;
    const of = { folded, visited, parent, isComplete, snapshotKey, changesKey, health, cost };
    const record = makeRunRecord(job, end, of);
    const entry =
      changesKey === undefined
        ? null
        : {
            seq: (await getFeedLength(table, job.team)) + 1,
            source: job.source,
            job: job.id,
            at: job.endedAt,
            count: changes.length,
            key: changesKey,
          };
    const lastChangeAt = entry === null ? undefined : job.endedAt;
    const onRecord = await readyRecord(dependencies, chain, tellRunEnded(job, record, files));
    const learned = learnFrom(state, record, spentDollars(job), job.fetcherCredits);
    const commit = { run: record, entry, held: folded.held, lastChangeAt, learned, audit: [onRecord.item] };
    if (await commitRun(table, name, state, commit)) {
      await onRecord.settle();
      if (folded.held > 0) log('deletions held', { ...name, job: job.id, pages: folded.held });
      return;
    }
    await sleep(backoffMs(attempt, random));
  }
  throw new Error(
    `Cannot end the run ${job.id} of ${job.source}: others were first ${limits.transactionTriesMax} times`,
  );
};

/** Says why a run failed: the code of its job, of its record, or of its source's URL. */
const whyFailed = async (
  table: Table,
  { team, source, id, code, endedAt }: Extract<Job, { completedAt: number }> & { readonly source: string },
): Promise<string | undefined> => {
  if (code !== undefined) return code;
  const { runs } = await listSourceRuns(table, { team, source }, { count: 1, until: endedAt });
  const [run] = runs;
  return run?.job === id ? (run.code ?? run.health?.seed?.code) : undefined;
};

/** Counts a run that brought nothing against its source, if it says whether the source can be read. */
export const countRun = async (
  { table, now, log }: Pick<FinishRunDependencies, 'table' | 'log'> & { readonly now: () => number },
  job: Extract<Job, { completedAt: number }>,
): Promise<void> => {
  const { source, team } = job;
  const { status: outcome, done: pagesRead } = job;
  if (source === undefined || !saysOfSource({ outcome, code: job.code })) return;
  const failed = judgeRun({ outcome, pagesRead }) === 'failed';
  const code = failed ? await whyFailed(table, { ...job, source }) : undefined;
  // Its job ran to its end, and left out every page because none could be paid for.
  if (!saysOfSource({ outcome, code })) return;
  const failedInRow = await noteRun(table, { team, source }, { job: job.id, failed, now: now(), code });
  if (failedInRow >= limits.sourceFailuresMax) log('source paused', { source, job: job.id, failedInRow });
};
