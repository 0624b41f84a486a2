import { expect, test } from 'vitest';
import { cpuMs } from '../../../test/harness/cpu-time.ts';
import { rulesFor } from '../../fetch/robots/robots.ts';
import type { RobotsVerdict } from '../../fetch/robots/robots-verdict.ts';
import type { PlanEntry } from '../../source/plan-sources.ts';
import type { ManifestSource } from '../../source/resolve-sources.ts';
import { noState, type SourceState } from '../../source/source-state.ts';
import { judgeRequests } from './judge-requests.ts';
import { judgeRobots } from './judge-robots.ts';
import { tellEffects, tooSlow } from './tell-effects.ts';

const host = 'www.example.gov';
const make = (more: Partial<ManifestSource> = {}): ManifestSource => ({
  id: 'guide',
  url: `https://${host}/guide/`,
  method: 'crawl',
  status: 'active',
  priority: 'medium',
  frequency: undefined,
  ...more,
});

const rules = (text: string): RobotsVerdict => ({ kind: 'rules', rules: rulesFor(text, 'Gleaner') });
const forbids = rules('User-agent: *\nDisallow: /guide/\n');
const down: RobotsVerdict = { kind: 'disallow-all', code: 'HTTP_STATUS', reason: '503' };
const ran: SourceState = { ...noState, lastRun: 'job' };
const moved = [{ field: 'url', before: 'https://example.org/', after: `https://${host}/guide/` }];
const resumed = [{ field: 'status', before: 'paused', after: 'active' }];
const obeying = [{ field: 'crawl.ignoreRobotsTxt', before: true, after: undefined }];

test.each([
  ['forbids the start', forbids, {}, noState, [], ['error ROBOTS_DISALLOWED']],
  ['forbids the start of a source that ran', forbids, {}, ran, [], ['warning ROBOTS_DISALLOWED']],
  ['forbids the new address of a source that ran', forbids, {}, ran, moved, ['error ROBOTS_DISALLOWED']],
  ['forbids a source that is taken up again', forbids, {}, ran, resumed, ['error ROBOTS_DISALLOWED']],
  ['is not ignored any more, and forbids', forbids, {}, ran, obeying, ['error ROBOTS_DISALLOWED']],
  ['forbids a paused source', forbids, { status: 'paused' }, ran, [], ['warning ROBOTS_DISALLOWED']],
  [
    'forbids a new source that is paused',
    forbids,
    { status: 'paused' },
    noState,
    [],
    ['warning ROBOTS_DISALLOWED'],
  ],
  [
    'forbids the start of a proposal',
    forbids,
    { status: 'proposed' },
    noState,
    [],
    ['warning ROBOTS_DISALLOWED'],
  ],
  ['forbids the start of a retired source', forbids, { status: 'retired' }, noState, [], []],
  ['forbids the start, and is ignored', forbids, { crawl: { ignoreRobotsTxt: true } }, noState, [], []],
  ['forbids other pages', rules('User-agent: *\nDisallow: /forms/\n'), {}, noState, [], []],
  ['is not there', { kind: 'allow-all' }, {}, noState, [], []],
  ['was never read', undefined, {}, noState, [], ['info ROBOTS_UNKNOWN']],
  ['could not be read', down, {}, noState, [], ['info ROBOTS_UNKNOWN']],
  ['was never read, of a retired source', undefined, { status: 'retired' }, noState, [], []],
  ['was never read, and is ignored', undefined, { crawl: { ignoreRobotsTxt: true } }, noState, [], []],
  ['was read by a run before the last day', undefined, {}, ran, [], []],
  ['was never read at the new address of a source', undefined, {}, ran, moved, ['info ROBOTS_UNKNOWN']],
] as const)('where robots.txt %s, the plan tells exactly that', (_, verdict, more, state, fields, told) => {
  const entry: PlanEntry = {
    id: 'guide',
    action: 'create',
    fields,
    source: make(more),
  };
  const known = new Map(verdict === undefined ? [] : [[host, verdict]]);
  const found = judgeRobots([entry], known, new Map([['guide', state]]));
  expect(found.map(({ level, code }) => `${level} ${code}`)).toEqual(told);
});

