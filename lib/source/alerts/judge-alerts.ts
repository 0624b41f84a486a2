import { limits } from '../../limits/limits.ts';
import { sourceLimits } from '../../limits/source-limits.ts';
import type { SourceRunRecord } from '../source-run.ts';
import type { RuleVerdict } from './alert.ts';
import type { AlertRule, Severity } from './alert-rules.ts';
import { wasRefused } from './listed-urls.ts';
import type { RunHealth } from './run-health.ts';
import { usual, usualCost, usualLanguage } from './usual-run.ts';
import type { SourceLimits } from '../schedule/run-budget.ts';
import { tellFailing } from '../schedule/why-not-alone.ts';

/** The facts by which alerts of a source are judged. */
export interface AlertFacts {
  readonly run: SourceRunRecord;
  /** Runs before it, the last one first. */
  readonly earlier: readonly SourceRunRecord[];
  readonly failedInRow: number;
  /** When a run last reported a change; milliseconds since the epoch. */
  readonly lastChangeAt: number | undefined;
  readonly url: string | undefined;
  /** Where that URL, or the first of a list that did, led for good in this run; undefined if it is not known. */
  readonly movedTo?: string | undefined;
  /** Why the last failed run failed: a code. */
  readonly failedWith?: string | undefined;
  /** Length of the source's window in milliseconds; undefined without one. */
  readonly windowMs?: number | undefined;
  /** The limits in its manifest, and its spending in the month in which the run ended: dollars, and credits. */
  readonly limits?: SourceLimits | undefined;
  readonly spent?: number | undefined;
  readonly spentCredits?: number | undefined;
}

type Holds = { readonly severity: Severity; readonly message: string } | null;

const high = (message: string): Holds => ({ severity: 'high', message });
const warning = (message: string): Holds => ({ severity: 'warning', message });

/** Longer addresses make a message that nobody reads. */
const shownAddressMax = 500;

/** Names the address that a manifest should name instead. */
const whereTo = (address: string | undefined): string =>
  address === undefined || address.length > shownAddressMax ? 'elsewhere' : `to ${address}`;

type Answer = Pick<NonNullable<RunHealth['seed']>, 'verdict' | 'status' | 'code'>;

const tellRefused = (url: string | undefined, { status, code }: Answer): string =>
  `${url ?? 'Its URL'} was refused (${code ?? status}): the site may have blocked us`;

/** Says where a URL of a source leads, or that nothing is there; null if it is there or may be. */
const tellMoved = (
  url: string | undefined,
  { verdict, status, code }: Answer,
  movedTo: string | undefined,
): string | null => {
  // The status that is known of it is that of the page to which it leads.
  if (verdict === 'moved') return `${url ?? 'Its URL'} leads ${whereTo(movedTo)} for good`;
  if (verdict !== 'gone' && verdict !== 'no-host') return null;
  if (code === 'ROBOTS_NOINDEX')
    return `${url ?? 'Its URL'} asks not to be indexed any more (${code}): it is no content of its source`;
  // A page of an error, or a parking page, may be answered with 200.
  const why = status === undefined ? 'its host is unknown' : status < 400 ? (code ?? status) : status;
  return `${url ?? 'Its URL'} is not there (${why})`;
};

/** Of a source that lists URLs some may be read though others are not. */
const asFarAs = ({ pages }: RunHealth): typeof high => (pages === 0 ? high : warning);

const andOthers = ({ count }: { readonly count: number }, are: string): string =>
  count === 1 ? '' : `; ${count} of its URLs are ${are}`;

const percent = (share: number): string => `${Math.round(share * 100)} %`;

const dollars = (amount: number): string => String(Number(amount.toPrecision(3)));
const hours = (ms: number): string => (ms / 3_600_000).toFixed(1);

const day = 24 * 60 * 60_000;

