import { expect, test } from 'vitest';
import type { SourceRunRecord } from '../source-run.ts';
import { moveAlert, type Alert } from './alert.ts';
import { alertRules, mailedRules, type AlertRule } from './alert-rules.ts';
import { judgeAlerts, type AlertFacts } from './judge-alerts.ts';
import type { RunHealth } from './run-health.ts';
import { alertDelivery, describeAlert } from './tell-alert.ts';

const day = 24 * 60 * 60_000;
const usualHealth: RunHealth = {
  pages: 100,
  failedShare: 0.02,
  medianBytes: 4_000,
  browserShare: 0.1,
  language: 'en',
  fillRate: 0.9,
  seed: { verdict: 'there', status: 200 },
};

const makeRun = (at: number, more: Partial<SourceRunRecord> = {}): SourceRunRecord => ({
  job: `job-${at}`,
  startedAt: at - 1_000,
  endedAt: at,
  outcome: 'completed',
  trigger: 'scheduled',
  isComplete: true,
  visited: 100,
  changes: {},
  standings: { present: 100 },
  held: 0,
  cost: 0.1,
  health: usualHealth,
  ...more,
});

const calm: AlertFacts = {
  run: makeRun(20 * day),
  earlier: Array.from({ length: 10 }, (_, at) => makeRun((19 - at) * day)),
  failedInRow: 0,
  lastChangeAt: 15 * day,
  url: 'https://a.example/',
};

const held = (facts: AlertFacts): string[] =>
  judgeAlerts(facts).flatMap(({ rule, holds }) => (holds === null ? [] : [`${holds.severity} ${rule}`]));

const withHealth = (health: Partial<RunHealth>): AlertFacts => ({
  ...calm,
  run: makeRun(20 * day, { health: { ...usualHealth, ...health } }),
});

test('a run as those before raises nothing, and every rule is judged once', () => {
  expect(held(calm)).toEqual([]);
  expect(
    judgeAlerts(calm)
      .map(({ rule }) => rule)
      .toSorted(),
  ).toEqual([...alertRules].toSorted());
});

