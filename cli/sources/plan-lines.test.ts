import { expect, test } from 'vitest';
import { countChanges, planMarkdown, planText, tellActions, type ToldPlan } from './plan-lines.ts';

const effects = {
  due: ['2026-02-14T02:10:00.000Z'],
  pages: 40,
  requestsPerMonth: 1_230,
  hoursPerRun: 0.5,
  dollarsPerMonth: 0.012,
};
const fields = [{ field: 'crawl.limit', before: null, after: 5 }];
const plan: ToldPlan = {
  name: 'tides',
  version: '1.1.0',
  base: 'base-3',
  counts: { create: 1, pause: 1, retire: 1, keep: 1, none: 1 },
  entries: [
    { id: 'ebb', action: 'create', fields: [], effects },
    { id: 'flood', action: 'pause', fields, effects: { ...effects, due: [], pages: null } },
    { id: 'gone', action: 'retire', status: 'retired', fields: [], effects: { ...effects, due: [] } },
    { id: 'old', action: 'keep', fields: [], effects: null },
    { id: 'same', action: 'none', fields: [], effects },
  ],
  findings: [{ level: 'warning', source: 'ebb', code: 'NO_CADENCE', message: 'a | b' }],
};

test('a plan for people shows each source that changes, with its fields and what its runs take', () => {
  expect(planText(plan)).toBe(`+ ebb
    due 2026-02-14 02:10, 40 pages, 1230 requests a month, 0.5 h a run, $0.012 a month
~ flood (pause)
    crawl.limit: nothing -> 5
    runs only when you run it, pages not known yet, 1230 requests a month, 0.5 h a run, $0.012 a month
~ gone (retire)
    never runs: its manifest has retired it
  old (no longer listed, but still runs; --prune removes it)
tides 1.1.0: 1 to create, 2 to change, 0 to remove, 2 unchanged
`);
});

test('a plan for a comment is a table, in which no text of a manifest makes a cell', () => {
  const text = planMarkdown(plan);
  expect(text).toContain('| create | `ebb` |');
  expect(text).toContain('| pause | `flood` | `crawl.limit`: nothing → 5 |');
  expect(text).toContain('- **warning** `ebb`: a \\| b (NO_CADENCE)');
  expect(text).not.toContain('`same`');
});

test('what goes on as it is is no change', () => {
  expect(countChanges(plan)).toBe(3);
  expect(countChanges({ ...plan, counts: { none: 3, keep: 2 } })).toBe(0);
});

test('what applying did is told in words, without what it did to no source', () => {
  expect(tellActions({ create: 2, update: 0, none: 3, keep: 1 })).toBe(
    '2 create, 1 no longer listed, 3 unchanged',
  );
  expect(tellActions({ create: 0 })).toBe('none');
});