/** The rules, each with its message. Medians are those of the last complete runs. */
const rules: Readonly<Record<AlertRule, (facts: AlertFacts) => Holds>> = {
  'source-blocked': ({ run: { health }, url }) => {
    const { seed, listed } = health ?? {};
    if (seed !== undefined && wasRefused(seed)) return high(tellRefused(url, seed));
    const refused = listed?.refused;
    if (health === undefined || refused === undefined) return null;
    return asFarAs(health)(`${tellRefused(refused.url, refused)}${andOthers(refused, 'refused')}`);
  },
  'source-moved': ({ run: { health }, url, movedTo }) => {
    const { seed, listed } = health ?? {};
    const why = seed === undefined ? null : tellMoved(url, seed, movedTo);
    if (why !== null) return high(why);
    const moved = listed?.moved;
    const first = moved === undefined ? null : tellMoved(moved.url, moved, movedTo);
    if (health === undefined || moved === undefined || first === null) return null;
    return asFarAs(health)(`${first}${andOthers(moved, 'not there or lead elsewhere')}`);
  },
  'runs-failing': ({ failedInRow, failedWith }) =>
    failedInRow < limits.sourceFailuresMax ? null : high(tellFailing(failedInRow, failedWith)),
  'mass-deletion': ({ run: { held } }) =>
    held === 0 ? null : high(`${held} pages are gone at once: they are held until somebody accepts it`),
  changed: ({ run: { changes, standings } }) => {
    const told = Object.entries(changes).filter(([, count]) => count > 0);
    if (told.length === 0) return null;
    const pages = standings['present'] ?? 0;
    const what = told.map(([kind, count]) => `${count} ${kind}`).join(', ');
    const there = pages === 1 ? '1 page is there' : `${pages} pages are there`;
    return { severity: 'info', message: `${what}; ${there}` };
  },
  quiet: ({ run, earlier, lastChangeAt }) => {
    const since = lastChangeAt ?? earlier.at(-1)?.endedAt ?? run.endedAt;
    const days = Math.floor((run.endedAt - since) / day);
    return days < sourceLimits.quietDays ? null : warning(`Nothing has changed in ${days} days`);
  },
  'fewer-pages': ({ run: { health, isComplete }, earlier }) => {
    const before = usual(earlier, ({ pages }) => pages);
    if (health === undefined || before === null || before === 0 || !isComplete) return null;
    return health.pages > before * 0.6
      ? null
      : warning(`${health.pages} pages were read, where ${before} are usual`);
  },
  'shorter-pages': ({ run: { health }, earlier }) => {
    const before = usual(earlier, ({ medianBytes }) => medianBytes);
    if (health === undefined || before === null || before === 0 || health.pages === 0) return null;
    return health.medianBytes > before * 0.5
      ? null
      : warning(`Pages have ${health.medianBytes} bytes of text, where ${before} are usual`);
  },
  'more-failures': ({ run: { health }, earlier }) => {
    const before = usual(earlier, ({ failedShare }) => failedShare);
    if (health === undefined || before === null || health.failedShare < before + 0.2) return null;
    return warning(`${percent(health.failedShare)} of its pages failed, where ${percent(before)} are usual`);
  },
  'needs-browser': ({ run: { health }, earlier }) => {
    const before = usual(earlier, ({ browserShare }) => browserShare);
    if (health === undefined || before === null || health.browserShare < before + 0.5) return null;
    return warning(
      `${percent(health.browserShare)} of its pages took a browser, where ${percent(before)} are usual`,
    );
  },
  'fewer-fields': ({ run: { health }, earlier }) => {
    const before = usual(earlier, ({ fillRate }) => fillRate);
    if (health?.fillRate === undefined || before === null || health.fillRate > before - 0.2) return null;
    return warning(
      `${percent(health.fillRate)} of the fields were answered, where ${percent(before)} are usual`,
    );
  },
  'other-language': ({ run: { health }, earlier }) => {
    const before = usualLanguage(earlier);
    if (health?.language === undefined || before === null || health.language === before) return null;
    return warning(`Most pages are in ${health.language}, where ${before} is usual`);
  },
  dearer: ({ run: { cost }, earlier }) => {
    const before = usualCost(earlier);
    if (cost === undefined || before === null || before === 0 || cost < before * 2) return null;
    if (cost - before < sourceLimits.dearerDollarsMin) return null;
    return warning(`It cost ${dollars(cost)} dollars, where ${dollars(before)} are usual`);
  },
  'past-window': ({ run, windowMs }) => {
    const ms = run.endedAt - run.startedAt;
    if (windowMs === undefined || run.outcome === 'skipped' || ms <= windowMs) return null;
    return warning(`It took ${hours(ms)} h, and its window has ${hours(windowMs)} h`);
  },
  budget: ({ run: { code }, limits: allowed, spent = 0, spentCredits = 0 }) => {
    const months = [
      { unit: 'dollars', most: allowed?.dollars_per_month, used: spent },
      { unit: 'credits', most: allowed?.credits_per_month, used: spentCredits },
    ].flatMap(({ unit, most, used }) => (most === undefined ? [] : [{ unit, most, used }]));
    const over = months.find(({ most, used }) => used >= most);
    if (over !== undefined)
      return high(`Its ${over.most} ${over.unit} of this month are spent: it runs no more before the next`);
    if (code === 'BUDGET_EXHAUSTED') return warning('Its run was ended because what it may cost was spent');
    const near = months.find(({ most, used }) => used >= most * sourceLimits.budgetShareTold);
    if (near === undefined) return null;
    const share = percent(near.used / near.most);
    return warning(`It has spent ${share} of the ${near.most} ${near.unit} that it has this month`);
  },
};

/** Judges every rule for a run. */
export const judgeAlerts = (facts: AlertFacts): RuleVerdict[] =>
  Object.entries(rules).map(([rule, judge]) => ({ rule: rule as AlertRule, holds: judge(facts) }));
