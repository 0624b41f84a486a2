import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { idleBill } from '../../cli/output/idle-bill.ts';
import { synthesise } from './synthesise.ts';

const bill = idleBill(synthesise({ corpus: undefined }));
const cents = (dollars: number): string => dollars.toFixed(2);

test('the idle bill that docs/cost.md tells is within a tenth of what the template comes to', () => {
  const page = readFileSync('docs/cost.md', 'utf8');
  const table = page.slice(page.indexOf('## An idle month'));
  const told = [...table.matchAll(/^\| (\S+) .*\| (\d+\.\d\d) \|$/gm)].map(([, what, dollars]) => [
    what,
    Number(dollars),
  ]);
  const near = (dollars: number): unknown =>
    expect.closeTo(dollars, -Math.log10(0.2 * Math.max(dollars, 0.1)));
  expect(told).toEqual([
    ['five', near(bill.polls)],
    ['alarms,', near(bill.alarms)],
    ['metrics', near(bill.metrics)],
    ['secrets', near(bill.secrets)],
    ['heartbeat', near(bill.heartbeat)],
    ['together', near(bill.total)],
  ]);
});

/** Dollars. It may only fall. */
const idleMax = 9.1;

test('an idle month costs no more than it did', () => {
  expect(bill.total).toBeLessThanOrEqual(idleMax);
});

test('a queue that is polled, an alarm and a secret cost what AWS asks for them', () => {
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
    },
  };
  const { polls, alarms, secrets } = idleBill(template);
  expect([cents(polls), cents(alarms), cents(secrets)]).toEqual(['0.26', '0.30', '0.40']);
});
