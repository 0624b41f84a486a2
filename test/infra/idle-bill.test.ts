import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { idleBill, type IdleLine } from '../../cli/output/idle-bill.ts';
import { synthesise } from './synthesise.ts';

const bill = idleBill(synthesise({ corpus: undefined }));
const cents = (dollars: number): string => dollars.toFixed(2);

/** The row of docs/cost.md for each line of the bill that a deployment without options has. */
const rows: Readonly<Record<Exclude<IdleLine, 'dashboards' | 'secrets' | 'keys'> | 'total', string>> = {
  polls: 'seven queues that are polled',
  alarms: 'ten alarm metrics',
  clock: 'functions that the clock starts',
  total: 'together',
};

test('docs/cost.md tells the idle bill as the template comes to it, with and without the free allowances', () => {
  const page = readFileSync('docs/cost.md', 'utf8');
  const told = [
    ...page
      .slice(page.indexOf('## An idle month'))
      .matchAll(/^\| (.+?) +\| +(\d+\.\d\d) \| +(\d+\.\d\d) \|$/gm),
  ].map(([, what, list, after]) => [what, list, after]);
  expect(told).toEqual(
    Object.entries(rows).map(([line, what]) => {
      const { list, afterAllowances } = bill[line as keyof typeof rows];
      return [what, cents(list), cents(afterAllowances)];
    }),
  );
  expect(bill.total.list).toBeCloseTo(bill.polls.list + bill.alarms.list + bill.clock.list);
});

/** Dollars. They may only fall. */
const idleMax = { afterAllowances: 1.5, list: 3 };

test('an idle month costs at most a dollar and a half after the free allowances, and three at list prices', () => {
  expect(bill.total.afterAllowances).toBeLessThanOrEqual(idleMax.afterAllowances);
  expect(bill.total.list).toBeLessThanOrEqual(idleMax.list);
});

test('what a deployment asks for besides is in its bill', () => {
  const more = idleBill(
    synthesise({ alarms: 'all', dashboard: true, headersKey: 'new', alarmEmail: 'ops@example.com' }),
  );
  expect([more.dashboards.list, more.dashboards.afterAllowances, more.keys.list]).toEqual([3, 0, 1]);
  expect(more.polls.list / bill.polls.list).toBeCloseTo(8 / 7);
  expect(more.alarms.afterAllowances).toBeGreaterThan(1);
});

test('each part of a template costs what AWS asks for it', () => {
  const template = {
    Resources: {
      a: { Type: 'AWS::Lambda::EventSourceMapping', Properties: { EventSourceArn: 'a' } },
      off: { Type: 'AWS::Lambda::EventSourceMapping', Properties: { EventSourceArn: 'b', Enabled: false } },
      one: { Type: 'AWS::CloudWatch::Alarm', Properties: { MetricName: 'Errors' } },
      two: {
        Type: 'AWS::CloudWatch::Alarm',
        Properties: { Metrics: [{ Expression: 'm1 / m2' }, { MetricStat: {} }, { MetricStat: {} }] },
      },
      secret: { Type: 'AWS::SecretsManager::Secret' },
      key: { Type: 'AWS::KMS::Key' },
      ticker: { Type: 'AWS::Lambda::Function', Properties: { MemorySize: 1_024 } },
      tick: {
        Type: 'AWS::Events::Rule',
        Properties: {
          ScheduleExpression: 'rate(5 minutes)',
          Targets: [{ Arn: { 'Fn::GetAtt': ['ticker', 'Arn'] } }],
        },
      },
    },
  };
  const { polls, alarms, secrets, keys, clock, total } = idleBill(template);
  // 8,760 times: 0.2 millionths, 0.1 s of a GB, 2 read units and 1 kB of log each.
  const each = 0.2e-6 + 0.1 * 0.0000133334 + 2 * 0.125e-6 + 0.5e-6;
  expect(clock.list).toBeCloseTo(8_760 * each, 6);
  expect(clock.afterAllowances).toBeCloseTo(8_760 * 2 * 0.125e-6, 6);
  // 657,000 receives, of a million that are free.
  expect([polls.list, polls.afterAllowances].map(cents)).toEqual(['0.26', '0.00']);
  expect([alarms.list, alarms.afterAllowances].map(cents)).toEqual(['0.30', '0.00']);
  expect([secrets.list, keys.list].map(cents)).toEqual(['0.40', '1.00']);
  expect(cents(total.afterAllowances)).toBe('1.40');
});
