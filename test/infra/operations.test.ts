import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { functionSpecs } from '../../infra/functions.ts';
import { deadLetterQueue, queueNames, queueSpecs } from '../../infra/queues.ts';
import { limits } from '../../lib/limits/limits.ts';
import { findFunction, ofType, synthesise, target } from './synthesise.ts';

const template = synthesise({ alarms: 'all' });
const queues = ofType(template, 'AWS::SQS::Queue');
const alarmNames = ofType(template, 'AWS::CloudWatch::Alarm').map(([, it]) =>
  String(it.Properties['AlarmName']),
);
const runbook = readFileSync(join(import.meta.dirname, '../../docs/runbook.md'), 'utf8');
const articles = new Map(
  runbook
    .split(/^## /m)
    .slice(1)
    .map((article) => [article.slice(0, article.indexOf('\n')).trim(), article] as const),
);

const queueNamed = (name: string) => {
  const found = queues.find(([, it]) => it.Properties['QueueName'] === name);
  if (!found) throw new Error(`Cannot find the queue ${name} in the template`);
  return found;
};

test('every queue has an alarm and gives its dead letters to one queue, which has an alarm as well', () => {
  expect(queues).toHaveLength(queueNames.length + 1);
  const [deadId, dead] = queueNamed(deadLetterQueue);
  for (const spec of queueSpecs()) {
    const [, queue] = queueNamed(spec.name);
    expect(target(queue.Properties['RedrivePolicy'].deadLetterTargetArn)).toBe(deadId);
    expect(queue.Properties['RedrivePolicy'].maxReceiveCount).toBe(spec.receivesMax);
    expect(alarmNames).toContain(`${spec.name}-oldest-message`);
  }
  expect(dead.Properties['RedrivePolicy']).toBeUndefined();
  expect(alarmNames).toContain('dead-letters');
});

test('an event that Lambda gives up becomes a dead letter, whose alarm every deployment has', () => {
  const [deadId] = queueNamed(deadLetterQueue);
  const given = ofType(template, 'AWS::Lambda::EventInvokeConfig').flatMap(([, { Properties: config }]) => {
    const destination: unknown = config['DestinationConfig']?.OnFailure?.Destination;
    return destination === undefined ? [] : [[target(config['FunctionName']), target(destination)]];
  });
  expect(given).toEqual([[findFunction(template, 'submit-job')[0], deadId]]);
  const essential = ofType(synthesise(), 'AWS::CloudWatch::Alarm').map(([, it]) => it.Properties);
  expect(essential.map(({ AlarmName: name }) => String(name))).toContain('dead-letters');
});

test.each([
  ['fetch-pages', limits.loneVisitMs],
  ['render-pages', limits.loneVisitMs],
  ['extract-pages', limits.loneExtractionMs],
])(
  'of a page that %s has alone, it is known that its worker died before its message comes again',
  (name, ms) => {
    const timeoutMs = (functionSpecs.find((spec) => spec.name === name)?.timeoutSeconds ?? 0) * 1_000;
    expect(ms).toBeGreaterThanOrEqual(timeoutMs);
    expect(ms).toBeLessThan(6 * timeoutMs);
  },
);

test('queues are encrypted, keep messages for 14 days, and hide one for six times the timeout of who takes it', () => {
  for (const [, { Properties: queue }] of queues) {
    expect(queue['SqsManagedSseEnabled']).toBe(true);
    expect(queue['MessageRetentionPeriod']).toBe(14 * 24 * 3_600);
  }
  const mappings = ofType(template, 'AWS::Lambda::EventSourceMapping');
  expect(mappings).toHaveLength(queues.length);
  for (const [, { Properties: mapping }] of mappings) {
    const queue = template.Resources[target(mapping['EventSourceArn']) ?? ''];
    const fn = template.Resources[target(mapping['FunctionName']) ?? ''];
    expect(queue?.Properties['VisibilityTimeout']).toBe(6 * fn?.Properties['Timeout']);
    expect(mapping['FunctionResponseTypes']).toEqual(['ReportBatchItemFailures']);
    expect(mapping['ScalingConfig'].MaximumConcurrency).toBeGreaterThanOrEqual(2);
  }
});

test('every alarm tells the topic and has an article in the runbook, with what it means, where to look and what to do', () => {
  expect([...articles.keys()].filter((name) => !alarmNames.includes(name))).toEqual([]);
  for (const [, { Properties: alarm }] of ofType(template, 'AWS::CloudWatch::Alarm')) {
    const article = articles.get(alarm['AlarmName']) ?? '';
    for (const section of ['### Description', '### Investigation', '### Resolution']) {
      expect(article, `docs/runbook.md, ${alarm['AlarmName']}`).toContain(section);
    }
    expect(alarm['AlarmActions']).toHaveLength(1);
  }
});

test('without being asked for more, a deployment has no more alarm metrics than CloudWatch has free', () => {
  const alarms = ofType(synthesise(), 'AWS::CloudWatch::Alarm').map(([, { Properties }]) => Properties);
  const metrics = alarms.flatMap(({ Metrics: several }) =>
    several === undefined
      ? [1]
      : several.filter((it: { MetricStat?: unknown }) => it.MetricStat !== undefined),
  );
  expect(metrics).toHaveLength(10);
  expect(alarms.map(({ AlarmName: name }) => String(name)).toSorted()).toEqual([
    'api-server-errors',
    'counters-disagree',
    'dead-letters',
    'failures',
    'failures-persist',
    'functions-throttled',
    'heartbeat-not-running',
    'jobs-stand-still',
    'models-unavailable',
    'table-slow',
  ]);
});

test('every function has an alarm on its errors', () => {
  for (const { name } of functionSpecs) expect(alarmNames).toContain(`${name}-errors`);
});

/** Functions that a message sent by `name` may wake, itself or as a dead letter. */
const wokenBy = (name: string): string[] => {
  const spec = functionSpecs.find((it) => it.name === name);
  return queueSpecs().flatMap((queue) =>
    spec?.sendsTo.includes(queue.name) ? [queue.wakes, 'bury-dead-letters'] : [],
  );
};

const reaches = (from: string): Set<string> => {
  const found = new Set<string>();
  const open = [from];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const fresh = wokenBy(next).filter((name) => !found.has(name));
    open.push(...fresh);
    for (const name of fresh) found.add(name);
  }
  return found;
};

test('a function that a chain of messages may reach again is exempt from recursive loop detection', () => {
  for (const { name } of functionSpecs) {
    const consumes = [
      'fetch-pages',
      'render-pages',
      'extract-pages',
      'finish-job',
      'deliver-webhooks',
      'bury-dead-letters',
      'ingest-envelopes',
    ].includes(name);
    if (reaches(name).has(name)) expect(consumes, name).toBe(true);
    expect(findFunction(template, name)[1].Properties['RecursiveLoop'], name).toBe(
      consumes ? 'Allow' : undefined,
    );
  }
  expect(reaches('fetch-pages')).toContain('fetch-pages');
});