test('a plan of many sources at a host with costly rules ends, and tells of each that it counts as forbidden', () => {
  const lines = Array.from({ length: 37_000 }, (_, at) => `allow:*aaa${at.toString(36)}X`).join('\n');
  const known = new Map([[host, rules(`User-agent: *\n${lines}`)]]);
  const entries = Array.from({ length: 500 }, (_, at): PlanEntry => {
    const url = `https://${host}/${'a'.repeat(1_800)}/X0123456789bcdefghijklmnopqrstuvwyz${at}`;
    return { id: `s-${at}`, action: 'create', fields: [], source: make({ id: `s-${at}`, url }) };
  });
  const began = cpuMs();
  const found = judgeRobots(entries, known, new Map());
  // Without a bound each takes half a second and more.
  expect(cpuMs() - began).toBeLessThan(60_000);
  expect(new Set(found.map(({ level, code }) => `${level} ${code}`))).toEqual(
    new Set(['warning ROBOTS_DISALLOWED']),
  );
  expect(found).toHaveLength(500);
  expect(found[0]?.message).toMatch(/take more work to apply than a plan may: .* counts as forbidden$/);
});

test('hosts of which nothing is known are one finding, which names five and counts the others', () => {
  const entries = Array.from({ length: 500 }, (_, at): PlanEntry => {
    const source = make({ id: `s-${at}`, url: `https://${at % 250}.example.gov/` });
    return { id: source.id, action: 'create', fields: [], source };
  });
  const found = judgeRobots(entries, new Map(), new Map());
  expect(found).toHaveLength(1);
  expect(found[0]?.message).toContain(
    'of 0.example.gov, 1.example.gov, 2.example.gov, 3.example.gov, 4.example.gov and',
  );
  expect(found[0]?.message).toContain(' and 245 more hosts: the first run reads it before any page');
});

const now = Date.UTC(2026, 0, 1);
const hourMs = 3_600_000;
/** One request after the other, two seconds apart. */
const slow = { spacingMs: 2_000, concurrency: 1 };
const pages = (present: number): SourceState => ({ ...ran, standings: { present } });
const urls = Array.from({ length: 900 }, (_, at) => `https://${host}/${at}`);

test.each([
  // 900 pages at 2 s take half an hour.
  ['fits', { frequency: 'daily' }, pages(900), []],
  ['is not known before the first run', { frequency: 'hourly' }, noState, []],
  ['is longer than an hour', { frequency: 'hourly' }, pages(2_700), ['LONGER_THAN_PERIOD']],
  ['is longer than a run may take', { frequency: 'monthly' }, pages(50_000), ['LONGER_THAN_PERIOD']],
  ['is longer than a run may take, without a frequency', {}, pages(50_000), ['LONGER_THAN_PERIOD']],
  [
    'is longer than its window',
    { frequency: 'weekly', window: { from: '23:30', to: '00:30' } },
    pages(2_700),
    ['LONGER_THAN_WINDOW'],
  ],
  [
    'fits into a window past midnight',
    { frequency: 'weekly', window: { from: '23:00', to: '01:00' } },
    pages(2_700),
    [],
  ],
  [
    'is a list longer than its window, before the first run',
    { method: 'batch', urls, frequency: 'weekly', window: { from: '02:00', to: '02:20' } },
    noState,
    ['LONGER_THAN_WINDOW'],
  ],
] as const)('where a run %s, the plan tells exactly that', (_, more, state, told) => {
  const source = make(more);
  const { hoursPerRun, period } = tellEffects(source, state, slow, now);
  const found = tooSlow(source, hoursPerRun, period);
  expect(found.map(({ code }) => code)).toEqual(told);
  for (const { message } of found)
    expect(message).toMatch(/^Its pages need \d+\.\d h at the pace of their host, and /);
});