const cases: readonly (readonly [string, AlertFacts, string[]])[] = [
  [
    'its URL answers 403',
    withHealth({ seed: { verdict: 'unreachable', status: 403 } }),
    ['high source-blocked'],
  ],
  [
    'a challenge stands before it',
    withHealth({ seed: { verdict: 'unreachable', status: 200, code: 'CHALLENGE' } }),
    ['high source-blocked'],
  ],
  ['its URL answers 503', withHealth({ seed: { verdict: 'unreachable', status: 503 } }), []],
  ['its URL answers 404', withHealth({ seed: { verdict: 'gone', status: 404 } }), ['high source-moved']],
  ['its URL moved', withHealth({ seed: { verdict: 'moved', status: 200 } }), ['high source-moved']],
  [
    'one of the URLs that it lists moved',
    withHealth({ listed: { moved: { count: 1, url: 'https://a.example/x', verdict: 'moved' } } }),
    ['warning source-moved'],
  ],
  [
    'a URL that it lists is refused, and none is read',
    withHealth({
      pages: 0,
      failedShare: 0.02,
      listed: { refused: { count: 2, url: 'https://a.example/x', verdict: 'unreachable', status: 403 } },
    }),
    ['high source-blocked', 'warning fewer-pages'],
  ],
  ['four runs failed', { ...calm, failedInRow: 4 }, []],
  ['five runs failed', { ...calm, failedInRow: 5 }, ['high runs-failing']],
  ['pages are held', { ...calm, run: makeRun(20 * day, { held: 12 }) }, ['high mass-deletion']],
  ['pages changed', { ...calm, run: makeRun(20 * day, { changes: { modified: 2 } }) }, ['info changed']],
  ['nothing changed in 29 days', { ...calm, run: makeRun(44 * day) }, []],
  ['nothing changed in 30 days', { ...calm, run: makeRun(45 * day) }, ['warning quiet']],
  ['39 % of the pages are missing', withHealth({ pages: 61 }), []],
  ['40 % of the pages are missing', withHealth({ pages: 60 }), ['warning fewer-pages']],
  [
    'pages are missing in a run that was cut short',
    {
      ...calm,
      run: makeRun(20 * day, { isComplete: false, health: { ...usualHealth, pages: 10 } }),
    },
    [],
  ],
  ['pages are half as long', withHealth({ medianBytes: 2_000 }), ['warning shorter-pages']],
  ['pages are a third shorter', withHealth({ medianBytes: 2_700 }), []],
  ['a fifth more pages fail', withHealth({ failedShare: 0.22 }), ['warning more-failures']],
  ['half more pages take a browser', withHealth({ browserShare: 0.6 }), ['warning needs-browser']],
  ['20 points fewer of the fields are answered', withHealth({ fillRate: 0.7 }), ['warning fewer-fields']],
  ['15 points fewer of the fields are answered', withHealth({ fillRate: 0.75 }), []],
  ['no fields are asked for', withHealth({ fillRate: undefined }), []],
  ['its pages are in another language', withHealth({ language: 'es' }), ['warning other-language']],
  ['its pages name no language', withHealth({ language: undefined }), []],
  ['it costs twice as much', { ...calm, run: makeRun(20 * day, { cost: 0.2 }) }, ['warning dearer']],
  ['it costs nearly twice as much', { ...calm, run: makeRun(20 * day, { cost: 0.19 }) }, []],
  [
    'it costs three times as much, which is less than a cent more',
    {
      ...calm,
      run: makeRun(20 * day, { cost: 0.000_033 }),
      earlier: calm.earlier.map((run) => ({ ...run, cost: 0.000_011 })),
    },
    [],
  ],
  [
    'it takes longer than its window',
    { ...calm, run: makeRun(20 * day, { startedAt: 19 * day }), windowMs: day / 6 },
    ['warning past-window'],
  ],
  ['it takes less than its window', { ...calm, windowMs: day / 6 }, []],
  ['it takes long without a window', { ...calm, run: makeRun(20 * day, { startedAt: 19 * day }) }, []],
  ['79 % of the month are spent', { ...calm, limits: { dollars_per_month: 10 }, spent: 7.9 }, []],
  [
    '80 % of the month are spent',
    { ...calm, limits: { dollars_per_month: 10 }, spent: 8 },
    ['warning budget'],
  ],
  ['the month is spent', { ...calm, limits: { dollars_per_month: 10 }, spent: 10 }, ['high budget']],
  [
    'a run met its bound',
    { ...calm, run: makeRun(20 * day, { code: 'BUDGET_EXHAUSTED', isComplete: false }) },
    ['warning budget'],
  ],
  [
    'two runs are not enough to say what is usual',
    { ...withHealth({ pages: 1, medianBytes: 1 }), earlier: calm.earlier.slice(0, 2) },
    [],
  ],
  [
    'it reads no page, as the runs before',
    {
      ...withHealth({ pages: 0, failedShare: 1, medianBytes: 0 }),
      earlier: calm.earlier.map((run) => ({
        ...run,
        health: { ...usualHealth, pages: 0, failedShare: 1, medianBytes: 0 },
      })),
    },
    [],
  ],
  [
    'it reads no page, as those before, and three that did lie further back',
    {
      ...withHealth({ pages: 0, failedShare: 1, medianBytes: 0 }),
      earlier: calm.earlier.map((run, at) =>
        at < 7 ? { ...run, health: { ...usualHealth, pages: 0, failedShare: 1, medianBytes: 0 } } : run,
      ),
    },
    ['warning fewer-pages', 'warning more-failures'],
  ],
  [
    'its pages have no text, as always',
    {
      ...withHealth({ medianBytes: 0 }),
      earlier: calm.earlier.map((run) => ({ ...run, health: { ...usualHealth, medianBytes: 0 } })),
    },
    [],
  ],
  [
    'runs that were cut short say nothing of what is usual',
    {
      ...withHealth({ pages: 20 }),
      earlier: calm.earlier.map((run, at) => (at < 8 ? { ...run, isComplete: false } : run)),
    },
    [],
  ],
];
test.each(cases)('%s', (_, facts, expected) => {
  expect(held(facts)).toEqual(expected);
});

test('every rule that may be high is mailed, and a month that is nearly spent as well', () => {
  const high = cases.flatMap(([, , told]) => told.filter((line) => line.startsWith('high ')));
  const rules = [...new Set(high.map((line) => line.slice('high '.length)))];
  expect(rules.toSorted()).toEqual([...mailedRules].toSorted());
});

const at = (job: number) => ({ team: 'harbour', source: 'tides', job: `job-${job}`, at: job * 1_000 });
const verdict = (rule: AlertRule, severity: 'info' | 'warning' | 'high' | null) => ({
  rule,
  holds: severity === null ? null : { severity, message: 'so it is' },
});

test('an alert is told when it opens, when it gets worse and when it is over, and once for each run', () => {
  const steps: (string | null)[] = [];
  let alert: Alert | null = null;
  for (const [job, severity] of [
    [1, 'warning'],
    [1, 'warning'],
    [2, 'warning'],
    [3, 'high'],
    [4, 'high'],
    [5, null],
    [6, null],
    [7, 'warning'],
  ] as const) {
    const moved: ReturnType<typeof moveAlert> = moveAlert(alert, verdict('quiet', severity), at(job));
    steps.push(moved === null ? 'stays' : moved.step);
    alert = moved?.alert ?? alert;
  }
  expect(steps).toEqual(['opened', 'stays', null, 'escalated', null, 'closed', 'stays', 'opened']);
  expect(alert).toMatchObject({ state: 'open', runs: 1, openedAt: 7_000 });
});

