import { canonicalTypedUrl, pageIdentity } from '../../frontier/canonical-url.ts';
import { isContentPage, pageHash } from '../../frontier/page.ts';
import type { Job } from '../../job/job.ts';
import { sourceLimits } from '../../limits/source-limits.ts';
import { moveAlert } from '../../source/alerts/alert.ts';
import { judgeSourceEnd } from '../../source/alerts/source-end.ts';
import { judgeAlerts } from '../../source/alerts/judge-alerts.ts';
import { windowMs } from '../../source/next-due.ts';
import { creditsSpentIn, spentIn } from '../../source/schedule/run-budget.ts';
import type { SourceRunRecord } from '../../source/source-run.ts';
import { findPages } from '../../store/frontier/find-pages.ts';
import { listAlertChannels } from '../../store/sources/alert-channels.ts';
import { listAlerts } from '../../store/sources/alerts.ts';
import { listSourceRuns } from '../../store/sources/source-log.ts';
import { getSourceState } from '../../store/sources/source-states.ts';
import { endAlerts, endAlertsIfOver, type EndAlertsDependencies } from '../sources/end-alerts.ts';
import { loadTeam } from '../sources/load-sources.ts';
import { announceOnce, writeAlert } from '../sources/write-alert.ts';

/**
 * Returns where the own URL of a source, or the first of its list that did, led for good in a run, as its page knows
 * while the job is kept.
 */
const whereItMoved = async (
  table: EndAlertsDependencies['table'],
  { id, request }: Pick<Job, 'id' | 'request'>,
  { health }: SourceRunRecord,
  url: string | undefined,
): Promise<string | undefined> => {
  const moved = health?.seed?.verdict === 'moved' ? url : health?.listed?.moved?.url;
  if (moved === undefined) return undefined;
  const options = request.crawl ?? { ignoreQueryParameters: false, deduplicateSimilarURLs: false };
  const [page] = await findPages(table, id, [
    pageHash(pageIdentity(canonicalTypedUrl(moved) ?? moved, options)),
  ]);
  return page !== undefined && isContentPage(page) ? page.finalUrl : undefined;
};

/**
 * Judges a source by the run that ended. An alert and its deliveries are one write, so an alert that is delivered is
 * also stored, and a repetition delivers nothing twice. The event bus gets the alert afterwards. If the worker dies
 * before that, or the bus refuses it, the end of the next run sends it. A source that was removed or retired meanwhile
 * is not judged: nothing would close what this run opens.
 */
export const raiseAlerts = async (
  dependencies: EndAlertsDependencies,
  job: Pick<Job, 'id' | 'team' | 'source' | 'status' | 'request'>,
): Promise<void> => {
  const { id, team, source } = job;
  if (source === undefined || job.status === 'cancelled') return;
  const { table } = dependencies;
  const name = { team, source };
  const applied = (await loadTeam(dependencies, team)).sources.get(source);
  const state = await getSourceState(table, name);
  const end = judgeSourceEnd(applied?.source, state);
  if (end !== null) return void (await endAlerts(dependencies, name, () => end));
  const { runs } = await listSourceRuns(table, name, { count: sourceLimits.alertRunsRead });
  const index = runs.findIndex((run) => run.job === id);
  const run = runs[index];
  if (run === undefined) return;
  const verdicts = judgeAlerts({
    run,
    earlier: runs.slice(index + 1),
    failedInRow: state.failedInRow,
    lastChangeAt: state.lastChangeAt,
    url: applied?.source.url,
    movedTo: await whereItMoved(table, job, run, applied?.source.url),
    failedWith: state.lastFailure?.code,
    windowMs: windowMs(applied?.source.window),
    limits: applied?.source.limits,
    spent: spentIn(state.spent, run.endedAt),
    spentCredits: creditsSpentIn(state.spent, run.endedAt),
  });
  const before = new Map((await listAlerts(table, team, source)).map((alert) => [alert.rule, alert]));
  const channels = await listAlertChannels(table, team);
  let hasOpened = false;
  for (const verdict of verdicts) {
    const known = before.get(verdict.rule) ?? null;
    const moved = moveAlert(known, verdict, { ...name, job: id, at: run.endedAt });
    const alert = moved?.alert ?? known;
    if (alert === null || (moved !== null && !(await writeAlert(dependencies, channels, moved)))) continue;
    hasOpened ||= moved !== null && alert.state !== 'closed';
    await announceOnce(dependencies, alert);
  }
  // Whoever removed the source meanwhile may have looked for its alerts before this run wrote them.
  if (hasOpened) await endAlertsIfOver(dependencies, name);
};