test('before its first run a crawl has due times alone; after it requests, hours and dollars follow from its pages', () => {
  const source = make({ cron: '0 9 * * *' });
  const before = tellEffects(source, noState, slow, now);
  const due = [0, 1, 2].map((day) => now + (9 + 24 * day) * hourMs);
  expect(before).toMatchObject({
    due,
    pages: null,
    requestsPerMonth: null,
    hoursPerRun: null,
    dollarsPerMonth: null,
  });
  const after = tellEffects(
    source,
    { ...ran, standings: { present: 880, missing: 10, moved: 5, unreachable: 5, deleted: 70 } },
    slow,
    now,
  );
  // Each page and robots.txt, once a day.
  expect(after).toMatchObject({ due, pages: 900, requestsPerMonth: 30 * 901, period: 24 * hourMs });
  expect(after.hoursPerRun).toBeGreaterThanOrEqual(0.5);
  expect(after.hoursPerRun).toBeLessThan(0.55);
  const weekly = tellEffects(make({ frequency: 'weekly' }), pages(900), slow, now);
  expect(weekly.requestsPerMonth).toBe(Math.round((901 * 30) / 7));
  expect((after.dollarsPerMonth ?? 0) / (weekly.dollarsPerMonth ?? 1)).toBeCloseTo(7, 6);
  expect(after.dollarsPerMonth).toBeGreaterThan(0);
});

test('a list has its effects before its first run; a source that does not run by itself costs nothing a month', () => {
  const batch = tellEffects(make({ method: 'batch', urls, frequency: 'daily' }), noState, slow, now);
  expect(batch).toMatchObject({ pages: 900, requestsPerMonth: 30 * 901 });
  expect(batch.due).toHaveLength(3);
  for (const [source, state] of [
    [make(), pages(900)],
    [make({ frequency: 'daily', status: 'paused' }), pages(900)],
    [make({ frequency: 'daily' }), { ...pages(900), paused: { at: now, by: 'key' } }],
  ] as const) {
    const effects = tellEffects(source, state, slow, now);
    expect(effects).toMatchObject({
      due: [],
      pages: 900,
      requestsPerMonth: 0,
      dollarsPerMonth: 0,
      period: null,
    });
    expect(effects.hoursPerRun).toBeGreaterThanOrEqual(0.5);
  }
});

const script = { scrape: { actions: [{ type: 'executeJavascript' as const, script: '1' }] } };
const sealed = { fetcher: 'firecrawl' as const, scrape: { headers: { 'x-key': '(sealed)' } } };

test.each([
  ['runs scripts where none may', script, 'create', false, ['error REQUEST_REFUSED']],
  ['runs scripts where they may', script, 'create', true, []],
  [
    'asks for JSON without a question',
    { scrape: { formats: ['json'] } },
    'update',
    false,
    ['error REQUEST_REFUSED'],
  ],
  ['sends its headers through a service', sealed, 'create', false, ['error REQUEST_REFUSED']],
  [
    'presses a key that there is not',
    { scrape: { actions: [{ type: 'press', key: 'Any' }] } },
    'create',
    true,
    ['error REQUEST_REFUSED'],
  ],
  ['is retired', { ...script, status: 'retired' }, 'retire', false, []],
  ['stays as it was', script, 'none', false, []],
] as const)('what the plan says of a source that %s', (_title, more, action, allowScripts, wanted) => {
  const entry: PlanEntry = { id: 'guide', action, fields: [], source: make(more as Partial<ManifestSource>) };
  const found = judgeRequests([entry], { version: '1.0.0' }, { allowScripts, unfit: new Set() });
  expect(found.map(({ level, code }) => `${level} ${code}`)).toEqual(wanted);
  const known = judgeRequests([entry], { version: '1.0.0' }, { allowScripts, unfit: new Set(['guide']) });
  expect(known).toEqual([]);
});

test.each([
  [{}, 900],
  [{ limits: { pages: 12 } }, 12],
  [{ limits: { pages: 12 }, crawl: { limit: 5 } }, 5],
  [{ limits: { pages: 5_000 } }, 900],
])('a run of a crawl with %j is planned with the pages that it may take: %i', (more, pages) => {
  const standings = { present: 880, missing: 10, moved: 5, unreachable: 5, deleted: 70 };
  expect(tellEffects(make(more), { ...ran, standings }, slow, now).pages).toBe(pages);
});