test('what somebody has seen stays seen until it gets worse', () => {
  const opened = moveAlert(null, verdict('quiet', 'warning'), at(1))?.alert;
  if (opened === undefined) throw new Error('It opens');
  const seen: Alert = { ...opened, state: 'acknowledged' };
  expect(moveAlert(seen, verdict('quiet', 'warning'), at(2))).toMatchObject({
    alert: { state: 'acknowledged' },
    step: null,
  });
  expect(moveAlert(seen, verdict('quiet', 'high'), at(2))).toMatchObject({ alert: { state: 'open' } });
});

test('changes are told by each run that finds some, and their end is no news', () => {
  const first = moveAlert(null, verdict('changed', 'info'), at(1));
  const second = moveAlert(first?.alert ?? null, verdict('changed', 'info'), at(2));
  expect([first?.step, second?.step]).toEqual(['opened', 'opened']);
  expect(moveAlert(second?.alert ?? null, verdict('changed', null), at(3))?.step).toBeNull();
});

test('a change after the one that somebody has seen is news, and nobody has seen it', () => {
  const opened = moveAlert(null, verdict('changed', 'info'), at(1))?.alert;
  if (opened === undefined) throw new Error('It opens');
  const seen: Alert = { ...opened, state: 'acknowledged', acknowledgedBy: 'key' };
  const next = moveAlert(seen, verdict('changed', 'info'), at(2));
  expect(next).toMatchObject({ alert: { state: 'open' }, step: 'opened' });
  expect(next?.alert.acknowledgedBy).toBeUndefined();
});

test('changes that somebody has put off are told again after that time alone', () => {
  const opened = moveAlert(null, verdict('changed', 'info'), at(1))?.alert;
  if (opened === undefined) throw new Error('It opens');
  let alert: Alert = { ...opened, state: 'acknowledged', acknowledgedBy: 'key', snoozedUntil: 3_500 };
  const steps = [2, 3, 4, 5].map((job) => {
    const moved = moveAlert(alert, verdict('changed', 'info'), at(job));
    alert = moved?.alert ?? alert;
    return `${moved?.step} ${alert.state} ${alert.snoozedUntil}`;
  });
  expect(steps).toEqual([
    'null acknowledged 3500',
    'null acknowledged 3500',
    'opened open undefined',
    'opened open undefined',
  ]);
});

test('what a site wrote is text to Slack: no link, no mention', () => {
  const alert = moveAlert(
    null,
    { rule: 'quiet', holds: { severity: 'high', message: '<!channel> & <https://evil.example|here>' } },
    at(1),
  )?.alert;
  if (alert === undefined) throw new Error('It opens');
  const channel = {
    name: 'ops',
    kind: 'slack' as const,
    url: 'https://a.example/',
    severity: 'info' as const,
  };
  const { event } = alertDelivery(channel, alert, 'opened', { at: 1, ttl: 2 });
  const { text } = JSON.parse(event.body ?? '') as { text: string };
  expect(text).toContain('&lt;!channel&gt; &amp; &lt;https://evil.example|here&gt;');
  expect(describeAlert(alert).id).toBe('tides.quiet');
});

test.each([
  [{ verdict: 'moved', status: 200 }, 'https://a.example/ leads elsewhere for good'],
  [{ verdict: 'gone', status: 404, code: 'HTTP_NOT_FOUND' }, 'https://a.example/ is not there (404)'],
  [
    { verdict: 'gone', status: 200, code: 'SOFT_NOT_FOUND' },
    'https://a.example/ is not there (SOFT_NOT_FOUND)',
  ],
  [{ verdict: 'no-host' }, 'https://a.example/ is not there (its host is unknown)'],
  [
    { verdict: 'gone', status: 200, code: 'ROBOTS_NOINDEX' },
    'https://a.example/ asks not to be indexed any more (ROBOTS_NOINDEX): it is no content of its source',
  ],
] as const)('an alert of a start that is %j says: %s', (seed, said) => {
  const alert = judgeAlerts(withHealth({ seed })).find(({ rule }) => rule === 'source-moved');
  expect(alert?.holds?.message).toBe(said);
});

test.each([
  ['https://b.example/', 'https://a.example/ leads to https://b.example/ for good'],
  [`https://b.example/${'x'.repeat(600)}`, 'https://a.example/ leads elsewhere for good'],
])('an alert of a start that moved to %s names that address', (movedTo, said) => {
  const facts = { ...withHealth({ seed: { verdict: 'moved', status: 200 } }), movedTo };
  const alert = judgeAlerts(facts).find(({ rule }) => rule === 'source-moved');
  expect(alert?.holds?.message).toBe(said);
});

test('one page is one page', () => {
  const run = makeRun(20 * day, { changes: { added: 1 }, standings: { present: 1 } });
  const alert = judgeAlerts({ ...calm, run }).find(({ rule }) => rule === 'changed');
  expect(alert?.holds?.message).toBe('1 added; 1 page is there');
});
